import { describe, expect, it } from 'vitest';
import { byGridTariff, gridTariffOf, ownNetworkOf } from '../../src/pricing/network.ts';
import type { Tariff } from '../../src/pricing/tariff.ts';
import { bookOf, tariffOf } from '../support/service/pricing-fixture.ts';

const price = { '20260101': { kind: 'clock', rates: [{ price: 0.1 }] } } as const;
const gridOf = (companyId: string) => tariffOf(`${companyId}-house`, price, { sector: 'grid', companyId });
const grids = ['north', 'south', 'land'].map(gridOf);
const [asked] = grids;
const contract = (more: Partial<Tariff> = {}) => tariffOf('supply', price, more);
const operator = (id: string, householdTariff?: string) =>
  [id, { id, name: id, ...(householdTariff !== undefined && { householdTariff }) }] as const;

const book = bookOf({
  companies: new Map([operator('north', 'north-house'), operator('south', 'south-house'), operator('none')]),
  tariffs: new Map(grids.map((grid) => [grid.id, grid])),
  regions: [
    { id: 'N', name: 'Northland', operators: ['north', 'none'] },
    { id: 'S', name: 'Southland', operators: ['south'] },
  ],
});
const national = { ...book, network: { national: 'land-house' } };

describe('the grid tariff that is priced', () => {
  it.each([
    [
      'the one asked for, whatever else is there',
      { consumption: contract({ gridTariff: 'land-house' }), grid: asked, operator: 'south' },
      'north-house',
    ],
    [
      'the one that the contract names, whatever the address has',
      { consumption: contract({ gridTariff: 'land-house' }), operator: 'south' },
      'land-house',
    ],
    [
      'none where the contract names one that is not there',
      { consumption: contract({ gridTariff: 'gone' }), operator: 'south' },
      undefined,
    ],
    ['that of every household of the operator', { consumption: contract(), operator: 'south' }, 'south-house'],
    ['none of an operator that files none for households', { consumption: contract(), operator: 'none' }, undefined],
    ['none without an address', { consumption: contract() }, undefined],
  ])('is %s', (_, question, id) => {
    const { grid, ...rest } = { grid: undefined, ...question };
    expect(gridTariffOf({ ...rest, ...(grid && { grid }) }, book)?.id).toBe(id);
  });

  it.each([
    ['the national one without an address', undefined, 'land-house'],
    ['the national one where the operator files none for households', 'none', 'land-house'],
    ['the operator’s own before the national one', 'south', 'south-house'],
  ])('under a national price is %s', (_, operator, id) => {
    expect(gridTariffOf({ ...(operator !== undefined && { operator }) }, national)?.id).toBe(id);
  });
});

it.each([
  ['dynamic', 'north-quarters'],
  ['static', 'north-house'],
] as const)('a %s contract is priced on %s, where spot contracts need another meter', (type, id) => {
  const quarters = tariffOf('north-quarters', price, { sector: 'grid', companyId: 'north' });
  const north = { id: 'north', name: 'north', householdTariff: 'north-house', spotTariff: 'north-quarters' };
  const austrian = {
    ...book,
    companies: new Map([['north', north]]),
    tariffs: new Map([...book.tariffs, [quarters.id, quarters]]),
  };
  expect(gridTariffOf({ consumption: contract({ type }), operator: 'north' }, austrian)?.id).toBe(id);
});

describe('the grid tariff of a day', () => {
  const since = (day: string, id: string, before: string) =>
    tariffOf(id, { [day]: price['20260101'] }, { sector: 'grid', before });
  const second = since('20260701', 'second', 'first');
  const first = since('20260301', 'first', 'north-house');
  const tariffs = new Map([...book.tariffs, ['first', first], ['second', second]]);
  const idOn = byGridTariff(second, { tariffs }, (tariff) => tariff?.id);

  it.each([
    ['2025-06-01', 'north-house'],
    ['2026-02-28', 'north-house'],
    ['2026-03-01', 'first'],
    ['2026-06-30', 'first'],
    ['2026-07-01', 'second'],
  ])('is on %s that of the line which has begun by then: %s', (date, id) => expect(idOn(date)).toBe(id));

  it('is the last one that is found, where two name each other or one is gone', () => {
    const circle = new Map([...tariffs, ['first', since('20260301', 'first', 'second')]]);
    expect(byGridTariff(second, { tariffs: circle }, (tariff) => tariff?.id)('2026-01-01')).toBe('first');
    const gone = new Map([['first', since('20260301', 'first', 'gone')]]);
    expect(byGridTariff(second, { tariffs: gone }, (tariff) => tariff?.id)('2026-01-01')).toBe('first');
  });
});

describe('the network inside a bundled rate', () => {
  it.each([
    ['the one that the contract names', { gridTariff: 'land-house', region: 'S' }, 'land-house'],
    ['none where the contract names one that is not there', { gridTariff: 'gone', region: 'S' }, undefined],
    ['that of the first operator of its region', { region: 'N' }, 'north-house'],
    ['that of another region', { region: 'S' }, 'south-house'],
    ['none where it is sold everywhere', {}, undefined],
  ])('is %s', (_, more, id) => {
    expect(ownNetworkOf(contract(more), book)?.id).toBe(id);
  });

  it('is the national one where it is sold everywhere', () => {
    expect(ownNetworkOf(contract(), national)?.id).toBe('land-house');
  });
});
