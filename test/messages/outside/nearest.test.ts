import { expect, it } from 'vitest';
import { assertNoPrices } from '../../../src/messages/outside/nearest.ts';

it.each([
  [
    'a list of hours',
    { data: [{ start_time: '2026-01-15T00:00:00Z', price: 0.3 }] },
    '{data: [{start_time, end_time, price_per_kwh}]} or [{timestamp, price, currency, area}] or {NL: [{start, end, price}]}',
  ],
  [
    'tomorrow alone',
    { prices_tomorrow: [{ time: '2026-01-15T00:00:00Z', price: 0.3 }] },
    '{prices_today: [{time, price}], prices_tomorrow} or [{timestamp, price, currency, area}] or {NL: [{start, end, price}]}',
  ],
  [
    'a single price',
    { start: '2026-01-15T00:00:00Z', total: 0.3 },
    '[{start, total}] or {prices: [{start, total}]} or {priceData: [{start, value}]}',
  ],
])('%s is neither prices nor a selection, and the nearest forms are named', (_, payload, forms) => {
  expect(() => assertNoPrices(payload)).toThrow(
    `neither prices nor a selection; prices have a form as ${forms}, a selection has country, consumption, `,
  );
});

it.each([
  ['a selection', { country: 'DE', data: [] }],
  ['a selection whose key is misspelt', { tarif: { id: 'x' } }],
])('%s is read as one', (_, payload) => {
  expect(() => assertNoPrices(payload)).not.toThrow();
});
