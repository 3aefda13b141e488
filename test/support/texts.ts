import { readdirSync, readFileSync } from 'node:fs';

const LOCALES = 'nodes/locales';
/** The language that every other is a translation of. */
export const REFERENCE = 'en-US';

export const shippedLanguages = readdirSync(LOCALES);

/** The texts of a language by their sets and keys, as `battery:battery.label.name`. */
export function shippedTexts(language: string): ReadonlyMap<string, string> {
  const files = readdirSync(`${LOCALES}/${language}`).filter((name) => name.endsWith('.json'));
  return new Map(
    files.flatMap((file) =>
      [...leavesOf(JSON.parse(readFileSync(`${LOCALES}/${language}/${file}`, 'utf8')))].map(
        ([key, text]) => [`${file.replace('.json', '')}:${key}`, text] as const,
      ),
    ),
  );
}

/** The help of a node as people read it: its text without marks. */
export const shippedHelp = (language: string, node: string): string =>
  plainText(readFileSync(`${LOCALES}/${language}/${node}.html`, 'utf8').replace(/<script[^>]*>|<\/script>/g, ''));

export const plainText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

function* leavesOf(words: object, path = ''): Generator<readonly [string, string]> {
  for (const [name, value] of Object.entries(words)) {
    if (typeof value === 'string') yield [path + name, value];
    else yield* leavesOf(value, `${path}${name}.`);
  }
}
