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
