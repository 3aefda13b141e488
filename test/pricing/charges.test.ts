import { describe, expect, it } from 'vitest';
import type { Levy, Scope, Vat } from '../../src/pricing/book.ts';
import { leviesFor, leviesOn, vatOn } from '../../src/pricing/charges.ts';

const country = 'DE';

const levy = (name: string, value: number, scope?: Scope, more: Partial<Levy> = {}): Levy => ({
  name,
  component: 'fees',
  basis: 'kwh',
  rates: [{ from: '2026-01-01', value }],
  source: 'a test',
  ...(scope && { scope }),
  ...more,
});

describe('levies', () => {
  const duty = [
    levy('duty', 5),
    levy('duty', 4, { operators: ['north', 'east'] }),
    levy('duty', 3, { postalCodes: ['27'] }),
    levy('duty', 2, { postalCodes: ['27498'] }),
    levy('duty', 1, { postalCodes: ['27498'], operators: ['north'] }),
  ];

  // Promise P-656 use/catalogue: of rows with one name the narrowest scope counts
  it.each([
    ['nowhere in particular', {}, 5],
    ['an operator', { operator: 'north' }, 4],
    ['one of several operators', { operator: 'east' }, 4],
    ['another operator', { operator: 'south' }, 5],
    ['a postal prefix', { postalCode: '27000' }, 3],
    ['an address before an operator', { operator: 'north', postalCode: '27000' }, 3],
    ['the longer prefix', { postalCode: '27498' }, 2],
    ['both', { operator: 'north', postalCode: '27498' }, 1],
  ])('of one name the most specific scope wins: %s', (_, place, perKwh) => {
    expect(leviesOn(duty, { country, ...place }, '2026-06-01')).toEqual({ perKwh, share: 0 });
  });

  it('in a British outward code is not in the one that it begins with', () => {
    const local = [levy('duty', 5), levy('duty', 3, { postalCodes: ['E1'] })];
    const dutyAt = (postalCode: string) => leviesOn(local, { country: 'GB', postalCode }, '2026-06-01')?.perKwh;
    expect([dutyAt('E1'), dutyAt('E17')]).toEqual([3, 5]);
  });

  it('of several names add up, shares apart from rates per kWh', () => {
    const levies = [levy('a', 0.01), levy('b', 0.02), levy('c', 0.05, undefined, { basis: 'share' })];
    expect(leviesOn(levies, { country }, '2026-06-01')).toEqual({ perKwh: 0.03, share: 0.05 });
  });

  it.each([
    ['2025-12-31', undefined],
    ['2026-01-01', { perKwh: 5, share: 0 }],
  ])('are read at the local day: %s', (date, expected) => {
    expect(leviesOn(duty, { country }, date)).toEqual(expected);
  });

  it('fall back to the wider scope before the narrower row begins', () => {
    const late = levy('duty', 1, { operators: ['north'] }, { rates: [{ from: '2027-01-01', value: 1 }] });
    expect(leviesOn([...duty.slice(0, 1), late], { country, operator: 'north' }, '2026-06-01')?.perKwh).toBe(5);
  });
});

describe('VAT', () => {
  const british: Vat[] = [
    {
      rates: [
        { from: '2020-01-01', value: 0.05 },
        { from: '2026-10-01', value: 0 },
      ],
      source: 'specification, "`postal_code` on the series endpoint", rule 7',
    },
  ];

  it.each([
    ['2019-12-31', undefined],
    ['2026-09-30', 0.05],
    ['2026-10-01', 0],
  ])('is a dated row, and 0 is a rate: %s', (date, rate) => {
    expect(vatOn(british, { country: 'GB' }, date)).toBe(rate);
  });

  it.each([
    ['the place’s, longest prefix first', '27498', 0],
    ['the place’s', '27000', 0.07],
    ['the country’s elsewhere', '10115', 0.19],
    ['the country’s before the place’s row begins', '78266', 0.19],
  ])('is %s', (_, postalCode, rate) => {
    const row = (value: number, code?: string, from = '2020-01-01') => ({
      rates: [{ from, value }],
      source: 'a test',
      ...(code !== undefined && { scope: { postalCodes: [code] } }),
    });
    const rows = [row(0.19), row(0.07, '27'), row(0, '27498'), row(0, '78266', '2027-01-01')];
    expect(vatOn(rows, { country, postalCode }, '2026-06-01')).toBe(rate);
  });
});

describe('the sum of levies', () => {
  it('takes a share of energy and network, and the minimum where that is more', () => {
    const share = levy('share', 0.05, undefined, { basis: 'share', minimum: 0.004 });
    const rates = leviesOn([share], { country }, '2026-06-01') ?? { perKwh: 0, share: 0 };
    expect(rates).toEqual({ perKwh: 0, share: 0.05, minimum: 0.004 });
    expect([0.2, 0.08, 0.02, -0.1].map((base) => Number(leviesFor(rates, base).toFixed(9)))).toEqual([
      0.01, 0.004, 0.004, 0.004,
    ]);
  });

  it('tells the part that bears no VAT', () => {
    const levies = [levy('taxed', 0.02), levy('free', 0.03, undefined, { vatFree: true })];
    expect(leviesOn(levies, { country }, '2026-06-01')).toEqual({ perKwh: 0.05, share: 0, vatFree: 0.03 });
  });
});
