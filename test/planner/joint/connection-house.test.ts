import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Claim } from '../../../src/planner/house/order.ts';
import { planSite } from '../../../src/planner/house/site.ts';
import type { ConnectionProblem } from '../../../src/planner/joint/connection-house.ts';
import { connectionHouse } from '../../../src/planner/joint/connection-house.ts';
import { battery, hoursOf } from '../../support/planner/house/house-slots.ts';
import { at, contiguous, hours, idleState, minuteOf, phased, priced, split } from '../../support/planner/planning.ts';

const three = hours(0.3, 0.2, 0.4);
const claim = (more: Partial<Claim> = {}): Claim => ({
  demand: contiguous(60, { readyBy: at(180) }),
  state: idleState,
  horizon: three,
  ...more,
});
const sun = [{ start: at(60), end: at(120), kw: 2 }];

function houseOf(claims: readonly Claim[], more: Partial<ConnectionProblem> = {}) {
  const problem = { claims, limitKw: 9, now: at(0), taken: [], withheld: [], surplus: sun, batteries: [], ...more };
  return connectionHouse(problem, planSite(claims, problem.limitKw, at(0), problem.taken, sun, problem.withheld));
}

describe('the house of a connection without a battery', () => {
  it('has the prices of the devices, and the sun beyond its load', () => {
    const feedin = priced(60, [0.08, 0.08, 0.08]);
    const slots = houseOf([claim({ feedin }), claim()])?.house.slots.map((slot) => [
      ...[minuteOf(slot.start), slot.importPrice, slot.exportPrice],
      ...[slot.loadKw, slot.solarKw],
    ]);
    expect(slots).toEqual([
      [0, 0.3, 0.08, 0, 0],
      [60, 0.2, 0.08, 0, 2],
      [120, 0.4, 0.08, 0, 0],
    ]);
  });

  it('ends where the prices have a gap', () => {
    const gap = hours(0.3, 0.2, null, 0.4);
    const claims = [claim({ horizon: gap }), claim({ horizon: gap })].map(({ demand, ...rest }) => ({
      ...{ ...rest, demand: { ...demand, readyBy: at(120) } },
    }));
    expect(houseOf(claims)?.house.slots.map(({ end }) => minuteOf(end))).toEqual([60, 120]);
  });

  it('leaves to the devices what the limit leaves beside other loads and the load of the house', () => {
    const taken = [{ start: at(0), end: at(90), kw: 3 }];
    const withheld = [{ start: at(60), end: at(180), kw: 1.5 }];
    const slots = houseOf([claim(), claim()], { taken, withheld })?.house.slots;
    expect(slots?.map(({ start, devicesKw, loadKw }) => [minuteOf(start), devicesKw, loadKw])).toEqual([
      [0, 6, 3],
      [60, 4.5, 3],
      [90, 7.5, 0],
      [120, 7.5, 0],
    ]);
  });
});

describe('a device keeps its plan as part of the load', () => {
  const slots = hoursOf({ importPrice: 0.3 }, { importPrice: 0.2 }, { importPrice: 0.4 });
  const batteries = [{ store: battery, slots, worthAChange: 0 }];

  it.each<[string, Partial<Claim>]>([
    ['that sells', { horizon: horizonOf(three.spans, 'revenue') }],
    ['that has other prices than the battery', { horizon: hours(0.31, 0.2, 0.4) }],
    [
      'that has a limit on prices',
      { demand: split(60, { readyBy: at(180), limit: { rule: 'interval', price: 0.3 } }) },
    ],
    ['that has until after the last slot', { demand: contiguous(60, { readyBy: at(240) }) }],
    [
      'that has begun a run in one piece',
      {
        demand: phased([{ minutes: 60, kw: 1 }], { readyBy: at(180) }),
        state: {
          output: { on: true, since: at(-30) },
          delivered: { minutes: 30, starts: 1 },
          standing: [{ start: at(-30), end: at(30), kw: 1, energyKwh: 1, cost: 0 }],
        },
      },
    ],
  ])('%s', (_, more) => {
    expect(houseOf([claim(), claim(more)], { batteries })?.places).toEqual([0]);
  });

  it('and no house is planned if that leaves none, or if nothing but a limit is shared', () => {
    expect(houseOf([claim({ horizon: hours(0.31, 0.2, 0.4) })], { batteries })).toBeUndefined();
    expect(houseOf([claim(), claim()], { surplus: [] })).toBeUndefined();
  });
});
