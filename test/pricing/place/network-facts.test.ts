import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../../src/core/markets.ts';
import { leviesOn, vatOn } from '../../../src/pricing/charges.ts';
import { networkFactsOf, taxAreasAt } from '../../../src/pricing/place/network-facts.ts';
import { catalogue } from '../../support/service/shipped-service.ts';

function bookOf(country: CountryCode) {
  const book = catalogue.books.get(country);
  if (!book) throw new Error(`no book of ${country}`);
  return book;
}
const factsOf = (country: CountryCode) => networkFactsOf(bookOf(country));

describe('the facts of the network of a country', () => {
  it.each(['ES', 'FR', 'GR', 'HU', 'IT', 'LT', 'PT', 'SI'] as const)('%s has one national charge', (country) => {
    expect(factsOf(country).national).toBeDefined();
  });

  it.each([
    ['AT', true],
    ['NL', true],
    ['DE', false],
    ['NO', false],
    ['PL', false],
    ['IE', false],
  ] as const)('the operators of %s are on the map: %s', (country, isMapped) => {
    expect(factsOf(country)).toMatchObject({ isMapped });
    expect(factsOf(country).national).toBeUndefined();
  });

  it('name the tariff of most households, and that of spot contracts where it is another', () => {
    expect(factsOf('DE').defaults).toMatchObject({ 'de-netze-bw': { household: 'de-netze-bw-household' } });
    expect(factsOf('AT').defaults['at-wien']).toEqual({ household: 'at-wien-household', spot: 'at-wien-level-7' });
  });

  it('name the operator of a grid tariff, and of a supply tariff that is sold in its region alone', () => {
    const london = { id: 'gb-region-c', name: 'Distribution region C, London' };
    expect(factsOf('DE').operators['de-netze-bw-module-3']).toEqual({ id: 'de-netze-bw', name: 'Netze BW' });
    expect(factsOf('GB').operators).toMatchObject({ 'gb-grid-c': london, 'gb-example-standard-c': london });
    // Flanders has eight operators.
    expect(factsOf('BE').operators).not.toHaveProperty('be-example-dynamic-v');
  });

  it('name grid tariffs of an operator whose own concession fee is held', () => {
    const { levies, ...book } = bookOf('DE');
    const [fee] = levies.filter(({ name }) => name === 'Konzessionsabgabe');
    const own = fee && [...levies, { ...fee, scope: { operators: ['de-netze-bw'] } }];
    const settled = ['de-netze-bw-household', 'de-netze-bw-module-3'];
    expect(networkFactsOf({ ...book, levies: own ?? [] }).settled).toEqual(settled);
    expect(factsOf('DE').settled).toEqual([]);
  });
});

describe('a tax area', () => {
  // Levies are in major units per kWh.
  it.each([
    [
      'AT',
      'at-wien',
      [
        ['Wien', 0.0072, 0.07, 0.2],
        ['Niederösterreich', 0.0072, 0, 0.2],
      ],
    ],
    ['AT', 'at-salzburg', [['Salzburg', 0.010989, 0, 0.2]]],
    ['AT', 'at-kleinwalsertal', [['Kleinwalsertal', 0.0072, 0, 0.19]]],
    ['AT', 'at-graz', []],
    [
      'SE',
      'se-vattenfall',
      [
        ['Övriga kommuner', 0.36, 0, 0.25],
        ['Kommuner med lägre energiskatt', 0.264, 0, 0.25],
      ],
    ],
    [
      ...(['NO', 'no-arva'] as const),
      [
        ['Nordland, Troms uten tiltakssonen', 0.0713, 0, 0],
        ['Tiltakssonen: Finnmark, Nord-Troms', 0, 0, 0],
      ],
    ],
    ['NO', 'no-elvia', []],
    ['BE', 'be-resa', [['Wallonie', 0.050157, 0, 0.06]]],
    ['DE', undefined, [['Helgoland', 0.04266, 0, 0]]],
    ['DE', 'de-netze-bw', []],
    [
      ...(['ES', undefined] as const),
      [
        ['Península y Baleares', 0, 0.0511269632, 0.21],
        ['Canarias', 0, 0.0511269632, 0],
        ['Ceuta y Melilla', 0, 0.0511269632, 0.01],
      ],
    ],
  ] as const)('of %s at %s has the taxes of its postal code', (country, operator, expected) => {
    const book = bookOf(country);
    const date = '2026-07-01';
    const found = taxAreasAt(book.taxAreas, operator).map(({ name, postalCode }) => {
      const place = { country, operator, postalCode };
      const fees = book.levies.filter(({ component }) => component === 'fees');
      const { perKwh, share } = leviesOn(fees, place, date) ?? { perKwh: 0, share: 0 };
      return [name, Number(perKwh.toFixed(6)), share, vatOn(book.vat, place, date)];
    });
    expect(found).toEqual(expected);
  });
});
