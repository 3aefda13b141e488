import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import { pricesWithSun, slotsWith } from '../../../src/planner/house/sun.ts';
import type { Slot } from '../../../src/planner/store/types.ts';
import { at, contiguous, minuteOf, plan, runsOf } from '../../support/planner/planning.ts';

/** Hours from midnight: 30 ct to buy, 8 ct for what is fed in, a load of 1 kW, and the sun in kW. */
const sunny = (suns: readonly number[], more: Partial<Slot> = {}): Slot[] =>
  suns.map((solarKw, i) => ({
    ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: 0.3, exportPrice: 0.08, loadKw: 1, solarKw },
    ...more,
  }));
const cents = (slots: readonly Slot[], kw: number, worth?: readonly number[]) =>
  pricesWithSun(slots, kw, worth).map(({ price }) => Math.round(1e4 * price) / 100);

describe('what a kWh costs a device of 2 kW', () => {
  it.each<[name: string, suns: readonly number[], more: Partial<Slot>, ct: readonly number[]]>([
    ['is what is bought where there is no sun left', [0, 1], {}, [30, 30]],
    ['is what feeding in brings where the sun is enough', [3, 9], {}, [8, 8]],
    ['is both in their shares where it is not', [2, 1.5], {}, [19, 24.5]],
    ['is nothing where the sun would be turned down', [3], { exportPrice: -0.05, curtailable: true }, [0]],
    ['is less than nothing where feeding in costs money', [3], { exportPrice: -0.05 }, [-5]],
    [
      'is the price below zero, whatever the sun, where that can be turned down',
      [3],
      { importPrice: -0.1, exportPrice: -0.1, curtailable: true },
      [-10],
    ],
  ])('%s', (_, suns, more, ct) => {
    expect(cents(sunny(suns, more), 2)).toEqual(ct);
  });

  it('is what the sun would be worth in a store, where that is more', () => {
    expect(cents(sunny([0, 2, 3, 3]), 2, [0.2, 0.2, 0.2, 0.05])).toEqual([30, 25, 20, 8]);
  });

  it.each([0, Number.POSITIVE_INFINITY, Number.NaN])('is asked for a power above 0 that there is: %d', (kw) => {
    expect(() => pricesWithSun(sunny([1]), kw)).toThrow(new RangeError(`kw must be above 0, got ${kw}`));
  });

  it('is a horizon to plan on: the device runs in the sun', () => {
    const horizon = horizonOf(pricesWithSun(sunny([0, 2, 3, 1]), 2));
    expect(runsOf(plan(contiguous(60), horizon))).toEqual([[120, 180]]);
  });
});

describe('a surplus serves once', () => {
  it('what one device took the next one buys', () => {
    const first = sunny([0, 4, 4]);
    const next = slotsWith(first, [{ start: at(60), end: at(120), kw: 3 }]);
    expect([cents(first, 3), cents(next, 3)]).toEqual([
      [30, 8, 8],
      [30, 30, 8],
    ]);
  });

  it('slots are cut the same in whatever order runs are told of, and not where they begin or end themselves', () => {
    const runs = [
      { start: at(40), end: at(60), kw: 1 },
      { start: at(0), end: at(20), kw: 2 },
    ];
    const told = (slots: readonly Slot[]) => slots.map(({ start, loadKw }) => [minuteOf(start), loadKw]);
    const slots = sunny([0, 0]);
    expect(told(slotsWith(slots, runs))).toEqual([
      [0, 3],
      [20, 1],
      [40, 2],
      [60, 1],
    ]);
    expect(slotsWith(slots, runs.toReversed())).toEqual(slotsWith(slots, runs));
  });

  it('slots are cut where a run begins or ends, and runs of one time add up', () => {
    const slots = slotsWith(sunny([0, 0]), [
      { start: at(30), end: at(90), kw: 2 },
      { start: at(60), end: at(90), kw: 1 },
    ]);
    expect(slots.map(({ start, end, loadKw }) => [minuteOf(start), minuteOf(end), loadKw])).toEqual([
      [0, 30, 1],
      [30, 60, 3],
      [60, 90, 4],
      [90, 120, 1],
    ]);
  });
});
