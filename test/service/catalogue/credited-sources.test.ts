import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { markets } from '../../../src/core/markets.ts';
import { PRICE_FILE_EXTENSION } from '../../../src/core/price-file.ts';
import { countriesOf } from '../../../src/feeds/zones.ts';
import { attributionOf } from '../../../src/service/catalogue/public-facts.ts';
import { shippedCatalogue } from '../../../src/service/catalogue/shipped.ts';

const { sources, books } = shippedCatalogue();
const zones = readdirSync('data/prices')
  .filter((file) => file.endsWith(PRICE_FILE_EXTENSION))
  .map((file) => file.slice(0, -PRICE_FILE_EXTENSION.length));

describe('the sources that ship', () => {
  it.each(zones)('credit one for the replayed prices of %s, in the country of the zone', (zone) => {
    const credited = sources.filter(({ replay, name = '' }) => replay && name.split(/[ ,]+/).includes(zone));
    expect(credited).toHaveLength(1);
    expect(credited[0]?.countries).toContain(countriesOf(zone)[0]);
  });

  it.each([...books.keys()])('credit one for the charges of %s', (country) => {
    expect(sources.filter(({ replay, countries }) => !replay && countries?.includes(country))).not.toEqual([]);
  });

  it('credit none in a country that holds nothing of it', () => {
    const held = [...books.keys(), ...zones.flatMap((zone) => countriesOf(zone))];
    const credited = sources.flatMap(({ countries = [] }) => countries);
    expect(credited.filter((country) => !(country in markets) || !held.some((each) => each === country))).toEqual([]);
  });
});

describe('the sources that are credited', () => {
  const [replayed, charges, everywhere, live] = ['replayed', 'charges', 'everywhere', 'live'].map((publisher) => ({
    ...{ name: publisher, publisher, licence: 'L', notice: 'N', shareAlike: false },
  }));
  const shipped = [
    { ...replayed, countries: ['DK'], replay: true },
    { ...charges, countries: ['DK'] },
    { ...everywhere },
  ] as typeof sources;
  const now = [{ ...live, countries: ['DK', 'SE'] }] as ReturnType<typeof attributionOf>;

  it.each<[string, Parameters<typeof attributionOf>[1], readonly string[]]>([
    ['of a replay', {}, ['replayed', 'charges', 'everywhere']],
    ['of a replay in DK', { country: 'DK' }, ['replayed', 'charges', 'everywhere']],
    ['of a replay in SE', { country: 'SE' }, ['everywhere']],
    ['of live prices', { live: now }, ['charges', 'everywhere', 'live']],
    ['of live prices in DK', { live: now, country: 'DK' }, ['charges', 'everywhere', 'live']],
    ['of live prices in SE', { live: now, country: 'SE' }, ['everywhere', 'live']],
    ['of live prices in DE', { live: now, country: 'DE' }, ['everywhere']],
    ['of live prices that nobody has asked for', { live: [] }, ['charges', 'everywhere']],
  ])('are those %s', (_, asked, publishers) => {
    const credited = attributionOf(shipped, asked);
    expect(credited.map(({ publisher }) => publisher)).toEqual(publishers);
    for (const source of credited) expect(source).not.toHaveProperty('replay');
  });
});
