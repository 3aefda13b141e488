import { describe, expect, it } from 'vitest';
import { capWithin, peakOf, peakTermsOf } from '../../../src/planner/house/peak-terms.ts';
import { at } from '../../support/planning.ts';

const rule = { measure: 60, pick: 1, per: 'month', perKw: 4 } as const;
const bought = (windowKwh: number, minute: number) => peakTermsOf({ rule, dailyMaxima: [], windowKwh }, at(minute));

describe('below a cap of 4 kW an hour that has bought 3 kWh by half past', () => {
  it.each([
    ['leaves 2 kW for its second half', 30, 2],
    ['takes nothing from the hour after it', 60, 4],
  ])('%s', (_, minute, kw) => {
    expect(capWithin(bought(3, 30), at(minute), at(30), 4)).toBe(kw);
  });

  it('is a window of 3.5 kW where its second half buys 1 kW', () => {
    expect(peakOf(bought(3, 30), [{ start: at(30), end: at(60), kw: 1 }])).toEqual({ kw: 3.5, cost: 14 });
  });
});

it('an hour that begins now has bought nothing', () => {
  expect(bought(0, 60).begun).toEqual([]);
  expect(peakOf(bought(0, 60), [{ start: at(60), end: at(120), kw: 1 }])).toEqual({ kw: 1, cost: 4 });
});
