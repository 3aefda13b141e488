import { feedNames } from './feed.ts';

/** Among chosen sources: every one that there is, those for one's own household among them. */
export const EVERY_SOURCE = 'all';

/** Every feed by its name, in the order in which they are asked: whoever reads a choice loads none of them for it. */
export const sourceNames: readonly string[] = [
  ...feedNames,
  'datahub-pricelist',
  'tempo',
  'eltariff-eon',
  'eltariff-goteborg',
  'ecb',
];
