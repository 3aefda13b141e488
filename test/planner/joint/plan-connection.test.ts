import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import { type Claim, loadsOf, missedBy } from '../../../src/planner/house/order.ts';
import type { HousePeak } from '../../../src/planner/house/peak.ts';
import { peakOf, peakTermsOf } from '../../../src/planner/house/peak-terms.ts';
import { planSite, type SitePlan } from '../../../src/planner/house/site.ts';
import { slotsWith } from '../../../src/planner/house/sun.ts';
import type { Surplus } from '../../../src/planner/house/surplus.ts';
import type { StoreBeside } from '../../../src/planner/joint/connection-house.ts';
import { connectionSearch } from '../../../src/planner/joint/plan-connection.ts';
import { planStoreBelowPeaks } from '../../../src/planner/joint/plan-store-below-peaks.ts';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import type { Demand } from '../../../src/planner/types.ts';
import { finish } from '../../../src/planner/work.ts';
import { lawCases } from '../../support/cases.ts';
import { at, contiguous, hours, idleState, runsOf, split, standing } from '../../support/planner/planning.ts';

const battery: Store = {
  ...{ capacityKwh: 4, storedKwh: 0, maxChargeKw: 2, maxDischargeKw: 2 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, fromGrid: false, toGrid: false, endValue: [] },
};

interface Hour {
  readonly cents: number;
  readonly sun?: number;
  readonly load?: number;
}

/** A house by the hour from midnight; what it feeds in brings 8 ct. */
const slotsOf = (...house: Hour[]): Slot[] =>
  house.map(({ cents, sun = 0, load = 0 }, i) => ({
    ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: cents / 100, exportPrice: 0.08 },
    ...{ loadKw: load, solarKw: sun },
  }));

interface More {
  readonly limitKw?: number;
  readonly peak?: HousePeak;
  readonly worthAChange?: number;
}

/** The plans without a thought of the battery, and with it. */
function plansOf(demands: readonly Demand[], slots: readonly Slot[], more: More = {}, runs = standing()) {
  const { limitKw = 20, peak, worthAChange = 0 } = more;
  const horizon = horizonOf(slots.map(({ start, end, importPrice }) => ({ start, end, price: importPrice })));
  const feedin = slots.map(({ start, end, exportPrice }) => ({ start, end, price: exportPrice }));
  const state = { ...idleState, standing: runs };
  const claims = demands.map(
    (demand): Claim => ({ demand: { readyBy: slots.at(-1)?.end ?? 0, ...demand }, state, horizon, feedin }),
  );
  const surplus = slots.flatMap(({ start, end, solarKw, loadKw }) =>
    solarKw > loadKw ? [{ start, end, kw: solarKw - loadKw }] : [],
  );
  const alone = planSite(claims, limitKw, at(0), [], surplus);
  const beside = { store: battery, slots: slots.map((slot) => ({ ...slot, importKw: limitKw })), worthAChange };
  return { claims, alone, joint: together(claims, [beside], { limitKw, surplus, peak }) };
}

interface Surroundings {
  readonly limitKw?: number;
  readonly surplus?: readonly Surplus[];
  readonly peak?: HousePeak | undefined;
}

/** All devices of a connection planned together. */
function together(
  claims: readonly Claim[],
  batteries: readonly StoreBeside[],
  { limitKw = 20, surplus = [], peak }: Surroundings = {},
): readonly SitePlan[] {
  const net = (batteries[0]?.slots ?? []).map(({ start, end, loadKw, solarKw }) => ({
    start,
    end,
    kw: loadKw - solarKw,
  }));
  const problem = { claims, limitKw, now: at(0), taken: [], withheld: [], surplus, batteries };
  const charge = peak && { housePeak: peak, peak: { terms: peakTermsOf(peak, at(0)), net } };
  return finish(connectionSearch({ ...problem, ...charge }));
}

/** Money for the house with the battery planned round the devices. */
function paidFor(
  claims: readonly Claim[],
  plans: readonly SitePlan[],
  slots: readonly Slot[],
  peak?: HousePeak,
): number {
  const loads = plans.flatMap((plan, i) => loadsOf(plan, claims[i] as Claim));
  const house = slotsWith(slots, loads);
  if (!peak) return planStore(battery, house, at(0)).cost;
  const { plan } = planStoreBelowPeaks(battery, house, at(0), peak);
  const grid = plan.slots.map(({ start, end, chargeKw, dischargeKw }) => {
    const slot = house.find((each) => each.start <= start && start < each.end);
    return { start, end, kw: (slot?.loadKw ?? 0) - (slot?.solarKw ?? 0) + chargeKw - dischargeKw };
  });
  // The mean of an hour counts, though a run may begin within it.
  return plan.cost + peakOf(peakTermsOf(peak, at(0)), grid).cost;
}

describe('a device beside a battery', () => {
  // Alone it takes the sun at 8 ct; but the battery has nothing else to store for the evening at 40.
  const sunny = slotsOf({ cents: 20 }, { cents: 30, sun: 1 }, { cents: 40, load: 1 });

  it('leaves the sun to a battery that makes more of it', () => {
    const { alone, joint } = plansOf([contiguous(60)], sunny);
    expect([alone, joint].map((plans) => plans.map(runsOf))).toEqual([[[[60, 120]]], [[[0, 60]]]]);
  });

  it('stays where another time saves less than it is worth', () => {
    const { joint, alone } = plansOf([contiguous(60)], sunny, { worthAChange: 0.5 }, standing([60, 120]));
    expect(joint).toEqual(alone);
  });

  it('keeps what it was told where that is as good', () => {
    const flat = slotsOf({ cents: 30 }, { cents: 30 }, { cents: 30 }, { cents: 30, load: 1 });
    const { joint } = plansOf([split(60)], flat, { worthAChange: 0.01 }, standing([120, 180]));
    expect(joint.map(runsOf)).toEqual([[[120, 180]]]);
  });

  it('is priced at the meter, and says that it gives way', () => {
    const { joint } = plansOf([contiguous(60)], sunny);
    expect(joint).toMatchObject([{ cost: 0.2, limitCost: null, solarKwh: 0 }]);
  });

  it.each<[string, Partial<Demand>]>([
    ['a limit on its price', { limit: { rule: 'interval', price: 0.35 } }],
    ['a spread that it asks for', { minSpread: 0.05 }],
    ['a deadline past what the battery plans', { readyBy: at(600) }],
  ])('is left alone with %s', (_, more) => {
    const { alone, joint } = plansOf([contiguous(60, more)], sunny);
    expect(joint).toEqual(alone);
  });

  it('is left alone where its prices are others than those of the battery', () => {
    const { claims } = plansOf([contiguous(60)], sunny);
    const others = claims.map((claim) => ({ ...claim, horizon: hours(0.19, 0.3, 0.4) }));
    const beside = { store: battery, slots: sunny, worthAChange: 0 };
    expect(together(others, [beside])).toEqual(planSite(others, 20, at(0)));
  });

  it('tells the battery new prices that it has not heard of', () => {
    const { claims, joint } = plansOf([contiguous(60)], sunny);
    const stale = sunny.map((slot, i) => (i === 2 ? { ...slot, importPrice: 0.05, estimated: true } : slot));
    const surplus = [{ start: at(60), end: at(120), kw: 1 }];
    const beside = { store: battery, slots: stale, worthAChange: 0 };
    expect(together(claims, [beside], { surplus }).map(runsOf)).toEqual(joint.map(runsOf));
  });
});

it('a device that runs half an hour earlier for a peak says so', () => {
  // 3 kW in the cheap hour make 4 kW with the load; half of it in each of two hours makes 2.5 kW.
  const slots = slotsOf({ cents: 30, load: 1 }, { cents: 10, load: 1 }, { cents: 20 });
  const peak: HousePeak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 3 }, dailyMaxima: [3] };
  const horizon = horizonOf(slots.map(({ start, end, importPrice }) => ({ start, end, price: importPrice })));
  const demand = { ...contiguous(60, { readyBy: at(180) }), phases: [{ minutes: 60, kw: 3 }] } as Demand;
  const net = slots.flatMap(({ start, loadKw }) =>
    [0, 900, 1800, 2700].map((after) => ({ start: start + after, end: start + after + 900, kw: loadKw })),
  );
  const problem = { claims: [{ demand, state: idleState, horizon }], limitKw: 20, now: at(0), taken: [], withheld: [] };
  const charge = { housePeak: peak, peak: { terms: peakTermsOf(peak, at(0)), net } };
  const [plan] = finish(connectionSearch({ ...problem, ...charge, surplus: [], batteries: [] }));
  expect([plan && runsOf(plan), plan?.avoidsPeak]).toEqual([[[90, 150]], true]);
});

it('a car divides its hour between two windows of a peak, and a boiler avoids both', () => {
  const slots = slotsOf(...[50, 10, 20, 30, 50, 50].map((cents) => ({ cents })));
  const { claims } = plansOf(
    [11, 2].map((kw) => ({ ...contiguous(60), phases: [{ minutes: 60, kw }] }) as Demand),
    slots,
  );
  const peak: HousePeak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 2 }, dailyMaxima: [1] };
  expect(together(claims, [], { peak }).map(runsOf)).toEqual([[[90, 150]], [[180, 240]]]);
});

describe('a device beside two batteries', () => {
  // 2 kWh of sun: one battery of 1 kWh leaves half of it to the device, and two leave nothing.
  const slots = slotsOf({ cents: 20 }, { cents: 30, sun: 2 }, { cents: 40, load: 2 });
  const small = { ...battery, capacityKwh: 1 };
  const surplus = [{ start: at(60), end: at(120), kw: 2 }];
  const runsBeside = (count: number) => {
    const { claims } = plansOf([contiguous(60)], slots);
    const batteries = Array.from({ length: count }, () => ({ store: small, slots, worthAChange: 0 }));
    return together(claims, batteries, { surplus }).map(runsOf);
  };

  it.each([
    ['takes the sun that one leaves', 1, [60, 120]],
    ['leaves the sun to both', 2, [0, 60]],
  ])('%s', (_, count, run) => {
    expect(runsBeside(count)).toEqual([[run]]);
  });
});

it('the search reports plans that keep the limit before it is done, the last ones as good as any before', () => {
  const slots = slotsOf({ cents: 20 }, { cents: 30, sun: 1 }, { cents: 40, load: 1 });
  const { claims } = plansOf([contiguous(60), split(60)], slots);
  const problem = { claims, limitKw: 20, now: at(0), taken: [], withheld: [], surplus: [] };
  const reported: (readonly SitePlan[])[] = [];
  const batteries = [{ store: battery, slots, worthAChange: 0 }];
  const plans = finish(connectionSearch({ ...problem, batteries }, (some) => reported.push(some)));
  const paid = [...reported, plans].map((some) => paidFor(claims, some, slots));
  expect(paid.length).toBe(3);
  expect(paid).toEqual(paid.toSorted((a, b) => b - a));
});

it('a device takes the hour that a battery makes room in below the peak of the month, where alone it waits for a dearer one', () => {
  // With 3 kW beside the load of 1 kW it would make 4 of the 3 that the month has had; the battery has 2 kWh of the sun.
  const slots = slotsOf({ cents: 30, sun: 2 }, { cents: 10, load: 1 }, { cents: 30 });
  const peak: HousePeak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 4 }, dailyMaxima: [3] };
  const horizon = horizonOf(slots.map(({ start, end, importPrice }) => ({ start, end, price: importPrice })));
  const demand = {
    ...contiguous(60, { earliest: at(60), readyBy: at(180) }),
    phases: [{ minutes: 60, kw: 3 }],
  } as Demand;
  const claim: Claim = { demand, state: idleState, horizon };
  const net = slots.map(({ start, end, loadKw, solarKw }) => ({ start, end, kw: loadKw - solarKw }));
  const alone = planSite([claim], 20, at(0), [], [], [], { terms: peakTermsOf(peak, at(0)), net });
  const beside = { store: battery, slots, worthAChange: 0 };
  const joint = together([claim], [beside], { peak });
  expect([alone, joint].map((plans) => plans.map(runsOf))).toEqual([[[[120, 180]]], [[[60, 120]]]]);
});

const houses = fc.record({
  house: fc.array(
    fc.record({
      cents: fc.integer({ min: 5, max: 45 }),
      sun: fc.constantFrom(0, 0, 1, 3),
      load: fc.constantFrom(0.3, 0.6, 1.2),
    }),
    { minLength: 8, maxLength: 14 },
  ),
  demands: fc.array(
    fc.record({
      pieces: fc.boolean(),
      minutes: fc.constantFrom(30, 60, 90, 150),
      ready: fc.integer({ min: 5, max: 8 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  perKw: fc.option(fc.constantFrom(1, 4), { nil: undefined }),
  limitKw: fc.constantFrom(2, 3, 20),
});

describe('any devices beside a battery', () => {
  const { seed, numRuns } = lawCases(20, 300);

  // Promise P-356 internals/house: devices in nodes move where the house as a whole pays less, miss no more and pass
  //   no limit
  it('miss no more, keep the limit, cost the house no more, and stay where they are told again', () => {
    fc.assert(
      fc.property(houses, ({ house, demands, perKw, limitKw }) => {
        const slots = slotsOf(...house);
        const peak: HousePeak | undefined =
          perKw === undefined ? undefined : { rule: { measure: 60, pick: 1, per: 'month', perKw }, dailyMaxima: [] };
        const asked = demands.map(({ pieces, minutes, ready }) =>
          (pieces ? split : contiguous)(minutes, { readyBy: at(60 * ready) }),
        );
        const { claims, alone, joint } = plansOf(asked, slots, { limitKw, ...(peak && { peak }), worthAChange: 0.01 });
        const missed = (plans: readonly SitePlan[]) =>
          plans.reduce((sum, plan, i) => sum + missedBy({ claim: claims[i] as Claim, plan }), 0);
        expect(missed(joint)).toBeLessThanOrEqual(missed(alone));
        const loads = joint.flatMap((plan, i) => loadsOf(plan, claims[i] as Claim));
        for (const { start } of loads) {
          const during = loads.filter((load) => load.start <= start && start < load.end);
          expect(during.reduce((sum, { kw }) => sum + kw, 0)).toBeLessThanOrEqual(limitKw);
        }
        if (limitKw === 20) {
          const [before, after] = [alone, joint].map((plans) => paidFor(claims, plans, slots, peak));
          expect(after).toBeLessThan((before as number) + (peak ? 0.05 : 1e-6));
        }
        const again = claims.map((claim, i) => ({
          ...claim,
          state: { ...claim.state, standing: joint[i]?.runs ?? [] },
        }));
        const beside = {
          store: battery,
          slots: slots.map((slot) => ({ ...slot, importKw: limitKw })),
          worthAChange: 0.01,
        };
        const surplus = slots.flatMap(({ start, end, solarKw, loadKw }) =>
          solarKw > loadKw ? [{ start, end, kw: solarKw - loadKw }] : [],
        );
        const second = together(again, [beside], { limitKw, surplus, peak });
        expect(second.map(runsOf)).toEqual(joint.map(runsOf));
      }),
      { seed, numRuns },
    );
  });
});
