import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { totalOf } from '../../../src/core/components.ts';
import { holdsPrices, readOutside } from '../../../src/messages/outside/outside.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import { readPrices } from '../../../src/messages/prices.ts';

const t0 = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
const hour = (index: number) => new Date((t0 + index * 3600) * 1000).toISOString();
const from = (index: number) => ({ start: t0 + index * 3600, end: t0 + (index + 1) * 3600 });

/** As tibber-query of node-red-contrib-tibber-api passes on what Tibber answers. */
const today = [
  { total: 0.3124, energy: 0.087, tax: 0.2254, startsAt: '2026-01-15T00:00:00.000+01:00', currency: 'EUR' },
  { total: 0.3664, energy: 0.1324, tax: 0.234, startsAt: '2026-01-15T01:00:00.000+01:00', currency: 'EUR' },
];
const currentSubscription = { priceInfo: { current: today[0], today, tomorrow: [] } };
const tibber = [
  { ...from(0), energy: 0.087, fees: 0.2254 },
  { ...from(1), energy: 0.1324, fees: 0.234 },
];

/** The attributes of a sensor of Home Assistant's Nord Pool integration (custom-components/nordpool). */
const attributes = {
  unit: 'kWh',
  currency: 'SEK',
  country: 'Sweden',
  region: 'SE3',
  today: [0.5, 0.75],
  tomorrow: [],
  tomorrow_valid: false,
  raw_today: [0.5, 0.75].map((value, i) => ({ start: hour(i), end: hour(i + 1), value })),
  raw_tomorrow: [{ start: hour(24), end: hour(25), value: null }],
  price_in_cents: false,
};
const swedish = [
  { ...from(0), total: 0.5 },
  { ...from(1), total: 0.75 },
];

const octopus = [
  { value_exc_vat: 20, value_inc_vat: 21, valid_from: hour(1), valid_to: hour(2), payment_method: null },
  { value_exc_vat: 9, value_inc_vat: 9.45, valid_from: hour(1), valid_to: hour(2), payment_method: 'NON_DIRECT_DEBIT' },
  { value_exc_vat: -2, value_inc_vat: -2.1, valid_from: hour(0), valid_to: hour(1), payment_method: 'DIRECT_DEBIT' },
  { value_exc_vat: 24, value_inc_vat: 25.2, valid_from: hour(2), valid_to: null, payment_method: null },
];
const british = [
  { ...from(0), energy: -0.02, vat: -0.001 },
  { ...from(1), energy: 0.2, vat: 0.01 },
  // Without an end: to the end of tomorrow in UTC.
  { start: t0 + 2 * 3600, end: Date.parse('2026-01-16T00:00:00Z') / 1000, energy: 0.24, vat: 0.012 },
];
const open = { payment_method: 'NON_DIRECT_DEBIT', valid_from: null, valid_to: null };

/** The attributes of other price sensors in Home Assistant. */
const danish = { currency: 'DKK', region_code: 'DK1', unit: 'kWh', use_cent: false };
const python = (index: number) => `2026-01-15 0${index}:00:00+01:00`;
const zonneplan = [3_000_000, -1_000_000].map((amount, i) => ({ start_date: hour(i), price_tax_included: { amount } }));
const responseOf = (...areas: string[]) =>
  Object.fromEntries(
    areas.map((area) => [area, [300, -100].map((price, i) => ({ start: hour(i), end: hour(i + 1), price }))]),
  );

const plain = [0.3, -0.1].map((value, i) => ({ ...from(i), total: value }));
const values = [0.3, -0.1].map((value, i) => ({ start: hour(i), value }));
const rates = [0.3, -0.1].map((value, i) => ({ start: hour(i), end: hour(i + 1), value }));

// Promise P-443 integrate/outside-prices: each form of the table is read as described, and a device is planned by it
//   alike
describe('prices of others are read', () => {
  it.each([
    ['Tibber, one home', { viewer: { home: { currentSubscription } } }, 'tibber', tibber],
    [
      'Tibber, the first of all homes',
      { viewer: { homes: [{ currentSubscription: null }, { currentSubscription }] } },
      'tibber',
      tibber,
    ],
    ['Tibber, the whole answer', { data: { viewer: { homes: [{ currentSubscription }] } } }, 'tibber', tibber],
    ['Tibber, its priceInfo', { priceInfo: { today, tomorrow: [] } }, 'tibber', tibber],
    ['Tibber, its days', { today, tomorrow: null }, 'tibber', tibber],
    ['Tibber, a list', today, 'tibber', tibber],
    [
      'Tibber, asked for the total alone',
      { today: today.map(({ total, startsAt }) => ({ total, startsAt })) },
      'tibber',
      [0.3124, 0.3664].map((total, i) => ({ ...from(i), total })),
    ],
    [
      'Tibber, asked for energy and tax',
      { today: today.map(({ energy, tax, startsAt }) => ({ energy, tax, startsAt })) },
      'tibber',
      tibber,
    ],
    ['Nord Pool in Home Assistant, an entity', { entity_id: 'sensor.nordpool', attributes }, 'home-assistant', swedish],
    ['Nord Pool in Home Assistant, an event', { new_state: { attributes } }, 'home-assistant', swedish],
    ['Nord Pool in Home Assistant, the attributes', attributes, 'home-assistant', swedish],
    ['Nord Pool in öre', { ...attributes, price_in_cents: true }, 'home-assistant', swedish.map(per(100))],
    ['Nord Pool per MWh', { ...attributes, unit: 'MWh' }, 'home-assistant', swedish.map(per(1000))],
    [
      'node-red-contrib-nordpool-api-plus, per MWh',
      [87, 132.4].map((price, i) => ({ price, currency: 'EUR', area: 'FI', timestamp: hour(i) })),
      'nord-pool',
      [0.087, 0.1324].map((energy, i) => ({ ...from(i), energy })),
    ],
    ['Octopus, newest first, in pence', { count: 4, next: null, results: octopus }, 'octopus', british],
    [
      'Octopus, a rate without start and end that holds for other payment than direct debit',
      { results: [{ value_exc_vat: 20, value_inc_vat: 21, ...open }] },
      'octopus',
      [{ start: Date.parse('2026-01-14T00:00:00Z') / 1000, end: british[2]?.end, energy: 0.2, vat: 0.01 }],
    ],
    [
      'Octopus, beside rates for direct debit',
      { results: [...octopus, { value_exc_vat: 90, value_inc_vat: 90, ...open }] },
      'octopus',
      british,
    ],
    [
      'Energi Data Service in Home Assistant',
      { ...danish, raw_today: [0.3, -0.1].map((price, i) => ({ hour: hour(i), price })), raw_tomorrow: null },
      'home-assistant',
      plain,
    ],
    [
      'Energi Data Service in øre',
      { ...danish, use_cent: true, raw_today: [30, -10].map((price, i) => ({ hour: hour(i), price })) },
      'home-assistant',
      plain,
    ],
    [
      'ENTSO-e in Home Assistant, which sends all prices a second time',
      {
        attributes: {
          prices_today: [{ time: python(0), price: 0.3 }],
          prices_tomorrow: [{ time: python(1), price: -0.1 }],
          prices: [{ time: python(0), price: 0.3 }],
        },
      },
      'home-assistant',
      plain,
    ],
    [
      'EPEX Spot in Home Assistant',
      {
        new_state: {
          attributes: {
            data: [0.3, -0.1].map((price_per_kwh, i) => ({
              start_time: hour(i),
              end_time: hour(i + 1),
              price_per_kwh,
            })),
          },
        },
      },
      'home-assistant',
      plain,
    ],
    [
      'EPEX Spot in cents',
      {
        data: [30, -10].map((price_ct_per_kwh, i) => ({
          start_time: hour(i),
          end_time: hour(i + 1),
          price_ct_per_kwh,
        })),
      },
      'home-assistant',
      plain,
    ],
    ['Zonneplan, ten-millionths of a euro', { attributes: { forecast: zonneplan } }, 'home-assistant', plain],
    [
      'Nord Pool’s action in Home Assistant, per MWh',
      responseOf('NL'),
      'nord-pool',
      plain.map(({ total: energy, ...span }) => ({ ...span, energy })),
    ],
    [
      'Nord Pool’s action as a response',
      { response: responseOf('SE3') },
      'nord-pool',
      plain.map(({ total: energy, ...span }) => ({ ...span, energy })),
    ],
    ['power-saver', { source: 'Tibber', priceData: values }, 'power-saver', plain],
    ['evcc', { rates }, 'evcc', plain],
    [
      'evcc, an earlier answer',
      { result: { rates: rates.map(({ value, ...rest }) => ({ ...rest, price: value })) } },
      'evcc',
      plain,
    ],
    ['anybody, a list', rates, 'message', plain],
    [
      'price-series itself, with its components',
      { prices: [{ start: hour(0), end: hour(1), energy: 0.1, grid: 0.08, vat: 0.03, total: 0.21 }] },
      'message',
      [{ ...from(0), energy: 0.1, grid: 0.08, vat: 0.03 }],
    ],
    [
      'a total that counts more than its components',
      { prices: [{ start: hour(0), end: hour(1), energy: 0.1, total: 0.25 }] },
      'message',
      [{ ...from(0), energy: 0.1, total: 0.25 }],
    ],
  ])('%s', (_, payload, feed, points) => {
    expect(holdsPrices(payload)).toBe(true);
    const read = readOutside(payload, t0);
    expect(read.points).toEqual(points);
    expect(read.origin).toEqual({ kind: 'external', feed });
    // A device goes by the same.
    expect(readPrices(payload, t0).spans.map(({ price }) => price)).toEqual(points.map(totalOf));
  });

  // Promise P-454 integrate/outside-prices: the country is that of the message, if it has one; `grid` is missing in
  //   Norway and Sweden of Tibber's
  it.each([
    ['Tibber', { today }, { currency: 'EUR', soldIn: ['DE', 'NL', 'NO', 'SE'], asked: [] }],
    [
      'Tibber where the network sends a bill of its own',
      { today: today.map((price) => ({ ...price, currency: 'NOK' })) },
      { country: 'NO', currency: 'NOK', asked: ['grid'] },
    ],
    ['Home Assistant', attributes, { country: 'SE', currency: 'SEK', asked: [] }],
    ['Home Assistant in Norway', { ...attributes, region: 'Kr.sand', currency: 'NOK' }, { country: 'NO' }],
    [
      'the exchange',
      [0, 1].map((i) => ({ price: 87, currency: 'EUR', area: 'SE3', timestamp: hour(i) })),
      { country: 'SE', currency: 'EUR', asked: ['energy', 'grid', 'fees', 'vat'] },
    ],
    ['Energi Data Service', { ...danish, raw_today: [{ hour: hour(0), end: hour(1), price: 1 }] }, { country: 'DK' }],
    ['Zonneplan', { forecast: zonneplan }, { country: 'NL', currency: 'EUR', asked: [] }],
    ['Nord Pool’s action', responseOf('SE3'), { country: 'SE', asked: ['energy', 'grid', 'fees', 'vat'] }],
    ['Octopus', { results: octopus }, { country: 'GB', currency: 'GBP', asked: [] }],
    [
      'a series',
      { prices: rates, currency: 'CHF', country: 'ch', timeZone: 'Europe/Zurich' },
      { country: 'CH', currency: 'CHF' },
    ],
  ])('with what they tell of their market: %s', (_, payload, market) => {
    expect(readOutside(payload, t0)).toMatchObject(market);
  });

  it('that were a replay stay one, and lack what they lacked', () => {
    const relayed = { prices: rates, source: { kind: 'replay', fetchedAt: hour(0) }, missing: ['grid'] };
    expect(readOutside(relayed, t0)).toMatchObject({ origin: { kind: 'replay' }, asked: ['grid'] });
    expect(readPrices(relayed, t0).origin).toEqual({ kind: 'replay' });
  });

  it('leaves a gap a gap where all intervals are alike', () => {
    const [first, , third] = [0, 1, 2].map((i) => ({ total: 0.3, startsAt: hour(i) }));
    const half = { total: 0.2, startsAt: new Date((t0 + 1800) * 1000).toISOString() };
    expect(
      readOutside({ today: [first, half, third] }, t0).points.map(({ start, end }) => [start - t0, end - t0]),
    ).toEqual([
      [0, 1800],
      [1800, 3600],
      [7200, 9000],
    ]);
  });

  // Promise P-451 integrate/outside-prices: times may be dates of a function node
  it('takes the dates that a function node makes, which are of another realm', () => {
    const start = runInNewContext(`new Date(${t0 * 1000})`);
    expect(readOutside([{ start, end: hour(1), value: 0.3 }], t0).points).toEqual([{ ...from(0), total: 0.3 }]);
  });

  it('takes each once', () => {
    expect(readOutside([...rates, ...rates], t0).points).toEqual(plain);
  });
});

// Promise P-465 integrate/outside-prices: what cannot be used is refused as a whole, with its reason
describe('prices of others are refused', () => {
  it.each([
    ['none at all', { today: [], tomorrow: [] }, false, /no prices of a form/],
    ['none in an answer', { priceInfo: { today: [], tomorrow: [] } }, true, /^holds no price$/],
    ['a Tibber price without a number', { today: [{ startsAt: hour(0) }] }, true, /^today\.0: has no total$/],
    [
      'a price in a string',
      { rates: [{ start: hour(0), end: hour(1), value: '0.3' }] },
      true,
      /^rates\.0\.value: .*number/,
    ],
    [
      'a home without a contract',
      { viewer: { homes: [{ currentSubscription: null }] } },
      true,
      /^viewer: has no contract with prices$/,
    ],
    ['two prices for one time', [...rates, { ...rates[1], value: 0.9 }], true, /^two prices for 2026-01-15T00:00:00Z$/],
    ['one that ends before it begins', [{ start: hour(1), end: hour(0), value: 1 }], true, /ends before it begins$/],
    [
      'one that begins within a minute',
      [{ start: '2026-01-15T00:00:01Z', end: hour(3), value: 1 }],
      true,
      /no whole minute$/,
    ],
    ['two areas of one action', responseOf('NL', 'BE'), true, /^holds NL, BE: request one area$/],
    [
      'a sensor of EPEX Spot without a price',
      { data: [{ start_time: hour(0), end_time: hour(1), rank: 3 }] },
      true,
      /^data\.0: has no price_per_kwh$/,
    ],
    [
      'a sensor of Energi Data Service without a time',
      { raw_today: [{ price: 1 }] },
      true,
      /^raw_today\.0: has neither start nor hour$/,
    ],
    ['another unit', { ...attributes, unit: 'GWh' }, true, /^unit: /],
    [
      'no price of this world',
      { results: [{ ...octopus[0], value_inc_vat: 1e308 }] },
      true,
      /^results\.0\.value_inc_vat: /,
    ],
    [
      'no price of this world in Home Assistant',
      { ...attributes, raw_today: [...attributes.raw_today, { start: hour(2), end: hour(3), value: 1e308 }] },
      true,
      /^raw_today\.2\.value: expected -1000000 to 1000000$/,
    ],
    [
      'none of this world per MWh',
      { ...attributes, unit: 'MWh', raw_tomorrow: [{ start: hour(24), end: hour(25), value: -1e10 }] },
      true,
      /^raw_tomorrow\.0\.value: expected -1000000000 to 1000000000$/,
    ],
    ['too many', { rates: new Array(10_001).fill(rates[0]) }, true, /^rates: at most 10000 prices$/],
  ])('%s', (_, payload, isPrices, text) => {
    expect(holdsPrices(payload)).toBe(isPrices);
    expect(() => readOutside(payload, t0)).toThrow(MessageError);
    expect(() => readOutside(payload, t0)).toThrow(text);
  });
});

function per(units: number) {
  return ({ total, ...span }: { start: number; end: number; total: number }) => ({ ...span, total: total / units });
}
