import { describe, expect, it } from 'vitest';
import { bestTry, dearer, type HouseTry, isBetter, type Rating, tryOf } from '../../../src/planner/joint/house-try.ts';
import { searchIn } from '../../../src/planner/joint/search.ts';
import { houseTerms } from '../../support/planner/house/house-slots.ts';
import { at, contiguous, idleState, split } from '../../support/planner/planning.ts';

const rating = (aboveKwh: number, missed: number, shortKwh: number, money: number): Rating => ({
  ...{ aboveKwh, missed, shortKwh, money },
});

describe('of two tries', () => {
  it.each<[string, Rating, Rating, better: boolean, worse: boolean]>([
    ['the one that keeps limits is better, whatever else', rating(0, 9, 9, 9), rating(1, 0, 0, 0), true, false],
    ['of equal limits the one that misses less', rating(1, 0, 9, 9), rating(1, 1, 0, 0), true, false],
    ['of equal needs the one that is less short of goals', rating(1, 1, 0, 9), rating(1, 1, 1, 0), true, false],
    ['of equal goals the one that costs less', rating(1, 1, 1, 0), rating(1, 1, 1, 1), true, false],
    ['none is better than itself', rating(1, 1, 1, 1), rating(1, 1, 1, 1), false, false],
    ['none is better for float noise of money', rating(0, 0, 0, 1), rating(0, 0, 0, 1 + 1e-12), false, false],
    ['float noise of limits does not count, and money does', rating(1e-9, 0, 0, 0), rating(0, 0, 0, 1), true, false],
    ['float noise of goals does not count, and money does', rating(0, 0, 1e-9, 0), rating(0, 0, 0, 1), true, false],
  ])('%s', (_, one, other, better, worse) => {
    expect([isBetter(one, other), isBetter(other, one)]).toEqual([better, worse]);
  });

  it('the first of equals is the best', () => {
    const tries = [3, 1, 1, 2].map((money, i) => ({ ...rating(0, 0, 0, money), capKw: i }) as HouseTry);
    expect(bestTry(tries as [HouseTry]).capKw).toBe(1);
  });

  it('one is as good but for what is added to its money', () => {
    expect(dearer(rating(1, 2, 3, 4), 0.5)).toEqual(rating(1, 2, 3, 4.5));
  });
});

describe('a try', () => {
  const devices = [contiguous(60), split(60)].map((demand) => ({ demand, state: idleState }));
  const house = searchIn(houseTerms([{}, {}], { devices, importKw: 1.5 }));
  const turn = (i: number, from: number, until: number) => {
    const runs = [{ start: at(from), end: at(until), kw: 1, energyKwh: 0, cost: 0 }];
    const claim = house.claims[i] as (typeof devices)[number];
    return { claim, plan: { runs, outcome: { kind: 'complete' }, cost: 0, baselineCost: 0 } } as const;
  };

  it('is what comes of all its plans, and what they miss', () => {
    const both = tryOf(house, [turn(0, 0, 60), turn(1, 30, 60)], 9);
    expect(both).toMatchObject({ capKw: 9, missed: 30, shortKwh: 0 });
    expect([both.aboveKwh, both.money]).toEqual([expect.closeTo(0.25, 6), expect.closeTo(0.45, 9)]);
  });

  it('comes to the same in whatever order its plans were made, and is worked out once', () => {
    const [one, other] = [turn(0, 0, 60), turn(1, 60, 120)];
    const [first, again] = [tryOf(house, [one, other], 9), tryOf(house, [other, one], 9)];
    expect(again.reckoning).toBe(first.reckoning);
    expect(again.ground()).toBe(first.ground());
    expect(again.turns).toEqual([other, one]);
  });

  it.each([
    ['other times', [turn(0, 0, 60), turn(1, 0, 60)], 9],
    ['another device at these times', [turn(1, 0, 60), turn(0, 60, 120)], 9],
    ['a device less', [turn(0, 0, 60)], 9],
    ['another cap', [turn(0, 0, 60), turn(1, 60, 120)], 1],
  ])('comes to something else with %s', (_, turns, capKw) => {
    const first = tryOf(house, [turn(0, 0, 60), turn(1, 60, 120)], 9);
    expect(tryOf(house, turns, capKw).reckoning).not.toBe(first.reckoning);
  });
});
