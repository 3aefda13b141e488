import { describe, expect, it } from 'vitest';
import { houseTermsOf, isThereAt } from '../../../src/planner/house/terms.ts';
import type { House } from '../../../src/planner/house/types.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at, contiguous, idleState, minuteOf } from '../../support/planner/planning.ts';

const slots: Slot[] = [0, 1, 2].map((i) => ({
  ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: 0.3, exportPrice: 0.08, loadKw: 1, solarKw: 0 },
}));
const battery: Store = {
  ...{ capacityKwh: 10, storedKwh: 0, maxChargeKw: 5, maxDischargeKw: 5 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, endValue: [{ kwh: 2, perKwh: 0.2 }] },
};
const termsOf = (more: Partial<House> = {}, minute = 0) =>
  houseTermsOf({ slots, stores: [], devices: [], ...more }, at(minute));
const edgesOf = (stores: readonly Store[], minute = 0) =>
  termsOf({ stores }, minute).slots.map(({ start, end }) => [minuteOf(start), minuteOf(end)]);

describe('the slots that a house is planned on', () => {
  it.each<[string, readonly Store[], minute: number, number[][]]>([
    [
      'are its own',
      [],
      0,
      [
        [0, 60],
        [60, 120],
        [120, 180],
      ],
    ],
    [
      'begin now',
      [],
      90,
      [
        [90, 120],
        [120, 180],
      ],
    ],
    [
      'begin with the next where one ends now',
      [],
      60,
      [
        [60, 120],
        [120, 180],
      ],
    ],
    [
      'are cut where a store comes and goes',
      [{ ...battery, available: [{ start: at(30), end: at(130) }] }],
      0,
      [
        [0, 30],
        [30, 60],
        [60, 120],
        [120, 130],
        [130, 180],
      ],
    ],
    [
      'are cut where a goal is due',
      [{ ...battery, goals: [{ storedKwh: 5, by: at(90) }] }],
      0,
      [
        [0, 60],
        [60, 90],
        [90, 120],
        [120, 180],
      ],
    ],
    [
      'are cut for each store',
      [
        { ...battery, goals: [{ storedKwh: 5, by: at(170) }] },
        { ...battery, goals: [{ storedKwh: 5, by: at(150) }] },
      ],
      130,
      [
        [130, 150],
        [150, 170],
        [170, 180],
      ],
    ],
  ])('%s', (_, stores, minute, edges) => {
    expect(edgesOf(stores, minute)).toEqual(edges);
  });

  it.each<[string, house: number | undefined, slot: number | undefined, kw: number]>([
    ['have no limit where nobody says one', undefined, undefined, Number.POSITIVE_INFINITY],
    ['have the limit of the house', 5, undefined, 5],
    ['have their own', undefined, 4, 4],
    ['have the lesser of both', 5, 4, 4],
    ['have the lesser of both', 3, 4, 3],
  ])('%s: %s and %s kW are %d', (_, house, slot, kw) => {
    const limited = slots.map((each) => ({ ...each, ...(slot && { importKw: slot, exportKw: slot }) }));
    const { slots: found } = termsOf({ slots: limited, ...(house && { importKw: house, exportKw: house }) });
    expect(found.map(({ fuseKw, exportKw }) => [fuseKw, exportKw])).toEqual(slots.map(() => [kw, kw]));
  });
});

describe('the terms of a house', () => {
  it('are what it asks for', () => {
    const devices = [{ demand: contiguous(60), state: idleState }];
    const peak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 4 }, dailyMaxima: [3] } as const;
    expect(termsOf({ devices, peak }, 10)).toMatchObject({ now: at(10), claims: devices, peak: { certain: [3] } });
    expect(termsOf().peak).toBeUndefined();
  });

  it('make room for devices with the stores, where it has some, and with the sun', () => {
    expect([termsOf(), termsOf({ stores: [battery] })].map(({ rooms }) => rooms)).toEqual([['sun'], ['stores', 'sun']]);
  });

  it('weigh what is above a limit as the store that weighs it most; without one ten times what nothing costs', () => {
    const lossy = { ...battery, chargeEfficiency: 0.5 };
    const weightOf = (...stores: Store[]) => termsOf({ stores }).limitWeight;
    expect(weightOf()).toBe(1);
    expect(weightOf(battery)).toBeCloseTo(100 * 0.3, 9);
    expect(weightOf(battery, lossy)).toBe(weightOf(lossy));
    expect(weightOf(lossy)).toBeGreaterThan(weightOf(battery));
  });

  it('say what is left in each store is worth', () => {
    const [store] = termsOf({ stores: [battery] }).stores;
    expect(store).toMatchObject({ store: battery, terms: { maxKwh: 10 }, end: { slopes: [-0.2, 0], lengths: [2, 8] } });
  });
});

describe('a store', () => {
  const car = {
    ...battery,
    available: [
      { start: at(30), end: at(60) },
      { start: at(90), end: at(120) },
    ],
  };

  it.each([
    ['is there always where nothing else is said', battery, [0, 500], [true, true]],
    [
      'is there from when it comes until it goes',
      car,
      [29, 30, 59, 60, 90, 120],
      [false, true, true, false, true, false],
    ],
    ['is never there where no time is named', { ...battery, available: [] }, [0, 30], [false, false]],
  ])('%s', (_, store, minutes, isThere) => {
    expect(minutes.map((minute) => isThereAt(store, at(minute)))).toEqual(isThere);
  });
});
