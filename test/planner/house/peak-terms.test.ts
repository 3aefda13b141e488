import { describe, expect, it } from 'vitest';
import type { HousePeak, PeakRule } from '../../../src/planner/house/peak.ts';
import { capsOf, capWithin, peakOf, peakTermsOf } from '../../../src/planner/house/peak-terms.ts';
import { at } from '../../support/planner/planning.ts';

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

describe('a cap', () => {
  const quarters: PeakRule = { ...rule, measure: 15 };
  /** The hour from 01:00 is the only one that counts. */
  const once: PeakRule = { ...rule, when: [{ start: at(60), end: at(120) }] };

  it.each<[string, PeakRule, windowKwh: number, minute: number, kw: number]>([
    ['leaves nothing where the window has had more', rule, 5, 30, 0],
    ['is the power of a window that nothing was bought in', rule, 0, 30, 4],
    [
      'is a quarter of its power in kWh of a quarter hour: of 1 kWh 0.4 are left for ten minutes',
      quarters,
      0.6,
      35,
      2.4,
    ],
    ['is none for a window that does not count', once, 3, 30, Number.POSITIVE_INFINITY],
    ['is one for a stretch within a window that counts', once, 0, 90, 4],
  ])('%s', (_, rule, windowKwh, minute, kw) => {
    const terms = peakTermsOf({ rule, dailyMaxima: [], windowKwh }, at(minute));
    expect(capWithin(terms, at(minute), at(minute), 4)).toBeCloseTo(kw, 9);
  });
});

it('an hour that begins now has bought nothing', () => {
  expect(bought(0, 60).begun).toEqual([]);
  expect(peakOf(bought(0, 60), [{ start: at(60), end: at(120), kw: 1 }])).toEqual({ kw: 1, cost: 4 });
});

it('an hour that is under way has bought what it has at one power', () => {
  expect(bought(3, 75)).toMatchObject({ begun: [{ start: at(60), end: at(75), kw: 12 }], windowEnd: at(120) });
  expect(peakTermsOf({ rule: { ...rule, measure: 15 }, dailyMaxima: [] }, at(75)).windowEnd).toBe(at(90));
});

describe('what is certain of a month', () => {
  it.each<[string, Partial<HousePeak>, pick: number, certain: number[]]>([
    ['are its highest days, as many as the bill takes', { dailyMaxima: [1, 4, 2, 3] }, 3, [4, 3, 2]],
    ['are no kW before the first day is over', {}, 2, [0, 0]],
    // Promise P-206 use/sun-and-load: a peak up to those of earlier months costs nothing more
    ['is at least what its months usually come to', { dailyMaxima: [1, 4, 2], usualKw: 3 }, 3, [4, 3, 3]],
  ])('%s', (_, more, pick, certain) => {
    expect(peakTermsOf({ rule: { ...rule, pick }, dailyMaxima: [], ...more }, at(0)).certain).toEqual(certain);
  });

  // Promise P-205 use/sun-and-load: what the month has had costs nothing more
  it('is not charged for again: a third day of 5 kW beside 4, 3 and 1 makes a mean of 4 from one of 2.67', () => {
    const terms = peakTermsOf({ rule: { ...rule, pick: 3 }, dailyMaxima: [4, 3, 1] }, at(0));
    const { kw, cost } = peakOf(terms, [{ start: at(0), end: at(60), kw: 5 }]);
    expect(kw).toBe(5);
    expect(cost).toBeCloseTo(4 * (4 - 8 / 3), 9);
  });
});

describe('the caps that a charge suggests', () => {
  const steps: PeakRule = {
    ...{ measure: 60, pick: 1, per: 'month' },
    steps: [0, 2, 5, 10].map((fromKw, i) => ({ fromKw, amount: 10 * i })),
  };
  const below = (kw: number) => kw - 1e-6;

  it.each<[string, PeakRule, dailyMaxima: number[], highestKw: number, caps: number[]]>([
    ['are what is free, and quarters of the way from there', rule, [2], 10, [2, 4, 6, 8]],
    ['are below what is highest without one', rule, [2], 2, []],
    ['begin at the floor', { ...rule, floor: 3 }, [2], 7, [3, 4, 5, 6]],
    ['of a mean of three days begin at the third of them', { ...rule, pick: 3 }, [3, 2, 1], 5, [1, 2, 3, 4]],
    [
      'of a mean of three days begin where the floor is reached: 3 x 3 kW less 3 and 2',
      { ...rule, pick: 3, floor: 3 },
      [3, 2, 1],
      8,
      [4, 5, 6, 7],
    ],
    ['stay below each step above what is certain', steps, [2], 12, [below(5), below(10)]],
    ['stay below a step of the mean', { ...steps, pick: 2 }, [3, 1], 12, [below(7)]],
    ['stay below no step that is higher than any window', steps, [1], 4, [below(2)]],
  ])('%s', (_, rule, dailyMaxima, highestKw, caps) => {
    const found = capsOf(peakTermsOf({ rule, dailyMaxima }, at(0)), highestKw);
    expect(found.map((kw) => Number(kw.toFixed(9)))).toEqual(caps);
  });
});
