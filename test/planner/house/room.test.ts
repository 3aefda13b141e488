import { describe, expect, it } from 'vitest';
import { blockedIn } from '../../../src/planner/house/room.ts';
import type { Headroom } from '../../../src/planner/house/terms.ts';
import { battery, houseTerms } from '../../support/planner/house/house-slots.ts';
import { at } from '../../support/planner/planning.ts';

/** Below a fuse of 4 kW: an hour of 1 kW, one of 3, and one of 3 with 2 kW of sun. A battery of 2 kW, which draws 0.5, goes at two. */
const house = houseTerms([{ loadKw: 1 }, { loadKw: 3 }, { loadKw: 3, solarKw: 2 }], {
  importKw: 4,
  stores: [{ ...battery, maxDischargeKw: 2, standbyKw: 0.5, available: [{ start: at(0), end: at(120) }] }],
});
const minute = (at0: number) => (Number.isFinite(at0) ? at0 - at(0) / 60 : at0);
const EVER = Number.POSITIVE_INFINITY;

describe('a load', () => {
  it.each<[string, kw: number, Headroom, number[][]]>([
    [
      'finds room for 3 kW in the first and the last hour by the fuse alone, and that with the sun alone left out',
      3,
      'fuse',
      [[60, EVER]],
    ],
    ['finds the sun', 2.5, 'sun', [[60, 120]]],
    ['finds less where a store draws some', 3, 'sun', [[0, 120]]],
    ['finds what a store gives', 4.5, 'stores', [[60, EVER]]],
    ['finds room where both are just enough', 2.5, 'stores', []],
    ['of nothing needs none', 0, 'fuse', []],
    ['that nothing has room for finds none', 99, 'stores', [[0, EVER]]],
  ])('%s', (_, kw, room, stretches) => {
    const slots = house.slots.map((slot) => ({ ...slot, importKw: slot.fuseKw }));
    const found = blockedIn(house, slots, room)(kw).map(({ from, until }) => [minute(from), minute(until)]);
    expect(found).toEqual(stretches);
  });

  it('keeps the limit of all devices, whatever the sun and a store make room for', () => {
    const slots = house.slots.map((slot) => ({ ...slot, devicesKw: 1 }));
    const blocked = (kw: number) =>
      blockedIn(house, slots, 'stores')(kw).map(({ from, until }) => [minute(from), until]);
    expect([blocked(1), blocked(1.1)]).toEqual([[], [[0, EVER]]]);
  });

  it('keeps a cap below the fuse', () => {
    const capped = house.slots.map((slot) => ({ ...slot, importKw: 2 }));
    const blocked = (room: Headroom) => blockedIn(house, capped, room)(1).length;
    expect([blocked('fuse'), blocked('sun')]).toEqual([0, 1]);
  });

  it('finds room up to the last float, and between two stretches without', () => {
    const hill = houseTerms([{ loadKw: 3 }, { loadKw: 0.1 }, { loadKw: 3 }, {}], { importKw: 0.3 });
    const slots = hill.slots.map((slot) => ({ ...slot, importKw: slot.fuseKw }));
    const found = blockedIn(hill, slots, 'sun')(0.2).map(({ from, until }) => [minute(from), minute(until)]);
    expect(found).toEqual([
      [0, 60],
      [120, 180],
    ]);
  });

  it('is blocked for whole minutes, and where no limit is never', () => {
    const [slot] = house.slots.map((each) => ({ ...each, importKw: 1, start: at(0) + 30, end: at(1) + 30 }));
    const both = [slot, { ...slot, start: at(1) + 30, end: at(3), importKw: 9, loadKw: 0 }] as typeof house.slots;
    expect(blockedIn(house, both, 'sun')(2).map(({ from, until }) => [minute(from), minute(until)])).toEqual([[0, 2]]);
    const { importKw: _, ...free } = { ...slot, fuseKw: EVER };
    expect(blockedIn(house, [free] as typeof house.slots, 'sun')(1e6)).toEqual([]);
  });
});
