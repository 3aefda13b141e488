import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(__dirname, '../locales');
/** The language that has every text. */
const REFERENCE = 'en-US';

/** Texts by their keys; a key may have keys of its own. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Tags that other names of one of our languages begin with. */
const aliases: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/** The tags of the languages that there are texts in. */
export const ourLanguages = (): readonly string[] => readdirSync(LOCALES);

/** The language of ours that a tag means, as `nl` of `nl-BE` and `nb` of `no`; `undefined` where there is none. */
export function languageNamed(tag: string): string | undefined {
  const [spoken = ''] = tag.trim().toLowerCase().split(/[-_]/);
  const own = aliases[spoken] ?? spoken;
  return ourLanguages().find((each) => each.toLowerCase().split('-')[0] === own);
}

/** The language of ours that a browser likes best, by the weights of its `Accept-Language`. */
export function languageFor(accepted: string): string {
  const asked = accepted.split(',').map((each) => {
    const [tag = '', ...terms] = each.split(';');
    const weight = terms.map((term) => /^\s*q=([\d.]+)\s*$/i.exec(term)?.[1]).find(Boolean);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const liked = asked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return liked.flatMap(({ tag }) => languageNamed(tag) ?? [])[0] ?? REFERENCE;
}

/** The texts of a branch of a set in a language; what it has not is said in that of the reference. */
export function textsIn(language: string, set: string, branch: string): Texts {
  const [own, reference] = [language, REFERENCE].map((each) => branchesOf(each, set)[branch]);
  return { ...reference, ...own };
}

const branchesOf = (language: string, set: string): Readonly<Record<string, Texts>> =>
  JSON.parse(readFileSync(join(LOCALES, language, `${set}.json`), 'utf8'));
