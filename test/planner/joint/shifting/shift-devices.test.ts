import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HousePeak } from '../../../../src/planner/house/peak.ts';
import type { House, HouseClaim } from '../../../../src/planner/house/types.ts';
import { tryOf } from '../../../../src/planner/joint/house-try.ts';
import { planAt } from '../../../../src/planner/joint/plan-at.ts';
import { type HouseSearch, searchIn } from '../../../../src/planner/joint/search.ts';
import { shiftSearch } from '../../../../src/planner/joint/shifting/shift-devices.ts';
import type { Demand } from '../../../../src/planner/types.ts';
import { finish } from '../../../../src/planner/work.ts';
import { lawCases } from '../../../support/cases.ts';
import { battery, type Hour, houseTerms } from '../../../support/planner/house/house-slots.ts';
import { at, contiguous, hours, idleState, runsOf, split } from '../../../support/planner/planning.ts';

const claimOf = (demand: Demand): HouseClaim => ({ demand, state: idleState });
const oneIn = (length: number) => hours(...Array<number>(length).fill(0.1));

/** A house whose devices run at these times, in minutes from midnight, however dear that is. */
function begunAt(house: HouseSearch, times: readonly (readonly (readonly [number, number])[])[]) {
  const turns = house.claims.map((claim, i) => {
    const stretches = (times[i] ?? []).map(([from, until]) => ({ from: at(from) / 60, until: at(until) / 60 }));
    return { claim, plan: planAt(claim, oneIn(house.slots.length), house.now, stretches) };
  });
  return tryOf(house, turns, Number.POSITIVE_INFINITY);
}

const shifted = (hoursOf: readonly Hour[], more: Partial<House>, ...times: [number, number][][]) => {
  const house = searchIn(houseTerms(hoursOf, more));
  return finish(shiftSearch(house, begunAt(house, times))).best.turns.map(({ plan }) => runsOf(plan));
};

const cheap: Hour = { importPrice: 0.1 };
const dear: Hour = { importPrice: 0.4 };
const perKw: HousePeak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 4 }, dailyMaxima: [] };

describe('devices are shifted', () => {
  it('to the cheap hours', () => {
    expect(shifted([dear, cheap, dear], { devices: [claimOf(contiguous(60))] }, [[120, 180]])).toEqual([[[60, 120]]]);
  });

  it('piece by piece', () => {
    const devices = [claimOf(split(120))];
    expect(
      shifted([cheap, dear, cheap, dear], { devices }, [
        [60, 120],
        [180, 240],
      ]),
    ).toEqual([
      [
        [0, 60],
        [120, 180],
      ],
    ]);
  });

  it('all of its runs at once where it may not be switched at will', () => {
    const devices = [claimOf(split(120, { minOnMinutes: 60 }))];
    expect(shifted([cheap, cheap, dear, dear], { devices }, [[120, 240]])).toEqual([[[0, 120]]]);
  });

  it('out of the way of each other, where the peak of both is dearer than an hour', () => {
    const devices = [claimOf(contiguous(60)), claimOf(contiguous(60))];
    expect(shifted([dear, cheap], { devices, peak: perKw }, [[60, 120]], [[60, 120]])).toEqual([
      [[0, 60]],
      [[60, 120]],
    ]);
  });

  it('to no hour that the limit of the devices forbids, with a pause after each try', () => {
    const pausesAt = (devicesKw: number, kw: number, minutes: number) => {
      const small = { ...cheap, devicesKw };
      const devices = [claimOf(split(minutes, { need: { minutes, kw } } as Partial<Demand>))];
      const house = searchIn(houseTerms([dear, small, small], { devices }));
      return [...shiftSearch(house, begunAt(house, [[[0, minutes]]]))];
    };
    // One linear program of 10 planner calls; 1 kWh is too much for both cheap hours.
    expect(pausesAt(0.5, 1, 60)).toEqual([10]);
    // 1 kWh is not too much for an hour at 1.5 kW, but 2 kW are: the best times at its prices and each cheap hour.
    expect(pausesAt(1.5, 2, 30)).toEqual([10, 0, 0, 0]);
  });

  it('not at all where that helps nobody', () => {
    const devices = [claimOf(contiguous(60))];
    expect(shifted([cheap, cheap], { devices }, [[60, 120]])).toEqual([[[60, 120]]]);
  });
});

const cents = fc.integer({ min: 5, max: 40 }).map((ct) => ct / 100);
const pieces = fc.record({ minutes: fc.constantFrom(60, 120), kw: fc.constantFrom(1, 2, 3) });
const steps = [0, 2, 4].map((fromKw, i) => ({ fromKw, amount: i / 4 }));
const peaks = fc.constantFrom<(HousePeak | undefined)[]>(
  undefined,
  { rule: { measure: 60, pick: 1, per: 'month', perKw: 0.2 }, dailyMaxima: [1] },
  { rule: { measure: 60, pick: 1, per: 'month', steps }, dailyMaxima: [1] },
);
const houses = fc.record({
  prices: fc.array(cents, { minLength: 4, maxLength: 6 }),
  devices: fc.array(pieces, { minLength: 2, maxLength: 2 }),
  peak: peaks,
  stored: fc.constantFrom(0, 3),
});

it('two devices in one piece end at the best of all times for both, from whatever times on', () => {
  const law = fc.property(houses, ({ prices, devices, peak, stored }) => {
    const claims = devices.map((phase) => claimOf(contiguous(60, { phases: [phase] } as Partial<Demand>)));
    const store = { ...battery, capacityKwh: 3, storedKwh: stored, chargeEfficiency: 0.9, wearPerKwh: 0.01 };
    const house = searchIn(
      houseTerms(
        prices.map((importPrice) => ({ importPrice, loadKw: 0.5 })),
        { devices: claims, stores: [store], ...(peak && { peak }) },
      ),
    );
    const last = 60 * prices.length;
    const from = begunAt(
      house,
      devices.map(({ minutes }) => [[last - minutes, last] as const]),
    );
    expect(finish(shiftSearch(house, from)).best.money).toBeLessThan(leastOf(house, prices.length, devices) + 1e-4);
  });
  fc.assert(law, lawCases(30));
});

/** The least money over all hours that both may begin in, below each cap that may be best. */
function leastOf(house: HouseSearch, length: number, [one, other]: readonly { readonly minutes: number }[]): number {
  const starts = (minutes = 0) =>
    Array.from({ length: length - minutes / 60 + 1 }, (_, start) => [60 * start, 60 * start + minutes] as const);
  const caps = house.peak ? Array.from({ length: 60 }, (_, i) => (i + 1) / 8) : [];
  const all = starts(one?.minutes).flatMap((first) =>
    starts(other?.minutes).map((second) => begunAt(house, [[first], [second]]).turns),
  );
  return Math.min(
    ...all.flatMap((turns) => [...caps, Number.POSITIVE_INFINITY].map((capKw) => tryOf(house, turns, capKw).money)),
  );
}
