import { describe, expect, it } from 'vitest';
import { eltariff } from '../../../src/feeds/sources/tariffs/eltariff.ts';

const today = '2026-11-22';
const LAST = '2026-12-23';

/** In the form of the interface, with figures of our own. */
const part = (reference: string, priceExVat: number, from = '2026-01-01', to = '2199-12-31', more = {}) => ({
  id: 'x',
  ...{ type: 'fixed', reference, validPeriod: { fromIncluding: from, toExcluding: to }, unit: 'kWh' },
  price: { priceExVat, priceIncVat: priceExVat * 1.25, currency: 'SEK' },
  recurringPeriods: [],
  ...more,
});
const tariff = (components: readonly object[], from = '2026-01-01', to = '2027-01-01', more = {}) => ({
  ...{ product: 'GNM63', direction: 'consumption', validPeriod: { fromIncluding: from, toExcluding: to } },
  energyPrice: { costFunction: 'sum(energy(c)*price(c))', components },
  ...more,
});
const answer = (...tariffs: object[]) => JSON.stringify({ tariffs, calendarPatterns: [] });

function told(body: string, name = 'eltariff-goteborg') {
  const feed = eltariff.find((each) => each.name === name);
  const step = feed?.next({ today, held: undefined }, [body]);
  return step && 'path' in step ? undefined : step?.figures;
}
const rates = (body: string) =>
  told(body)?.['se-goteborg-house']?.map(({ from, to, rates }) => [from, to, rates[0].price]);

describe('the interface of Swedish operators', () => {
  it('is asked for all tariffs of an operator', () => {
    expect(eltariff.map(({ name, address, next }) => [name, address, next({ today, held: undefined }, [])])).toEqual([
      ['eltariff-eon', 'https://api.apps.eon.se', { path: '/finance-service/api/v1/grid/tariffs' }],
      ['eltariff-goteborg', 'https://api.goteborgenergi.cloud', { path: '/gridtariff/v0/tariffs' }],
    ]);
  });

  it.each<[string, object[], [string, string, number][]]>([
    [
      'without the tax, which is the state’s',
      [tariff([part('main', 0.184), part('tax', 0.36)])],
      [['2026-11-18', LAST, 0.184]],
    ],
    ['of several parts their sum', [tariff([part('main', 0.1), part('fixed', 0.2)])], [['2026-11-18', LAST, 0.3]]],
    [
      'by the days of each part',
      [tariff([part('main', 0.1, '2026-01-01', '2026-12-01'), part('main', 0.2, '2026-12-01')])],
      [
        ['2026-11-18', '2026-11-30', 0.1],
        ['2026-12-01', LAST, 0.2],
      ],
    ],
    [
      'by the days of each tariff, and none after the last',
      [
        tariff([part('main', 0.1)], '2026-01-01', '2026-11-20'),
        tariff([part('main', 0.2)], '2026-11-20', '2026-12-01'),
      ],
      [
        ['2026-11-18', '2026-11-19', 0.1],
        ['2026-11-20', '2026-11-30', 0.2],
      ],
    ],
    [
      'of our product alone',
      [
        tariff([part('main', 0.9)], '2026-01-01', '2027-01-01', { product: 'GN6KW' }),
        { product: 'another' },
        tariff([part('main', 0.1)]),
      ],
      [['2026-11-18', LAST, 0.1]],
    ],
  ])('gives the rate %s', (_, tariffs, expected) => {
    expect(rates(answer(...tariffs))).toEqual(expected);
  });

  it('takes a part whose times are left out, or are an empty object, as one of all day', () => {
    const parts = [undefined, {}].map((recurringPeriods) =>
      part('main', 0.1, undefined, undefined, { recurringPeriods }),
    );
    expect(rates(answer(tariff(parts)))).toEqual([['2026-11-18', LAST, 0.2]]);
  });

  const none = 'has no rate of any tariff that the catalogue holds';
  it.each<[string, string, string]>([
    [
      'a part that follows the exchange',
      answer(tariff([part('main', 0.1), part('spot', 0, undefined, undefined, { type: 'spot', price: {} })])),
      none,
    ],
    [
      'a part without a price',
      answer(tariff([part('spot', 0, undefined, undefined, { type: 'spot', price: undefined })])),
      none,
    ],
    [
      'a part by the clock',
      answer(tariff([part('main', 0.1, undefined, undefined, { recurringPeriods: [{ frequency: 'P1D' }] })])),
      none,
    ],
    ['the tax alone', answer(tariff([part('tax', 0.36)])), none],
    ['two tariffs for the same days', answer(tariff([part('main', 0.1)]), tariff([part('main', 0.2)])), none],
    ['another product', answer(tariff([part('main', 0.1)], '2026-01-01', '2027-01-01', { product: 'X' })), none],
    ['another currency', answer(tariff([part('main', 0.1)])).replace('"SEK"', '"EUR"'), 'currency: Invalid input'],
    ['1e308', answer(tariff([part('main', 1e308)])), 'priceExVat: Too big'],
    [
      'what is fed in',
      answer(tariff([part('main', 0.1)], '2026-01-01', '2027-01-01', { direction: 'production' })),
      'direction: Invalid input',
    ],
    ['a web page', '<html>', 'is no JSON'],
    ['no list', '{"tariffs":{}}', '$.tariffs: Invalid input'],
  ])('is refused with %s', (_, body, message) => {
    expect(() => told(body)).toThrow(message);
  });
});
