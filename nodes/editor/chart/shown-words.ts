import { wordsOf } from '../common/words.ts';

/** A text of `locales/<lang>/sidebar.json`. */
export const word = wordsOf('sidebar');

/** A text of another set of ours. */
export const wordOf = (set: 'price-series' | 'cheapest-window', key: string): string => wordsOf(set)(key);
