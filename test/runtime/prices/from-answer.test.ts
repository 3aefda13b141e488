import { expect, it } from 'vitest';
import { factsOf, pricesOf } from '../../../src/runtime/prices/from-answer.ts';

const NOW = 1_800_000_000;
const market = { hasFees: true, hasLocationScopedFees: true };
const consumption = { id: 'SPOT' };
const grid = { id: 'NET' };

it.each([
  ['neither postal code nor network', {}, {}, ['grid-needs-postal-code', 'fees-need-postal-code']],
  ['a network alone', { grid }, { grid: 0.1 }, ['fees-need-postal-code']],
  ['a postal code with an operator', { postalCode: '10115' }, { grid: 0.1 }, []],
  ['a postal code whose operator has no tariff', { postalCode: '10115' }, {}, ['grid-needs-tariff']],
])('warns of what %s leaves out', (_, address, charge, warnings) => {
  const selection = { country: 'DE' as const, consumption, ...address };
  const priced = { selection, resolution: 3600 as const, include: ['fees'] as const, soon: false };
  const points = [{ start: NOW, end: NOW + 3600, energy: 0.1, fees: 0.02, ...charge }];
  const series = { currency: 'EUR', next: NOW + 60, consumption: { points } };
  const facts = factsOf(priced, { series, fetchedAt: NOW, nextPoll: NOW + 60 }, market);
  expect(pricesOf(priced, facts, NOW, market, undefined).series.warnings ?? []).toEqual(warnings);
});

it.each([
  ['2026-12-31T22:00:00Z', { kind: 'live', expired: { fees: '2026-06-30' } }],
  ['2026-12-31T23:00:00Z', { kind: 'live', expired: { fees: '2026-06-30', energy: '2026-12-31' } }],
])('marks amounts of a Norwegian scheme that are not settled for the hour from %s: %j', (from, source) => {
  const start = Date.parse(from) / 1000;
  const adjustment = { kind: 'no-fixed-price', rate: 0 } as const;
  const selection = { country: 'NO' as const, consumption };
  const priced = { selection, resolution: 3600 as const, include: [], soon: false, adjustment };
  const origin = { kind: 'live' as const, expired: { fees: '2026-06-30' } };
  const points = [{ start, end: start + 3600, energy: 1, grid: 0.3 }];
  const series = { currency: 'NOK', next: start, consumption: { points }, origin };
  const facts = factsOf(priced, { series, fetchedAt: start, nextPoll: start }, market);
  const known = pricesOf(priced, facts, start, market, undefined).series;
  expect(known).toMatchObject({ source, prices: [{ energy: 0.4 }] });
});
