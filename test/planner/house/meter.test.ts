import { describe, expect, it } from 'vitest';
import { metered } from '../../../src/planner/house/meter.ts';
import type { House } from '../../../src/planner/house/types.ts';
import { battery, type Hour, houseTerms, uncapped } from '../../support/planner/house/house-slots.ts';
import { at } from '../../support/planner/planning.ts';

interface Passed {
  readonly kw: readonly number[];
  readonly cost: number;
  readonly aboveKwh?: number;
}

describe('the meter of a house', () => {
  const standby = { ...battery, standbyKw: 0.5, available: [{ start: at(60), end: at(120) }] };

  it.each<[string, hours: Hour[], more: Partial<House>, powers: number[][], Passed]>([
    ['buys what the sun does not give', [{ loadKw: 2, solarKw: 0.5 }], {}, [], { kw: [1.5], cost: 0.45 }],
    ['sells what is left of it', [{ loadKw: 1, solarKw: 3 }], {}, [], { kw: [-2], cost: -0.16 }],
    [
      'turns down what nobody pays for',
      [{ solarKw: 3, exportPrice: -0.1, curtailable: true }],
      {},
      [],
      { kw: [0], cost: 0 },
    ],
    [
      'adds what the stores take and give',
      [{ loadKw: 2 }, { loadKw: 2 }],
      {},
      [
        [1, -1],
        [1, -2],
      ],
      { kw: [4, -1], cost: 1.12 },
    ],
    [
      'adds what a store draws while it is there',
      [{ loadKw: 2 }, { loadKw: 2 }],
      { stores: [standby] },
      [],
      { kw: [2, 2.5], cost: 1.35 },
    ],
    [
      'tells what is above the fuse',
      [{ loadKw: 5 }, { loadKw: 3 }],
      { importKw: 4 },
      [],
      { kw: [5, 3], cost: 2.4, aboveKwh: 1 },
    ],
    [
      'counts what devices take above their own limit',
      // Two devices have taken 1.5 kW more than the limit leaves.
      [{ loadKw: 2, devicesKw: -1.5 }],
      {},
      [],
      { kw: [2], cost: 0.6, aboveKwh: 1.5 },
    ],
    [
      'tells what is above what may be sold',
      [{ solarKw: 5 }],
      { exportKw: 3.5 },
      [],
      { kw: [-5], cost: -0.4, aboveKwh: 1.5 },
    ],
  ])('%s', (_, hours, more, powers, { kw, cost, aboveKwh = 0 }) => {
    const house = houseTerms(hours, more);
    const flow = metered(
      house,
      uncapped(house),
      powers.map((each) => Float64Array.from(each)),
    );
    expect(flow.grid.map((step) => step.kw)).toEqual(kw);
    expect(flow.cost).toBeCloseTo(cost, 9);
    expect(Number(flow.aboveKwh.toFixed(8))).toBe(aboveKwh);
    expect(flow.weighed).toBeCloseTo(cost + house.limitWeight * aboveKwh, 6);
  });

  it.each<[string, Hour, Partial<House>]>([
    ['bought', { loadKw: 0.1 + 0.2 }, { importKw: 0.3 }],
    ['sold', { solarKw: 0.1 + 0.2 }, { exportKw: 0.3 }],
  ])('tells no float noise of what is %s', (_, hour, more) => {
    const house = houseTerms([hour], more);
    expect(metered(house, uncapped(house), []).aboveKwh).toBe(0);
  });

  it('counts a part of an hour by its length', () => {
    const house = houseTerms([{ loadKw: 6 }], { importKw: 4 });
    const slots = uncapped(house).map((slot) => ({ ...slot, end: at(20) }));
    const flow = metered(house, slots, []);
    expect(flow.grid).toEqual([{ start: at(0), end: at(20), kw: 6 }]);
    expect(flow.cost).toBeCloseTo(0.6, 9);
    expect(flow.aboveKwh).toBeCloseTo(2 / 3, 6);
  });

  it('weighs what is above a cap, which is no fuse', () => {
    const house = houseTerms([{ loadKw: 6 }], { importKw: 9 });
    const capped = uncapped(house).map((slot) => ({ ...slot, importKw: 5 }));
    const flow = metered(house, capped, []);
    expect(flow.aboveKwh).toBe(0);
    expect(flow.weighed).toBeCloseTo(1.8 + house.limitWeight, 9);
  });
});
