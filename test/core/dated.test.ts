import { describe, expect, it } from 'vitest';
import { marksOf, valueOn } from '../../src/core/dated.ts';

const vat = [
  { from: '2020-01-01', value: 0.05 },
  { from: '2026-10-01', value: 0 },
];

it.each([
  ['2019-12-31', undefined],
  ['2020-01-01', 0.05],
  ['2026-09-30', 0.05],
  ['2026-10-01', 0],
  ['2030-01-01', 0],
])('on %s the value in force is %s', (date, value) => {
  expect(valueOn(vat, date)).toBe(value);
});

describe('the marks of figures', () => {
  it('are none where every figure is settled on its day', () => {
    expect(marksOf([{ component: 'grid', date: '2026-12-31', until: '2026-12-31', grade: 'A' }])).toEqual({});
  });

  it('name each component once, and the earliest last day of those that are carried on', () => {
    expect(
      marksOf([
        { component: 'grid', date: '2027-01-01', grade: 'X' },
        { component: 'grid', date: '2027-01-02', grade: 'X', status: 'proposed' },
        { component: 'fees', date: '2027-01-01', until: '2026-12-31' },
        { component: 'fees', date: '2027-01-01', until: '2026-06-30' },
        { component: 'vat', date: '2027-01-01', until: '2027-01-01' },
      ]),
    ).toEqual({ examples: ['grid'], proposed: ['grid'], expired: { fees: '2026-06-30' } });
  });
});
