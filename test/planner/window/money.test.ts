import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, Horizon, PlanState } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import { lawCases } from '../../support/cases.ts';
import { at, contiguous, hours, minuteOf, phased, plan, priced, split } from '../../support/planner/planning.ts';
import { ALL_RULES, splitCases } from '../../support/planner/random-demands.ts';

const on: Partial<PlanState> = { output: { on: true, since: at(-30) } };
const limit = { limit: { rule: 'interval', price: 0.2 } } as const;
const ran = (minutes: number) => ({ delivered: { minutes, starts: 1 } });
const later = (whenUnknown: 'wait' | 'plan-known' | 'shortfall-now') => ({ whenUnknown, readyBy: at(240) });
const cents = (money: number | null) => money && Math.round(1e6 * money) / 1e4;

describe('the cost of a plan, and of as much at once', () => {
  it.each<
    [what: string, demand: Demand, horizon: Horizon, cost: number | null, atOnce: number | null, Partial<PlanState>?]
  >([
    ['of one piece', contiguous(90), hours(0.4, 0.2, 0.1, 0.3), 20, 50],
    ['of pieces', split(90), hours(0.3, 0.1, 0.2), 20, 35],
    [
      'of a profile',
      phased([
        { minutes: 30, kw: 2 },
        { minutes: 60, kw: 0.2 },
      ]),
      hours(0.3, 0.1, 0.2),
      13,
      34,
    ],
    [
      'of what is left of a profile',
      phased([
        { minutes: 30, kw: 2 },
        { minutes: 60, kw: 1 },
      ]),
      hours(0.3, 0.1),
      10,
      30,
      ran(30),
    ],
    ['from an earliest start on', split(60, { earliest: at(60) }), hours(0.9, 0.3, 0.1), 10, 30],
    ['of what sells', contiguous(60), horizonOf(priced(60, [0.1, 0.4, 0.2]), 'revenue'), 40, 10],
    ['of the part that a limit leaves', split(480, limit), hours(0.3, 0.1, 0.3, 0.3), 10, 30],
    ['of the part that there are prices for', split(480), hours(0.3, null, 0.1), 40, null],
    ['of the part that does not fit later', split(150, later('shortfall-now')), hours(0.3, 0.1), 5, 15],
    ['of the part that is known', split(150, later('plan-known')), hours(0.3, 0.1), 40, 40],
    ['of a need that is rounded up to a shortest run', split(4, { minOnMinutes: 30 }), hours(0.4, 0.2), 10, 20],
    ['of a shortest run that goes on', split(4, { minOnMinutes: 60 }), hours(0.4, 0.2), 20, 20, { ...on, ...ran(30) }],
    ['of what runs beyond the need', split(60, { alsoBelowPrice: 0 }), hours(0.1, -0.02, -0.05), -7, 8],
    ['of a run past the prices', contiguous(120, { readyBy: at(90) }), hours(0.3), null, null],
    ['of nothing, where it is met', split(60), hours(0.3, 0.1), 0, 0, ran(60)],
    ['of nothing, where it waits', contiguous(60, later('wait')), hours(0.3, 0.1), 0, 0],
    ['of nothing, where it waits in pieces', split(90, later('wait')), hours(0.3, 0.1), 0, 0],
    ['of nothing, above a limit', contiguous(60, limit), hours(0.3, 0.4), 0, 0],
    ['of nothing, where no run is as long', contiguous(200), hours(0.3, 0.1), 0, 0],
    ['of nothing, where the spread is too small', split(60, { minSpread: 0.3 }), hours(0.3, 0.1), 0, 0],
  ])('%s', (_, demand, horizon, cost, atOnce, state) => {
    const found = plan(demand, horizon, 0, state);
    expect([cents(found.cost), cents(found.baselineCost)]).toEqual([cost, atOnce]);
  });

  // Promise P-424 internals/planner: what it saves is against as much energy at once
  it('are of as many minutes, whatever the rules', () => {
    const cases = splitCases({ length: { min: 20, max: 60 }, block: 8, rules: [...ALL_RULES, 'also below'] });
    const law = fc.property(cases, fc.boolean(), ({ demand, horizon, state }, inPieces) => {
      const { limit, earliest = at(0), need } = demand;
      const piece = contiguous(Math.max(1, need.minutes), { earliest, ...(limit && { limit }) });
      const { runs, baselineCost } = planWindow(inPieces ? demand : piece, horizon, at(0), state);
      const minutes = runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
      const from = minuteOf(earliest);
      const prices = Array.from({ length: minutes }, (_, i) => priceAt(horizon, from + i));
      const known = prices.flatMap((price) => price ?? []);
      const sum = known.reduce((sum, price) => sum + price / 60, 0);
      if (known.length === minutes) expect(baselineCost).toBeCloseTo(sum, 9);
      else expect(baselineCost).toBe(null);
    });
    fc.assert(law, lawCases(1000));
  });
});

const priceAt = ({ spans }: Horizon, minute: number) =>
  spans.find(({ start, end }) => start <= at(minute) && at(minute) < end)?.price;
