import { describe, expect, it } from 'vitest';
import { stagesOf } from '../../../src/planner/store/cut.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at, minuteOf } from '../../support/planner/planning.ts';

/** Three hours from midnight. */
const slots = [0, 1, 2].map(
  (hour): Slot => ({
    ...{ start: at(60 * hour), end: at(60 * hour + 60), importPrice: 0.3, exportPrice: 0.1, loadKw: 1, solarKw: 0 },
  }),
);
/** It stores 3 kWh an hour at the most. */
const store: Store = {
  ...{ capacityKwh: 10, storedKwh: 0, maxChargeKw: 4, maxDischargeKw: 0 },
  ...{ chargeEfficiency: 0.75, dischargeEfficiency: 1 },
};
const span = (from: number, until: number) => ({ start: at(from), end: at(until) });
const goal = (storedKwh: number, minute: number) => ({ storedKwh, by: at(minute) });

/** The stages by minutes: which slot, from when, until when, whether it is there, and what is due. */
const stages = (more: Partial<Store>, now = 0) =>
  stagesOf(slots, { ...store, ...more }, at(now)).map(({ slot, start, end, isThere, goals }) => [
    slots.indexOf(slot),
    ...[minuteOf(start), minuteOf(end), isThere, goals],
  ]);
type Cut = [slot: number, from: number, until: number, isThere: boolean, goals: readonly number[]];

describe('slots', () => {
  it.each<[what: string, more: Partial<Store>, now: number, cut: Cut[]]>([
    [
      'are as they are where nothing changes in them',
      ...([{}, 0] as const),
      [
        [0, 0, 60, true, []],
        [1, 60, 120, true, []],
        [2, 120, 180, true, []],
      ],
    ],
    [
      'are left out where they have passed, and cut where one runs',
      ...([{}, 90] as const),
      [
        [1, 90, 120, true, []],
        [2, 120, 180, true, []],
      ],
    ],
    ['are left out where they end now', {}, 120, [[2, 120, 180, true, []]]],
    [
      'are cut where the store comes and where it goes',
      ...([{ available: [span(100, 140)] }, 0] as const),
      [
        [0, 0, 60, false, []],
        [1, 60, 100, false, []],
        [1, 100, 120, true, []],
        [2, 120, 140, true, []],
        [2, 140, 180, false, []],
      ],
    ],
    [
      'are cut in order of time, whatever that of the times it is there',
      ...([{ available: [span(150, 180), span(125, 130)] }, 120] as const),
      [
        [2, 120, 125, false, []],
        [2, 125, 130, true, []],
        [2, 130, 150, false, []],
        [2, 150, 180, true, []],
      ],
    ],
    [
      'are not cut before now',
      ...([{ available: [span(0, 130), span(140, 180)] }, 135] as const),
      [
        [2, 135, 140, false, []],
        [2, 140, 180, true, []],
      ],
    ],
    ['are all without a store that is never there', { available: [] }, 120, [[2, 120, 180, false, []]]],
    [
      'are cut where a goal is due, and both that are due then are kept',
      ...([{ goals: [goal(4, 150), goal(9, 180), goal(5, 150)] }, 120] as const),
      [
        [2, 120, 150, true, [4, 5]],
        [2, 150, 180, true, [9]],
      ],
    ],
    [
      'end with what of a later goal cannot be charged between them and it',
      ...([{ goals: [goal(9, 300)] }, 120] as const),
      [[2, 120, 180, true, [3]]],
    ],
    ['end with nothing due where all of it can', { goals: [goal(5, 300)] }, 120, [[2, 120, 180, true, [0]]]],
    [
      'count for a later goal the time that the store is there: of 140 minutes 40',
      ...([{ goals: [goal(9, 320)], available: [span(0, 200), span(300, 400)] }, 120] as const),
      [[2, 120, 180, true, [7]]],
    ],
  ])('%s', (_, more, now, cut) => {
    expect(stages(more, now)).toEqual(cut);
  });

  it('are said in hours', () => {
    expect(stagesOf(slots, store, at(90)).map(({ hours }) => hours)).toEqual([0.5, 1]);
  });

  it('may be none', () => {
    expect(stagesOf([], { ...store, goals: [goal(5, 60)] }, at(0))).toEqual([]);
  });
});
