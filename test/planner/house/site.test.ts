import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Claim } from '../../../src/planner/house/order.ts';
import { planSite, type SitePlan } from '../../../src/planner/house/site.ts';
import type { Demand, Phase, PlanState } from '../../../src/planner/types.ts';
import { lawCases } from '../../support/cases.ts';
import {
  at,
  contiguous,
  hours,
  idleState,
  phased,
  priced,
  runsOf,
  split,
  standing,
} from '../../support/planner/planning.ts';
import { minutePrices, spansOf } from '../../support/planner/random-demands.ts';

const prices = hours(0.4, 0.1, 0.2, 0.3);
const claim = (demand: Demand, state: Partial<PlanState> = {}): Claim => ({
  demand,
  horizon: prices,
  state: { ...idleState, ...state },
});
const site = (limitKw: number, ...claims: Claim[]) => planSite(claims, limitKw, at(0)).map(runsOf);

describe('several devices under one limit', () => {
  it('all take the cheapest hour when there is room', () => {
    expect(site(3, claim(contiguous(60)), claim(split(60)), claim(contiguous(60)))).toEqual([
      [[60, 120]],
      [[60, 120]],
      [[60, 120]],
    ]);
  });

  it('take what those before them leave', () => {
    expect(site(1, claim(contiguous(60)), claim(split(90)), claim(contiguous(30)))).toEqual([
      [[60, 120]],
      [[120, 210]],
      [[210, 240]],
    ]);
  });

  it('are split around what is taken', () => {
    const first = claim(contiguous(20, { earliest: at(80), readyBy: at(100) }));
    expect(site(1, first, claim(split(60)))).toEqual([
      [[80, 100]],
      [
        [60, 80],
        [100, 140],
      ],
    ]);
  });

  it('save on what there is room for, and on nothing where there is none', () => {
    const taken = [{ start: at(60), end: at(180), kw: 0.5 }];
    const plans = [split(240), contiguous(240)].flatMap((demand) => planSite([claim(demand)], 1, at(0), taken));
    expect(plans.map(({ runs }) => runs.length)).toEqual([2, 0]);
    expect(plans.map(({ baselineCost }) => baselineCost)).toEqual([0.5, 0]);
  });

  it('leave what is spoken for', () => {
    const taken = [{ start: at(70), end: at(100), kw: 0.5 }];
    expect(planSite([claim(split(60))], 1, at(0), taken).map(runsOf)).toEqual([
      [
        [60, 70],
        [100, 150],
      ],
    ]);
    expect(planSite([claim(split(60))], 1.5, at(0), taken).map(runsOf)).toEqual([[[60, 120]]]);
  });

  it('share the time of a phase that leaves room', () => {
    const washing = phased([
      { minutes: 30, kw: 3 },
      { minutes: 30, kw: 0.5 },
    ]);
    expect(site(3.5, claim(washing, {}), claim(phased([{ minutes: 30, kw: 3 }])))).toEqual([[[60, 120]], [[90, 120]]]);
  });

  it('do not pass the limit by float noise', () => {
    const kw = (kw: number) => claim(phased([{ minutes: 60, kw }]));
    expect(site(0.3, kw(0.1), kw(0.2))).toEqual([[[60, 120]], [[60, 120]]]);
  });

  // Promise P-355 internals/house: a limit is not passed for a deadline either
  it('do not pass the limit for a deadline: the overrun starts when there is room', () => {
    const urgent = (minutes: number) => contiguous(minutes, { readyBy: at(30) });
    const plans = planSite([claim(urgent(60)), claim(urgent(60))], 1, at(0));
    expect(plans.map(runsOf)).toEqual([[[0, 60]], [[60, 120]]]);
    expect(plans[1]?.outcome).toEqual({ kind: 'overrun', lateMinutes: 90 });
  });

  it('wait for no room that never comes: a device above the limit does not run', () => {
    const plans = planSite(
      [claim(contiguous(60)), claim(split(60)), claim(split(60, { readyBy: at(30) }))],
      0.5,
      at(0),
    );
    expect(plans.map(runsOf)).toEqual([[], [], []]);
    expect(plans.map(({ outcome }) => outcome.kind)).toEqual(['short', 'short', 'short']);
  });

  it('leave alone what has begun', () => {
    const running = {
      output: { on: true, since: at(-30) },
      delivered: { minutes: 30, starts: 1 },
      standing: standing([-30, 90]),
    };
    expect(site(1, claim(split(60)), claim(contiguous(120), running))).toEqual([[[90, 150]], [[0, 90]]]);
  });
});

describe('what the limit costs', () => {
  const tail = { readyBy: at(300), preconditionMinutes: 60 };
  const urgent = (minutes: number) => contiguous(60, { readyBy: at(minutes) });

  it.each([
    ['nothing where there is room', 2, [contiguous(60), split(60)], [0, 0]],
    ['nothing the first', 1, [contiguous(60), contiguous(60)], [0, 0.1]],
    ['as much as the hours that are left are dearer', 1, [split(60), split(90), contiguous(30)], [0, 0.15, 0.1]],
    ['nobody knows what, of one that finds no room', 0.5, [contiguous(60), split(60)], [null, null]],
    ['nobody knows what, of one that runs for less', 1, [split(180), split(120)], [0, null]],
    ['nobody knows what, of one on a price that is unknown', 2, [split(60, tail)], [null]],
    ['less than nothing what is late', 1, [urgent(60), urgent(30)], [0, -0.3]],
  ] as const)('%s', (_, limitKw, demands, costs) => {
    const plans = planSite(
      demands.map((demand) => claim(demand)),
      limitKw,
      at(0),
    );
    expect(plans.map(({ limitCost }) => limitCost)).toEqual(costs);
  });

  it.each([
    ['waits for an hour that is only expected', [0.3, 0.1], 0.2, [0, null]],
    ['does not wait for one', [0.3, 0.2], 0.1, [null, null]],
  ])('is known of no device that %s', (_, cents, later, costs) => {
    const horizon = horizonOf(priced(60, cents), 'cost', priced(60, [0.9, 0.9, later]).slice(2));
    const demand = contiguous(60, { whenUnknown: 'estimate', readyBy: at(180) });
    const plans = planSite(
      [claim(demand), claim(demand)].map((each) => ({ ...each, horizon })),
      1,
      at(0),
    );
    expect(plans.map(({ limitCost }) => limitCost)).toEqual(costs);
  });

  it('is income that is lost where power is sold', () => {
    const sale = { ...claim(split(60)), horizon: horizonOf(prices.spans, 'revenue') };
    expect(planSite([sale, { ...sale }], 1, at(0)).map(({ limitCost }) => limitCost)).toEqual([0, 0.1]);
  });

  it('is told with the order: what has begun comes first', () => {
    const running = { output: { on: true, since: at(-30) }, standing: standing([-30, 90]) };
    const plans = planSite([claim(split(60)), claim(contiguous(90), running), claim(split(60))], 1, at(0));
    expect(plans.map(({ turn }) => turn)).toEqual([1, 0, 2]);
  });
});

/** Demands of a few devices, without deadlines, and prices for them. */
const demands = fc
  .record({
    isSplit: fc.boolean(),
    phases: fc.array(
      fc.record({ minutes: fc.integer({ min: 1, max: 20 }), kw: fc.constantFrom(0.1, 0.5, 1, 2.2, 3) }),
      { minLength: 1, maxLength: 3 },
    ),
    minOnMinutes: fc.integer({ min: 0, max: 10 }),
  })
  .map(({ isSplit, phases: [need, ...rest], minOnMinutes }): Demand => {
    const first = need as Phase;
    return isSplit ? split(0, { need: first, minOnMinutes }) : phased([first, ...rest]);
  });
const sites = fc.record({
  claims: fc
    .tuple(fc.array(demands, { minLength: 1, maxLength: 5 }), minutePrices({ min: 40, max: 90 }, 10))
    .map(([all, cents]) => {
      const horizon = horizonOf(spansOf(cents.map((each) => each && each / 100)));
      return all.map((demand): Claim => ({ demand, horizon, state: idleState }));
    }),
  limitKw: fc.constantFrom(0.5, 1, 2.5, 3.2, 4, 6),
});

/** The power of a plan in each minute after midnight. */
function loadOf(demand: Demand, { runs }: SitePlan, minute: number): number {
  const run = runs.find(({ start, end }) => start <= at(minute) && at(minute) < end);
  if (!run) return 0;
  if (demand.shape === 'split') return demand.need.kw;
  return (
    demand.phases.flatMap(({ minutes, kw }) => Array<number>(minutes).fill(kw))[(at(minute) - run.start) / 60] ?? 0
  );
}

describe('a site', () => {
  // Promise P-428 internals/planner: devices that share a fuse never take more than it
  it('never takes more than its limit', () => {
    const law = fc.property(sites, ({ claims, limitKw }) => {
      const plans = planSite(claims, limitKw, at(0));
      for (let minute = 0; minute < 90; minute++) {
        const loads = plans.map((plan, i) => loadOf((claims[i] as Claim).demand, plan, minute));
        expect(loads.reduce((sum, kw) => sum + kw, 0)).toBeLessThanOrEqual(limitKw + 1e-9);
      }
    });
    fc.assert(law, lawCases(500));
  });

  it('pays nothing for a limit that is infinite, and else never less', () => {
    const law = fc.property(sites, ({ claims, limitKw }) => {
      const costs = (limit: number) => planSite(claims, limit, at(0)).map(({ limitCost }) => limitCost);
      expect(costs(Number.POSITIVE_INFINITY)).toEqual(claims.map(() => 0));
      for (const cost of costs(limitKw)) expect(cost ?? 0).toBeGreaterThanOrEqual(0);
    });
    fc.assert(law, lawCases(500));
  });

  // Promise P-429 internals/planner: up to four of them pay the same in any sequence of requests
  it('of up to four devices misses and pays the same in whatever order it is told of them', () => {
    const law = fc.property(sites, ({ claims, limitKw }) => {
      const few = claims.slice(0, 4);
      const sums = [few, few.toReversed(), [...few.slice(1), ...few.slice(0, 1)]].map((order) => {
        const plans = planSite(order, limitKw, at(0));
        const minutes = plans.reduce(
          (sum, { runs }) => runs.reduce((all, { start, end }) => all + end - start, sum),
          0,
        );
        return [minutes, plans.reduce((sum, { cost }) => sum + (cost ?? 0), 0).toFixed(9)];
      });
      expect(sums).toEqual([sums[0], sums[0], sums[0]]);
    });
    fc.assert(law, lawCases(500));
  });
});

describe('the order of devices', () => {
  /** At less power the cheap hour is worth less. */
  const weak = phased([{ minutes: 60, kw: 0.6 }]);
  const turnsOf = (...claims: Claim[]) => planSite(claims, 1, at(0)).map(({ turn }) => turn);

  it.each<[string, Demand[], turns: number[]]>([
    ['is the given one where no other is better', [contiguous(60), split(60), contiguous(30)], [0, 1, 2]],
    [
      'is another where that misses a deadline',
      [contiguous(60), contiguous(60, { readyBy: at(120) }), contiguous(60, { readyBy: at(180) })],
      [2, 0, 1],
    ],
    ['is another where that costs more', [weak, contiguous(60)], [1, 0]],
    [
      'of four is the first of all that miss no deadline',
      [split(30), split(30), contiguous(60, { readyBy: at(180) }), contiguous(60, { readyBy: at(120) })],
      [2, 3, 1, 0],
    ],
    [
      'of four is the one that pays least: the weakest last',
      [{ ...weak, readyBy: at(240) }, contiguous(60), contiguous(60), contiguous(60)],
      [3, 0, 1, 2],
    ],
  ])('%s', (_, demands, turns) => {
    expect(turnsOf(...demands.map((demand) => claim(demand)))).toEqual(turns);
  });
});
