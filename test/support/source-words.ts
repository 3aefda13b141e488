import { readdirSync, readFileSync } from 'node:fs';

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)\/\/.*$/gm, ' ');
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Every name and word in the source below `folders`, comments aside, and each name as topics spell it. The editor's texts are
 * no source.
 */
export function wordsInSource(...folders: readonly string[]): ReadonlySet<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const sources = files.filter((path) => /\.(m?ts|html|jsonc?)$/.test(path) && !path.includes('nodes/locales/'));
  const words = sources.flatMap((path) => withoutComments(readFileSync(path, 'utf8')).match(/[A-Za-z_]\w*/g) ?? []);
  return new Set(words.flatMap((word) => [word, snakeCase(word)]));
}
