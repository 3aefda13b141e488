import { type Texts, textsIn } from '../adapter/languages.ts';

/** The sets of texts that the page says something of, each with those of its branches. */
const sets: Readonly<Record<string, readonly string[]>> = {
  page: ['page'],
  sidebar: ['sidebar', 'chart'],
  battery: ['battery'],
  'price-series': ['price-series'],
  config: ['fault'],
};

/** The texts of the page in a language. */
export const wordsIn = (language: string): Texts =>
  Object.fromEntries(
    Object.entries(sets).map(([set, branches]) => [
      set,
      Object.fromEntries(branches.map((name) => [name, textsIn(language, set, name)])),
    ]),
  );
