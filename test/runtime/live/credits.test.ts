import { describe, expect, it } from 'vitest';
import { priceFeeds } from '../../../src/feeds/price-feeds.ts';
import { ecb } from '../../../src/feeds/rates/ecb.ts';
import { tariffFeeds } from '../../../src/feeds/tariff-feeds.ts';
import { zoneFacts } from '../../../src/feeds/zones.ts';
import { creditsOf } from '../../../src/runtime/live/credits.ts';

/** The zones whose prices come in euro and are paid in another currency. */
const abroad: Readonly<Record<string, string>> = {
  ...{ CH: 'CH', CZ: 'CZ', DK1: 'DK', DK2: 'DK', HU: 'HU', PL: 'PL', RO: 'RO' },
  ...{ NO1: 'NO', NO2: 'NO', NO3: 'NO', NO4: 'NO', NO5: 'NO', SE1: 'SE', SE2: 'SE', SE3: 'SE', SE4: 'SE' },
};
const [feed] = priceFeeds;
const inUse = (...zones: readonly string[]) =>
  zones.flatMap((zone) => (feed ? [{ zone, feed, terms: feed.termsIn(zone), updated: '2026-04-15' }] : []));
const creditsIn = (...zones: readonly string[]) => creditsOf({ inUse: () => inUse(...zones), toldBy: () => [] });
const ratesIn = (...zones: readonly string[]) =>
  creditsIn(...zones).filter(({ publisher }) => publisher === 'European Central Bank');

describe('the credits of live prices', () => {
  it.each(Object.keys(zoneFacts))('name the source of the exchange rates where %s is not paid in euro', (zone) => {
    const country = abroad[zone];
    expect(ratesIn(zone).map(({ countries }) => countries)).toEqual(country ? [[country]] : []);
  });

  it('name the source of the exchange rates once for all countries that need it', () => {
    expect(ratesIn('DE-LU', 'DK1', 'FR', 'DK2', 'SE3', 'NO2', 'AT')).toEqual([
      {
        name: 'Exchange rates',
        publisher: 'European Central Bank',
        licence: ecb.terms.licence,
        notice: ecb.terms.notice,
        countries: ['DK', 'SE', 'NO'],
        shareAlike: false,
      },
    ]);
  });

  it.each(priceFeeds.flatMap((each) => each.zones.map((zone) => [each.name, zone, each] as const)))(
    'name %s in %s with its publisher, and its licence and its notice there',
    (_, zone, feed) => {
      const terms = feed.termsIn(zone);
      const [credit] = creditsOf({ inUse: () => [{ zone, feed, terms, updated: '2026-04-15' }], toldBy: () => [] });
      const { publisher } = feed;
      const { licence, notice, shareAlike } = terms;
      expect(credit).toMatchObject({ name: `Day-ahead prices ${zone}`, publisher, licence, notice, shareAlike });
      expect(credit?.updated).toBe('2026-04-15');
      for (const text of [publisher, licence, notice]) expect(text).not.toBe('');
    },
  );

  it.each([
    ['DE-LU', ['DE', 'LU']],
    ['FR', ['FR', 'MC']],
    ['IT-NORTH', ['IT']],
    ['GB-A', ['GB']],
    ['PVPC', ['ES']],
    ['CH-CKW', ['CH']],
  ])('name for %s the countries that it prices: %j', (zone, countries) => {
    expect(creditsIn(zone)[0]?.countries).toEqual(countries);
  });

  it.each(tariffFeeds.map((each) => [each.name, each] as const))(
    'name %s for what it tells of its country',
    (_, feed) => {
      const { about, publisher, country, terms } = feed;
      const { licence, notice, shareAlike } = terms;
      expect(creditsOf({ inUse: () => [], toldBy: () => [{ feed, updated: '2026-04-15' }] })).toEqual([
        {
          ...{ name: `${about}, live`, publisher, licence, notice, shareAlike },
          ...{ countries: [country], updated: '2026-04-15' },
        },
      ]);
    },
  );

  it('name every source in use, prices first', () => {
    const toldBy = () => tariffFeeds.map((feed) => ({ feed, updated: '2026-04-15' }));
    const credits = creditsOf({ inUse: () => inUse('DE-LU', 'DK1'), toldBy });
    expect(credits.map(({ name }) => name)).toEqual([
      ...['Day-ahead prices DE-LU', 'Day-ahead prices DK1', 'Exchange rates'],
      ...tariffFeeds.map(({ about }) => `${about}, live`),
    ]);
  });

  it('name nothing where nothing is in use', () => {
    expect(creditsIn()).toEqual([]);
  });
});
