import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import { type Claim, loadsOf, type Taken } from '../../../src/planner/house/order.ts';
import { planSite, type SitePlan } from '../../../src/planner/house/site.ts';
import { connectionSearch } from '../../../src/planner/joint/plan-connection.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import type { Demand } from '../../../src/planner/types.ts';
import { finish } from '../../../src/planner/work.ts';
import { lawCases } from '../../support/cases.ts';
import { at, idleState, runsOf, standing } from '../../support/planner/planning.ts';

/** 4 kWh stored, and 6 kW to give: enough to cover what passes the limit. */
const battery: Store = {
  ...{ capacityKwh: 10, storedKwh: 4, maxChargeKw: 6, maxDischargeKw: 6 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, fromGrid: false, toGrid: false, endValue: [] },
};

interface Need {
  readonly kw: number;
  readonly minutes?: number;
  readonly readyBy?: number;
  readonly pieces?: boolean;
  /** The run of the last plan, in minutes after midnight. */
  readonly stands?: readonly [number, number];
}

/** Claims of devices on the prices of hours. */
function claimsOf(needs: readonly Need[], cents: readonly number[]): Claim[] {
  const spans = cents.map((cent, i) => ({ start: at(60 * i), end: at(60 * i + 60), price: cent / 100 }));
  return needs.map(({ kw, minutes = 60, readyBy = 60 * cents.length, pieces, stands }) => ({
    horizon: horizonOf(spans),
    state: { ...idleState, standing: stands ? standing(stands) : [] },
    demand: {
      ...{ prefer: 'earliest', whenUnknown: 'plan-known', readyBy: at(readyBy) },
      ...(pieces ? { shape: 'split', need: { minutes, kw } } : { shape: 'contiguous', phases: [{ minutes, kw }] }),
    } as Demand,
  }));
}

/** Plans beside the battery in a house that takes nothing else, with other loads at the grid connection. */
function plansBeside(
  claims: readonly Claim[],
  limitKw: number,
  cents: readonly number[],
  taken: readonly Taken[] = [],
) {
  const slots = cents.map(
    (cent, i): Slot => ({
      ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: cent / 100, exportPrice: 0 },
      ...{ loadKw: 0, solarKw: 0, importKw: limitKw },
    }),
  );
  const alone = planSite(claims, limitKw, at(0), taken);
  const beside = { store: battery, slots, worthAChange: 0.02 };
  const problem = { claims, limitKw, now: at(0), taken, withheld: [], surplus: [], batteries: [beside] };
  return { alone, joint: finish(connectionSearch(problem)), problem };
}

/** The highest sum of what the plans take, with other loads. */
function highestKw(plans: readonly SitePlan[], claims: readonly Claim[], taken: readonly Taken[] = []): number {
  const loads = [...taken, ...plans.flatMap((plan, i) => loadsOf(plan, claims[i] as Claim))];
  const during = (instant: number) => loads.filter(({ start, end }) => start <= instant && instant < end);
  return Math.max(0, ...loads.map(({ start }) => during(start).reduce((sum, { kw }) => sum + kw, 0)));
}

describe('devices beside a battery at a grid connection of 14 kW', () => {
  const both: readonly Need[] = [{ kw: 11 }, { kw: 5, stands: [0, 60] }];

  it('do not keep a standing run of 5 kW beside a new run of 11 kW, though the battery could cover the rest', () => {
    const { alone, joint } = plansBeside(claimsOf(both, [20, 20, 20]), 14, [20, 20, 20]);
    expect(alone.map(runsOf)).toEqual([[[0, 60]], [[60, 120]]]);
    expect(joint.map(runsOf)).toEqual([[[0, 60]], [[60, 120]]]);
  });

  it('keep all standing runs where these keep the limit together', () => {
    const needs: readonly Need[] = [
      { kw: 11, stands: [60, 120] },
      { kw: 5, stands: [0, 60] },
    ];
    const { joint } = plansBeside(claimsOf(needs, [20, 20, 20]), 14, [20, 20, 20]);
    expect(joint.map(runsOf)).toEqual([[[60, 120]], [[0, 60]]]);
  });

  it('keep of their standing runs those that keep the limit', () => {
    const needs: readonly Need[] = [...both, { kw: 3, stands: [60, 120] }];
    const { joint } = plansBeside(claimsOf(needs, [20, 20, 20]), 14, [20, 20, 20]);
    expect(joint.map(runsOf)).toEqual([[[0, 60]], [[60, 120]], [[60, 120]]]);
  });

  it('plan at most 160 devices again in all rounds together, however many they are', () => {
    const needs = Array.from({ length: 100 }, (): Need => ({ kw: 0.1, minutes: 30 }));
    const cents = [30, 20, 25, 22, 28, 21];
    const claims = claimsOf(needs, cents);
    const { problem } = plansBeside([], 14, cents);
    const work = [...connectionSearch({ ...problem, claims })];
    expect(work.reduce((sum, calls) => sum + calls, 0)).toBeLessThanOrEqual(600 + 10 * 4 * 160);
  });
});

it('plans beside a battery take no more than the limit together, whatever runs stand', () => {
  const need = fc.record({
    kw: fc.constantFrom(2, 3.7, 5, 11),
    minutes: fc.constantFrom(30, 60, 90),
    readyBy: fc.constantFrom(180, 240, 360),
    pieces: fc.boolean(),
    stands: fc.option(
      fc.constantFrom(0, 30, 60, 120).map((from) => [from, from + 60] as const),
      { nil: undefined },
    ),
  });
  const cents = fc.array(fc.integer({ min: 10, max: 40 }), { minLength: 6, maxLength: 6 });
  const law = fc.property(
    fc.array(need, { minLength: 1, maxLength: 3 }),
    cents,
    fc.constantFrom(0, 3),
    (needs, cents, ownKw) => {
      const claims = claimsOf(needs as readonly Need[], cents);
      const own = [{ start: at(0), end: at(120), kw: ownKw }];
      const { joint } = plansBeside(claims, 14, cents, own);
      expect(highestKw(joint, claims, own)).toBeLessThanOrEqual(14 + 1e-9);
    },
  );
  fc.assert(law, lawCases(100, 5000));
});
