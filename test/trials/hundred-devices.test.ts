import fc from 'fast-check';
import { expect, it } from 'vitest';
import { horizonOf } from '../../src/planner/horizon.ts';
import { type Claim, missedBy } from '../../src/planner/house/order.ts';
import { planSite } from '../../src/planner/house/site.ts';
import type { DeviceSlot } from '../../src/planner/house/types.ts';
import { isTrial } from '../support/cases.ts';
import { houseCases } from '../support/planner/house/random-houses.ts';
import { leastOf, Programme } from '../support/planner/programme.ts';

const DEVICES = 100;
/** The share of the energy that the fuse allows. */
const LOAD = 0.8;

/** The devices of many random houses, on the prices of the first one of at least a day. Deadlines are at any time after the first half. */
function hundredDevices(seed: number) {
  const houses = fc.sample(houseCases, { seed, numRuns: DEVICES });
  const day = houses.find(({ house }) => house.slots.length >= 24) ?? houses[0];
  const { slots } = day?.house ?? { slots: [] };
  const horizon = horizonOf(slots.map(({ start, end, importPrice: price }) => ({ start, end, price })));
  const claims = houses
    .flatMap(({ house }) => house.devices)
    .slice(0, DEVICES)
    .map(({ demand, state }, i): Claim => {
      const hours = Math.round(slots.length * (1 - (0.5 * i) / DEVICES));
      return { state, horizon, demand: { ...demand, readyBy: (slots[0]?.start ?? 0) + 3600 * hours } };
    });
  const kwh = claims.reduce(
    (sum, claim) => sum + phasesOf(claim).reduce((all, { minutes, kw }) => all + (minutes * kw) / 60, 0),
    0,
  );
  return { claims, slots, fuseKw: kwh / slots.length / LOAD, now: day?.now ?? 0 };
}

const phasesOf = ({ demand }: Claim): readonly { readonly minutes: number; readonly kw: number }[] =>
  demand.shape === 'split' ? [demand.need] : demand.phases;

/** What all needs cost at least if devices switch with a full hour: the linear relaxation, which shares a device between its times. */
function leastCost(claims: readonly Claim[], slots: readonly DeviceSlot[], fuseKw: number): Promise<number> {
  const programme = new Programme();
  const used = slots.map((): [number, string][] => []);
  for (const [k, claim] of claims.entries()) {
    const { demand } = claim;
    const last = slots.filter(({ end }) => end <= (demand.readyBy ?? end)).length;
    const isSplit = demand.shape === 'split';
    const powers = isSplit
      ? [demand.need.kw]
      : demand.phases.flatMap(({ minutes, kw }) => Array<number>(minutes / 60).fill(kw));
    const starts = slots.slice(0, last - powers.length + 1).map((_, i) => {
      const cost = powers.reduce((sum, kw, part) => sum + kw * (slots[i + part]?.importPrice ?? 0), 0);
      const name = programme.variable(`z${k}_${i}`, 1, cost);
      for (const [part, kw] of powers.entries()) if (kw > 0) used[i + part]?.push([kw, name]);
      return name;
    });
    programme.row(
      starts.map((name) => [1, name]),
      '=',
      isSplit ? demand.need.minutes / 60 : 1,
    );
  }
  for (const terms of used) programme.row(terms, '<=', fuseKw);
  return leastOf(programme.toString(), {});
}

const seeds = isTrial ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1];

// Promise P-963 internals/planner: 100 devices that take 80 % of a fuse miss nothing within a second, and cost at most
//   1 % more than a proven bound in nine of ten houses
it('100 devices that take 80 % of a fuse miss nothing within a second, and cost at most 1 % more than the linear relaxation in nine of ten houses', async () => {
  const above: number[] = [];
  for (const seed of seeds) {
    const { claims, slots, fuseKw, now } = hundredDevices(seed);
    const begin = process.cpuUsage().user;
    const plans = planSite(claims, fuseKw, now);
    const seconds = (process.cpuUsage().user - begin) / 1e6;
    if (isTrial) expect(seconds).toBeLessThan(1);
    expect(plans.map((plan, i) => missedBy({ claim: claims[i] as Claim, plan }))).toEqual(claims.map(() => 0));
    const cost = plans.reduce((sum, plan) => sum + (plan.cost ?? 0), 0);
    above.push(cost / (await leastCost(claims, slots, fuseKw)) - 1);
  }
  const [worst = 0, second = worst] = above.toSorted((a, b) => b - a);
  expect(second).toBeLessThan(0.01);
  expect(worst).toBeLessThan(0.015);
});
