import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(__dirname, '../locales');
const REFERENCE = 'en-US';

/** By file, branch and key; a key may have keys of its own. */
type Branch = Readonly<Record<string, string>>;
type Words = Readonly<Record<string, Branch>>;

/** The sets of texts that the page says something of, each with those of its branches. */
const sets: Readonly<Record<string, readonly string[]>> = {
  page: ['page'],
  sidebar: ['sidebar', 'chart'],
  battery: ['battery'],
  'price-series': ['price-series'],
  config: ['fault'],
};

/** The language of ours that a browser asks for first with its `Accept-Language`, which is in its user's order. */
export function languageFor(accepted: string): string {
  const ours = readdirSync(LOCALES);
  const asked = accepted.split(',').map((each) => each.split(';')[0]?.trim().toLowerCase() ?? '');
  const spoken = (tag: string) => tag.toLowerCase().split('-')[0];
  const found = asked.flatMap((tag) => ours.find((own) => tag !== '' && spoken(own) === spoken(tag)) ?? []);
  return found[0] ?? REFERENCE;
}

/** The texts of the page in a language; what it has not is said in that of the reference. */
export function wordsIn(language: string): Readonly<Record<string, Words>> {
  return Object.fromEntries(
    Object.entries(sets).map(([set, branches]) => {
      const [own, reference] = [language, REFERENCE].map((each) => branchesOf(each, set));
      return [set, Object.fromEntries(branches.map((name) => [name, { ...reference?.[name], ...own?.[name] }]))];
    }),
  );
}

const branchesOf = (language: string, set: string): Words =>
  JSON.parse(readFileSync(join(LOCALES, language, `${set}.json`), 'utf8'));
