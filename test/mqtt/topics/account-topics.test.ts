import { expect, it } from 'vitest';
import { accountRows } from '../../../src/mqtt/account-topics.ts';
import { publicationsOf } from '../../../src/mqtt/topics.ts';

const month = {
  since: Date.parse('2026-04-01T00:00:00+02:00') / 1000,
  energyKwh: 42.1,
  pricedKwh: 40,
  cost: 8,
  saved: -0.5,
};
const day = { since: Date.parse('2026-04-15T00:00:00+02:00') / 1000, energyKwh: 2, pricedKwh: 2, cost: 0.6, saved: 0 };
const total = {
  since: Date.parse('2026-01-15T10:00:00+01:00') / 1000,
  energyKwh: 4711,
  pricedKwh: 4711,
  cost: 999,
  saved: 99,
};

const bill = { since: Date.parse('2026-04-02T08:00:00+02:00') / 1000, energyKwh: 40, cost: 9.5 };

// Promise P-277 integrate/topics: its account, as numbers and as JSON
it('has bare numbers, and JSON with the time since when they count', () => {
  const told = publicationsOf(
    accountRows,
    { currency: 'EUR', timeZone: 'Europe/Berlin', day, month, total, bill },
    'window/car/',
  );
  expect(told.map(({ topic, payload }) => [topic, payload])).toEqual([
    ['window/car/energy_month', '42.1'],
    ['window/car/cost_month', '8'],
    ['window/car/saved_month', '-0.5'],
    ['window/car/energy_total', '4711'],
    ['window/car/cost_total', '999'],
    ['window/car/saved_total', '99'],
    ['window/car/bill_month', '9.5'],
    [
      'window/car/account',
      '{"currency":"EUR",' +
        '"day":{"since":"2026-04-15T00:00:00+02:00","energy_kwh":2,"priced_kwh":2,"cost":0.6,"saved":0},' +
        '"month":{"since":"2026-04-01T00:00:00+02:00","energy_kwh":42.1,"priced_kwh":40,"cost":8,"saved":-0.5},' +
        '"total":{"since":"2026-01-15T10:00:00+01:00","energy_kwh":4711,"priced_kwh":4711,"cost":999,"saved":99},' +
        '"bill":{"since":"2026-04-02T08:00:00+02:00","energy_kwh":40,"cost":9.5}}',
    ],
  ]);
});

it('clears all of them where there is no account', () => {
  const cleared = publicationsOf(accountRows, undefined);
  expect([cleared.length, cleared.every(({ payload }) => payload === '')]).toEqual([8, true]);
});
