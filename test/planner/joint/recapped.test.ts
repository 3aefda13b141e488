import { describe, expect, it } from 'vitest';
import { tryOf } from '../../../src/planner/joint/house-try.ts';
import { recapped } from '../../../src/planner/joint/recapped.ts';
import { type HouseSearch, searchIn } from '../../../src/planner/joint/search.ts';
import { finish } from '../../../src/planner/work.ts';
import { battery, type Hour, houseTerms } from '../../support/planner/house/house-slots.ts';

const NO_CAP = Number.POSITIVE_INFINITY;
/** 6 kWh in two hours: a battery that is empty can make it 3 kW in each. */
const uneven: Hour[] = [{ loadKw: 1 }, { loadKw: 5 }];
const houseAt = (perKw: number, given = uneven, stores = [battery]): HouseSearch =>
  searchIn(
    houseTerms(given, { stores, peak: { rule: { measure: 60, pick: 1, per: 'month', perKw }, dailyMaxima: [] } }),
  );
/** The same with the caps that are asked for. */
function watched(house: HouseSearch) {
  const asked: number[] = [];
  const upshotOf: HouseSearch['upshotOf'] = (turns, capKw) => {
    asked.push(capKw);
    return house.upshotOf(turns, capKw);
  };
  return { asked, house: { ...house, upshotOf } };
}

describe('the best cap on a peak', () => {
  it.each([
    ['is near 3 kW, from below and above', [1, 4]],
    ['is near 3 kW, from the only cap below', [1]],
    ['is near 3 kW, in whatever order caps are named', [4, 1]],
    ['is one that was named, where nothing beside it is better', [3]],
  ])('%s: %j', (_, caps) => {
    const house = houseAt(4);
    const from = tryOf(house, [], NO_CAP);
    expect([from.reckoning.peakKw, from.money]).toEqual([5, expect.closeTo(6 * 0.3 + 5 * 4, 9)]);
    const best = finish(recapped(house, from, caps));
    expect(Math.abs(best.reckoning.peakKw - 3)).toBeLessThan(0.02);
    expect(Math.abs(best.money - (6 * 0.3 + 3 * 4))).toBeLessThan(0.02 * 4);
  });

  it('is none without one to try', () => {
    const house = houseAt(4);
    const from = tryOf(house, [], NO_CAP);
    expect(finish(recapped(house, from, []))).toBe(from);
  });

  it('is none where a lower peak is dearer than what it saves', () => {
    // Half of what is stored is lost: 1 kW less of the peak takes 30 ct, and saves 20.
    const house = houseAt(0.2, uneven, [{ ...battery, chargeEfficiency: 0.5 }]);
    const from = tryOf(house, [], NO_CAP);
    expect(finish(recapped(house, from, [1, 4]))).toBe(from);
  });

  it('is looked for in thirds about the best so far, or about its peak', () => {
    const { asked, house } = watched(houseAt(4));
    finish(recapped(house, tryOf(house, [], NO_CAP), [4, 1]));
    expect(asked.map((kw) => Math.round(1000 * kw) / 1000)).toEqual([
      ...[NO_CAP, 4, 1],
      ...[2.667, 5.333], // 4 kW and 4/3 about it: from 1 kW to the peak of 5 without a cap
      ...[2.222, 3.111], // 2.667 kW and 4/9
      ...[2.963, 3.259], // 3.111 kW and 4/27
      ...[2.914, 3.012], // 2.963 kW and 4/81
      ...[2.996, 3.029], // 3.012 kW and 4/243
    ]);
  });

  it('is looked for as widely as caps are apart, where they are above what is bought', () => {
    const { asked, house } = watched(houseAt(4));
    finish(recapped(house, tryOf(house, [], NO_CAP), [7, 10]));
    expect(asked.slice(0, 5)).toEqual([NO_CAP, 7, 10, 4, 6]); // 5 kW, and a third of 3 about it
  });

  it('is never at or below nothing', () => {
    const { asked, house } = watched(houseAt(4, [{ loadKw: 0 }, { loadKw: 0.5 }]));
    finish(recapped(house, tryOf(house, [], NO_CAP), [0.05, 3]));
    expect(Math.min(...asked)).toBeGreaterThan(0);
  });
});
