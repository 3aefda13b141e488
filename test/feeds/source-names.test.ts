import { expect, it } from 'vitest';
import { priceFeeds } from '../../src/feeds/price-feeds.ts';
import { ecb } from '../../src/feeds/rates/ecb.ts';
import { sourceNames } from '../../src/feeds/source-names.ts';
import { tariffFeeds } from '../../src/feeds/tariff-feeds.ts';

it('every feed may be chosen by its name, and nothing else', () => {
  expect(sourceNames).toEqual([...priceFeeds, ...tariffFeeds, ecb].map(({ name }) => name));
});
