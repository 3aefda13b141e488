import { expect, it } from 'vitest';
import { factsOf, pricesOf } from '../../../src/runtime/prices/from-answer.ts';

const NOW = 1_800_000_000;
const market = { hasFees: true, hasLocationScopedFees: true };
const consumption = { id: 'SPOT' };
const grid = { id: 'NET' };

it.each([
  ['neither postal code nor network', {}, {}, ['grid-needs-postal-code', 'fees-need-postal-code']],
  ['a network alone', { grid }, { grid: 0.1 }, []],
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

const arva = { id: 'no-arva-household', companyId: 'no-arva' };
const elvia = { id: 'no-elvia-household', companyId: 'no-elvia' };
const operators = Object.fromEntries(
  [arva, elvia, { id: 'SPOT-grid', companyId: 'SPOT' }].map(({ id, companyId }) => [
    id,
    { id: companyId, name: companyId },
  ]),
);
it.each([
  ['an operator with one set of taxes', { grid: elvia }, false, []],
  ['an operator whose area has several', { grid: arva }, false, ['fees-need-postal-code']],
  ['its postal code', { grid: arva, postalCode: '9008' }, false, []],
  ['a postal code that is not on the map, beside an operator', { grid: elvia, postalCode: '1555' }, true, []],
  ['the same where taxes differ', { grid: arva, postalCode: '9020' }, true, ['fees-need-postal-code']],
  ['a postal code that is not on the map, without an operator', { postalCode: '1555' }, true, ['postal-code-refused']],
  ['a contract that names its network', { priced: elvia }, false, []],
  ['the same with a postal code that is not on the map', { priced: elvia, postalCode: '1555' }, true, []],
  ['a contract that names a network with several taxes', { priced: arva }, false, ['fees-need-postal-code']],
  ['a contract with a network price of its own', { priced: { id: 'SPOT-grid' } }, false, ['fees-need-postal-code']],
])('at the embedded service, %s gives the warnings it should', (_, address, isRefused, warnings) => {
  const { priced: named, ...place } = { priced: undefined, ...address };
  const taxAreas = [{ name: 'Nordland', postalCode: '8006', operators: ['no-arva'] }];
  const norway = { ...market, network: { isMapped: false, defaults: {}, taxAreas, settled: [], operators } };
  const priced = { selection: { country: 'NO' as const, consumption, ...place }, include: ['vat'] as const };
  const asked = { ...priced, resolution: 3600 as const, soon: false };
  const points = [{ start: NOW, end: NOW + 3600, energy: 0.1, fees: 0.02, grid: 0.1 }];
  const refusal = isRefused ? { refusedPostalCode: 'no network operator is known' } : {};
  const gridTariff = named && { id: named.id, type: null };
  const answer = { ...refusal, ...(gridTariff && { gridTariff }) };
  const series = { currency: 'NOK', next: NOW + 60, consumption: { points }, ...answer };
  const facts = factsOf(asked, { series, fetchedAt: NOW, nextPoll: NOW + 60 }, norway);
  expect(pricesOf(asked, facts, NOW, norway, undefined).series.warnings ?? []).toEqual(warnings);
});

const adjustment = { kind: 'de-concession-fee', rate: 0.0199 } as const;
const german = { isMapped: false, defaults: {}, taxAreas: [], operators: {} };
// Promise P-565 use/adjustments: the fee is replaced where the embedded service is used, not where the operator's own
//   is held or the price holds its levies
it.each([
  ['on top of the lowest fee', { network: { ...german, settled: [] } }, 0.0267],
  ['not where the rate of the operator is held', { network: { ...german, settled: ['NET'] } }, 0.02],
  ['not in a price of all together', { network: { ...german, settled: ['SPOT'] } }, 0.02],
  ['not at a service that may hold the rate of the operator', {}, 0.02],
])('adds the concession fee of a large municipality %s', (_, facts, fees) => {
  const priced = { selection: { country: 'DE' as const, consumption, grid }, include: [], soon: false, adjustment };
  const points = [{ start: NOW, end: NOW + 3600, energy: 0.1, fees: 0.02, grid: 0.1 }];
  const series = { currency: 'EUR', next: NOW + 60, consumption: { points }, gridTariff: { id: 'NET', type: null } };
  const answer = { series, fetchedAt: NOW, nextPoll: NOW + 60 };
  expect(factsOf({ ...priced, resolution: 3600 }, answer, facts).consumption?.points).toMatchObject([{ fees }]);
});

// Promise P-579 use/adjustments: the message reports when the amounts have expired
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
