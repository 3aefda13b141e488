import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A language is one more folder here. */
const LOCALES = 'nodes/locales';
const REFERENCE = 'en-US';

const languages = readdirSync(LOCALES);
const others = languages.filter((language) => language !== REFERENCE);
const filesOf = (language: string) => readdirSync(`${LOCALES}/${language}`).sort();
const read = (language: string, file: string) => readFileSync(`${LOCALES}/${language}/${file}`, 'utf8');

/** Texts by their keys with dots between. */
function textsIn(words: object, path: readonly string[] = []): [string, string][] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value]] : textsIn(value, [...path, name]),
  );
}
const textsOf = (language: string, file: string) => new Map(textsIn(JSON.parse(read(language, file))));
const placesIn = (text: string) => [...text.matchAll(/__\w+__/g)].map(String).sort();
const tagsIn = (html: string) => [...html.matchAll(/<(h\d|dt|ol|ul|li|script)\b/g)].map(([, tag]) => tag);

const words = filesOf(REFERENCE).filter((file) => file.endsWith('.json'));
const helps = filesOf(REFERENCE).filter((file) => file.endsWith('.html'));

describe.each(others)('the language %s', (language) => {
  it('has the files of the reference', () => {
    expect(filesOf(language)).toEqual(filesOf(REFERENCE));
  });

  it.each(words)('says in %s what the reference says, with the same values in it', (file) => {
    const reference = textsOf(REFERENCE, file);
    const own = textsOf(language, file);
    expect([...own.keys()].sort()).toEqual([...reference.keys()].sort());
    for (const [key, text] of own) expect([key, placesIn(text)]).toEqual([key, placesIn(reference.get(key) ?? '')]);
  });

  it.each(words)('leaves nothing in %s unsaid', (file) => {
    expect([...textsOf(language, file)].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(helps)('explains in %s all that the reference explains', (file) => {
    expect(tagsIn(read(language, file))).toEqual(tagsIn(read(REFERENCE, file)));
  });
});

it.each(filesOf('fr'))(
  'the French of %s has a narrow no-break space wherever a sign stands apart from its word',
  (file) => {
    const text = read('fr', file).replace(/<code>.*?<\/code>/gs, '');
    expect(text.match(/.*(?:[ \u00a0][;:!?%»]|«[ \u00a0]).*/g) ?? []).toEqual([]);
  },
);

it.each(filesOf('de'))('the German of %s has a no-break space between a number and its percent sign', (file) => {
  const text = read('de', file).replace(/<code>.*?<\/code>/gs, '');
  expect(text.match(/.*[\d_] %.*/g) ?? []).toEqual([]);
});

const sources = ['nodes', 'src/runtime', 'src/client']
  .flatMap((floor) => readdirSync(floor, { recursive: true, encoding: 'utf8' }).map((name) => `${floor}/${name}`))
  .filter((path) => !path.startsWith(LOCALES))
  .filter((path) => /\.(ts|html)$/.test(path))
  .map((path) => readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, ''));

/** What stands between quotes, without the catalogue or the attribute that it is for. */
const quoted = [/'([^'\n]*)'/g, /"([^"\n]*)"/g, /`([^`\n]*)`/g].flatMap((quote) =>
  sources.flatMap((source) =>
    [...source.matchAll(quote)].map(([, text = '']) => text.replace(/^\[\w+\]|^.*:(?=[\w-]+\.)/g, '')),
  ),
);
const isKey = (text: string) => /^[\w-]*[a-z][\w-]*(\.|\$|$)/.test(text) && /^[\w.${}()?'| -]+$/.test(text);
/** The template of a function that looks any key up names none. */
const namesNone = (text: string) => /\.\$\{key\}$/.test(text);
const patterns = [...new Set(quoted)]
  .filter((text) => isKey(text) && !namesNone(text))
  .map(
    (text) =>
      new RegExp(
        `(^|\\.)${text
          .replace(/\$\{[^}]*\}/g, '\0')
          .replace(/[.()?|$]/g, '\\$&')
          .replaceAll('\0', '[\\w.-]+')}$`,
      ),
  );

it.each(words)('every text of %s is shown somewhere', (file) => {
  const keys = [...textsOf(REFERENCE, file).keys()];
  expect(keys.filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
});

it.each(readdirSync('nodes').filter((name) => name.endsWith('.html')))('every text that %s names exists', (dialog) => {
  const known = textsOf(REFERENCE, dialog.replace('.html', '.json'));
  const named = [...readFileSync(`nodes/${dialog}`, 'utf8').matchAll(/data-i18n="(?:\[\w+\])?([\w.-]+)"/g)];
  expect(named.map(([, key]) => key ?? '').filter((key) => !known.has(key))).toEqual([]);
});
