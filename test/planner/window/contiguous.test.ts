import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Phase } from '../../../src/planner/types.ts';
import { lawCases } from '../../support/cases.ts';
import { at, contiguous, hours, phased, plan, priced, runsOf } from '../../support/planner/planning.ts';
import { minutePrices, spansOf } from '../../support/planner/random-demands.ts';

describe('an unbroken run', () => {
  it.each([
    ['starts inside an interval, to end with the cheap one', 20, [0.3, 0.1, 0.3], 0, [60, 80]],
    ['reaches into the cheaper neighbour', 90, [0.4, 0.1, 0.2, 0.4], 0, [60, 150]],
    [
      'ends with the cheap hour when the one before is cheaper than the one after',
      90,
      [0.4, 0.2, 0.1, 0.4],
      0,
      [90, 180],
    ],
    ['takes the earliest of equal starts', 20, [0.2, 0.1, 0.1], 0, [60, 80]],
    ['counts only the rest of the current hour', 60, [0.1, 0.2, 0.2], 45, [45, 105]],
    ['does not start in the past', 60, [0.1, 0.3, 0.2], 50, [120, 180]],
    ['takes what earns most of negative prices', 60, [-0.1, -0.3, 0.1], 0, [60, 120]],
    ['never bridges a gap, however cheap both sides are', 90, [0.1, null, 0.1, 0.9, 0.9], 0, [120, 210]],
  ])('%s', (_, minutes, prices, now, run) => {
    expect(runsOf(plan(contiguous(minutes), hours(...prices), now))).toEqual([run]);
  });

  it('a 20-minute load costs what its minutes cost', () => {
    const { runs, cost, baselineCost, outcome } = plan(contiguous(20), hours(0.3, 0.12, 0.3));
    expect(cost).toBeCloseTo(0.04, 12);
    expect(baselineCost).toBeCloseTo(0.1, 12);
    expect(runs[0]).toMatchObject({ kw: 1, energyKwh: 1 / 3 });
    expect(outcome).toEqual({ kind: 'complete' });
  });

  it('rounds `now` up to a whole minute', () => {
    const { runs } = plan(contiguous(60), hours(0.1, 0.1), 0.2);
    expect(runs[0]?.start).toBe(at(1));
  });

  it('takes the latest of equal starts when asked to', () => {
    expect(runsOf(plan(contiguous(20, { prefer: 'latest' }), hours(0.2, 0.1, 0.1, 0.2)))).toEqual([[160, 180]]);
  });

  it.each([
    ['goes on where no start costs less', [0.2, 0.2, 0.2], {}, true, [0, 60]],
    ['starts late where none is under way', [0.2, 0.2, 0.2], {}, false, [120, 180]],
    ['makes way for what costs less', [0.3, 0.2, 0.2], {}, true, [120, 180]],
    [
      'makes way where its price is above the limit',
      [0.4, 0.2, 0.4, 0.3, 0.3],
      { minutes: 120, limit: 0.35 },
      true,
      [180, 300],
    ],
  ])(
    'under way without a plan %s, also where the latest is preferred',
    (_, prices, { minutes = 60, limit }: { minutes?: number; limit?: number }, on, run) => {
      const demand = contiguous(minutes, {
        prefer: 'latest',
        ...(limit !== undefined && { limit: { rule: 'interval', price: limit } }),
      });
      expect(runsOf(plan(demand, hours(...prices), 0, { output: { on, since: at(-30) } }))).toEqual([run]);
    },
  );

  it('a dishwasher heats when it is cheap: both heating phases decide, the pumping hardly', () => {
    const dishwasher = phased([
      { minutes: 20, kw: 2 },
      { minutes: 40, kw: 0.1 },
      { minutes: 20, kw: 2 },
    ]);
    // Heating from 60 to 80 and from 120 to 140 costs 2/3 kWh at 0.1 each, and pumping between them 1/15 kWh at 0.9.
    const { runs, cost } = plan(dishwasher, hours(0.5, 0.1, 0.1, 0.5));
    expect(runs).toMatchObject([{ start: at(60), end: at(140), kw: 1.05, energyKwh: 1.4 }]);
    expect(cost).toBeCloseTo(0.14, 12);
    const apart = horizonOf(priced(20, [0.5, 0.1, 0.9, 0.9, 0.1, 0.5]));
    expect(runsOf(plan(dishwasher, apart))).toEqual([[20, 100]]);
  });

  it('sells where it earns most', () => {
    const horizon = horizonOf(priced(60, [0.1, 0.4, 0.2]), 'revenue');
    const { runs, cost, baselineCost } = plan(contiguous(60), horizon);
    expect(runsOf({ runs, cost, baselineCost, outcome: { kind: 'complete' } })).toEqual([[60, 120]]);
    expect([cost, baselineCost]).toEqual([0.4, 0.1]);
  });
});

const phase = (most: number) =>
  fc.record({ minutes: fc.integer({ min: 1, max: most }), kw: fc.integer({ min: 0, max: 3 }) });
const cents = fc.integer({ min: -2, max: 7 });

/** What a demand may hold. */
const constraints: [string, { phases: number; most?: number; rule?: 'interval' | 'average' }][] = [
  ['one phase', { phases: 1 }],
  ['phases', { phases: 5 }],
  ['a profile of many phases', { phases: 60, most: 4 }],
  ['a price limit', { phases: 1, rule: 'interval' }],
  ['a limit of the mean price', { phases: 1, rule: 'average' }],
  ['phases and a price limit', { phases: 5, rule: 'interval' }],
  ['phases and a limit of the mean price', { phases: 5, rule: 'average' }],
];

describe('an unbroken run is the cheapest of all starts, minute by minute', () => {
  // Promise P-421 internals/planner: a run in one piece is the cheapest of all starts, minute by minute
  it.each(constraints)('with %s', (_, { phases, most = 40, rule }) => {
    const cases = fc.record({
      prices: fc.oneof(minutePrices({ min: 3, max: 14 }, 5), minutePrices({ min: 60, max: 240 }, 30)),
      phases: fc.array(phase(most), { minLength: 1, maxLength: phases }),
      limit: rule ? cents : fc.constant(undefined),
      prefer: fc.constantFrom('earliest' as const, 'latest' as const),
      now: fc.integer({ min: 0, max: 4 }),
    });
    const law = fc.property(cases, ({ prices, phases, limit, prefer, now }) => {
      const course = phases.flatMap(({ minutes, kw }) => Array<number>(minutes).fill(kw));
      const demand = contiguous(1, {
        phases: phases as [Phase, ...Phase[]],
        prefer,
        ...(rule && limit !== undefined && { limit: { rule, price: limit / 100 } }),
      });
      const { runs, cost } = plan(demand, horizonOf(spansOf(prices.map((price) => price && price / 100))), now);
      const best = bestStart(prices, course, { limit, rule, prefer, now });
      expect(runs.map(({ start }) => start)).toEqual(best ? [at(best.start)] : []);
      expect(cost).toBeCloseTo((best?.cost ?? 0) / 6000, 9);
    });
    fc.assert(law, lawCases(1000));
  });
});

interface Wish {
  readonly limit: number | undefined;
  readonly rule: 'interval' | 'average' | undefined;
  readonly prefer: 'earliest' | 'latest';
  readonly now: number;
}

/** The best of all starts, by trying each. */
function bestStart(prices: readonly (number | null)[], course: readonly number[], wish: Wish) {
  const energy = course.reduce((sum, kw) => sum + kw, 0);
  let best: { start: number; cost: number } | undefined;
  for (let start = wish.now; start + course.length <= prices.length; start++) {
    const paid = prices.slice(start, start + course.length);
    const cost = paid.reduce<number>((sum, price, i) => sum + (price ?? Number.NaN) * (course[i] as number), 0);
    const highest = Math.max(...paid.map((price) => price ?? Number.NaN));
    const limit = wish.limit ?? Number.POSITIVE_INFINITY;
    const isAllowed =
      wish.limit === undefined || (wish.rule === 'interval' ? highest <= limit : cost <= limit * energy);
    if (Number.isNaN(highest) || !isAllowed) continue;
    if (!best || cost < best.cost || (cost === best.cost && wish.prefer === 'latest')) best = { start, cost };
  }
  return best;
}
