import { expect, it } from 'vitest';
import { feedsCommand } from '../../src/cli/feeds.ts';
import { UsageError } from '../../src/cli/flags.ts';
import { feedNames } from '../../src/feeds/feed.ts';
import { priceFeeds } from '../../src/feeds/price-feeds.ts';
import { tariffFeeds } from '../../src/feeds/tariff-feeds.ts';

it('feeds lists every feed with its zones, terms and root', () => {
  const lines = feedsCommand([]);
  expect(lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(':')[0])).toEqual([
    ...feedNames,
    ...tariffFeeds.map(({ name }) => name),
    'ecb',
  ]);
  expect(lines).toContain('energi-data-service: Energinet, root energinet, https://api.energidataservice.dk');
  expect(lines).toContain('  open (CC BY 4.0): DE-LU DK1 DK2 NO2 SE3 SE4');
  expect(lines).toContain('  household (terms not stated): ES PT');
  expect(lines[0]).toMatch(/^entsoe: .*, with a token of your own$/);
  expect(() => feedsCommand(['--zone'])).toThrow(UsageError);
});

it('every feed that says it is open names its licence and whom to credit', () => {
  const open = priceFeeds
    .flatMap((feed) => feed.zones.map((zone) => feed.termsIn(zone)))
    .filter(({ use }) => use === 'open');
  expect(new Set(open.map(({ licence }) => licence))).toEqual(new Set(['CC BY 4.0']));
  expect(open.filter(({ notice }) => !/CC BY 4\.0/.test(notice))).toEqual([]);
});
