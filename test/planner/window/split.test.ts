import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import { lawCases } from '../../support/cases.ts';
import { at, hours, minuteOf, plan, priced, runsOf, split } from '../../support/planner/planning.ts';
import { ALL_RULES, type Case, splitCases } from '../../support/planner/random-demands.ts';
import { enumerated, extensions, isAllowed, keyOf } from '../../support/planner/window/enumeration.ts';
import { plain, programmed } from '../../support/planner/window/minute-programme.ts';

/** The plan minute by minute from the first at which a run may start. */
function minutesOn({ demand, horizon, state, problem }: Case): boolean[] {
  const { runs } = planWindow(demand, horizon, at(0), state);
  const first = minuteOf(demand.earliest ?? at(0));
  return problem.prices.map((_, i) => runs.some(({ start, end }) => start <= at(first + i) && at(first + i) < end));
}

/** Whether the deadline can be kept, on prices that are known; one that cannot is another matter. */
function isInReach({ demand, problem: { prices, need, before, minOff } }: Case): boolean {
  if (demand.readyBy !== undefined && !demand.limit && prices.includes(null)) return false;
  const pause = before.on ? 0 : Math.max(0, minOff - before.minutes);
  return demand.readyBy === undefined || pause + need <= prices.length;
}

/** Cases of a set of constraints: all rules at once go wrong in the most ways. */
const casesOf = (rules: readonly string[]) => lawCases(rules === ALL_RULES ? 150 : 80);

const constraints = [
  ['nothing', []],
  ['prices to run beyond the need', ['also below']],
  ['a price limit', ['limit']],
  ['a limit of the mean price', ['mean limit']],
  ['minutes right before the deadline', ['tail']],
  ['shortest runs', ['runs']],
  ['shortest pauses', ['pauses']],
  ['longest pauses', ['longest pauses']],
  ['longest pauses below a price limit', ['limit', 'longest pauses']],
  ['starts', ['starts']],
  ['runs and starts', ['runs', 'starts']],
  ['all rules', ALL_RULES],
] as const;

describe('a split need is planned as the best of all ways to switch', () => {
  it.each(constraints)('with %s', (_, rules) => {
    const small = splitCases({ length: { min: 5, max: rules.length > 2 ? 10 : 8 }, block: 4, rules });
    const law = fc.property(small, (each) => {
      fc.pre(isInReach(each));
      const expected = enumerated(each.problem);
      fc.pre(expected !== undefined);
      expect(keyOf(each.problem, minutesOn(each))).toEqual(expected);
    });
    fc.assert(law, casesOf(rules));
  });
});

describe('a split need over hours is planned as by a programme of every minute', () => {
  it.each(constraints)('with %s', (_, rules) => {
    const long = fc
      .constantFrom(1, 1, 5, 15)
      .chain((step) => splitCases({ length: { min: 60, max: 240 }, block: Math.ceil(15 / step), rules, step }));
    const law = fc.property(long, (each) => {
      fc.pre(isInReach(each));
      const expected = programmed(each.problem);
      fc.pre(expected !== undefined);
      expect(plain(keyOf(each.problem, minutesOn(each)))).toEqual(expected);
    });
    fc.assert(law, casesOf(rules));
  });
});

describe('beyond the need', () => {
  it('the best plan runs on at a price and below it, and no rule lets it run on for longer', () => {
    const small = splitCases({ length: { min: 5, max: 11 }, block: 4, rules: ALL_RULES });
    const law = fc.property(small, fc.integer({ min: -3, max: 5 }), (each, cents) => {
      const { problem, demand } = each;
      const needed = minutesOn(each);
      fc.pre(isInReach(each) && isAllowed(problem, needed));
      const runs = minutesOn({ ...each, demand: { ...demand, alsoBelowPrice: cents / 100 } });
      const cheap = Math.min(problem.limit, problem.meanLimit, cents * 10_000);
      const isCheap = (minute: number) => (problem.prices[minute] ?? Number.NaN) <= cheap;
      const minutes = [...runs.keys()];
      expect(minutes.filter((minute) => !runs[minute] && needed[minute])).toEqual([]);
      expect(minutes.filter((minute) => runs[minute] && !needed[minute] && !isCheap(minute))).toEqual([]);
      expect(isAllowed(problem, runs, true)).toBe(true);
      const left = minutes.filter((minute) => !runs[minute] && isCheap(minute));
      expect(extensions(problem, runs, left)).toEqual([]);
    });
    fc.assert(law, lawCases(300));
  });
});

describe('cheapest first', () => {
  it.each([
    [
      'fills the cheapest hours',
      120,
      [0.3, 0.1, 0.4, 0.2],
      {},
      [
        [60, 120],
        [180, 240],
      ],
    ],
    ['leaves no gap beside a run for the last minutes', 90, [0.3, 0.1, 0.2, 0.4], {}, [[60, 150]]],
    ['puts the last minutes before a run that follows', 90, [0.3, 0.2, 0.1, 0.4], {}, [[90, 180]]],
    [
      'puts lonely last minutes first',
      90,
      [0.1, 0.4, 0.2],
      {},
      [
        [0, 60],
        [120, 150],
      ],
    ],
    [
      'puts lonely last minutes last when asked to',
      90,
      [0.1, 0.4, 0.2],
      { prefer: 'latest' },
      [
        [0, 60],
        [150, 180],
      ],
    ],
    ['takes of two equal hours the one that saves a start', 90, [0.2, 0.4, 0.1, 0.2], {}, [[120, 210]]],
    ['joins two runs rather than to lengthen one', 180, [0.2, 0.1, 0.2, 0.1, 0.3], {}, [[60, 240]]],
    ['takes negative prices without taking more than is needed', 60, [-0.1, -0.2, 0.1], {}, [[60, 120]]],
    [
      'runs beyond the need below a price',
      30,
      [-0.1, 0.2, 0, 0.1],
      { alsoBelowPrice: 0 },
      [
        [0, 60],
        [120, 180],
      ],
    ],
    [
      'runs right before the deadline',
      60,
      [0.1, 0.2, 0.9],
      { readyBy: at(180), preconditionMinutes: 15 },
      [
        [0, 45],
        [165, 180],
      ],
    ],
  ])('%s', (_, minutes, prices, more, runs) => {
    expect(runsOf(plan(split(minutes, more as Partial<Demand>), hours(...prices)))).toEqual(runs);
  });

  it('stays on rather than to start again at the same price', () => {
    const output = { on: true, since: at(-30) };
    const demand = split(60, { prefer: 'latest' });
    expect(runsOf(plan(demand, hours(0.1, 0.3, 0.1), 0, { output }))).toEqual([[0, 60]]);
  });

  it('runs before the deadline even where no price is known', () => {
    const demand = split(60, { readyBy: at(180), preconditionMinutes: 15 });
    const { cost, outcome, runs } = plan(demand, hours(0.2, 0.1));
    expect(runs.map(({ cost }) => cost === null)).toEqual([false, true]);
    expect([cost, outcome.kind]).toEqual([null, 'provisional']);
  });
});

describe('rules of switching', () => {
  it('one greedy choice costs 15 where 10 is possible', () => {
    // Two runs of at least two hours; the cheapest hour lures a greedy planner into the middle.
    const demand = split(240, { minOnMinutes: 120, minOffMinutes: 60 });
    const { cost, runs } = plan(demand, hours(2, 3, 9, 1, 9, 3, 2));
    expect(cost).toBe(10);
    expect(runs.map(({ start, end }) => [minuteOf(start), minuteOf(end)])).toEqual([
      [0, 120],
      [300, 420],
    ]);
  });

  it.each([
    ['a shortest run', { minOnMinutes: 120 }, [[60, 180]]],
    ['a shortest pause', { minOffMinutes: 150 }, [[60, 180]]],
    [
      'a longest pause, which five minutes end',
      { maxOffMinutes: 60 },
      [
        [60, 120],
        [175, 180],
        [240, 295],
      ],
    ],
    ['one start', { maxStarts: 1 }, [[60, 180]]],
  ])('%s', (_, rule, runs) => {
    expect(runsOf(plan(split(120, rule), hours(0.5, 0.1, 0.25, 0.3, 0.1), 0))).toEqual(runs);
  });

  it.each([
    ['a run under way must go on', { on: true, since: at(-10) }, { minOnMinutes: 30 }, [0, 20], [60, 100]],
    ['a run under way was long enough', { on: true, since: at(-30) }, { minOnMinutes: 30 }, [60, 120]],
    ['a pause under way must go on', { on: false, since: at(-10) }, { minOffMinutes: 90 }, [80, 140]],
    ['a pause under way must end', { on: false, since: at(-50) }, { maxOffMinutes: 60 }, [0, 5], [60, 115]],
  ] as const)('%s', (_, output, rule, ...runs) => {
    expect(runsOf(plan(split(60, rule), hours(0.5, 0.1, 0.2), 0, { output }))).toEqual(runs);
  });

  it('counts the starts that were', () => {
    const { runs, outcome } = plan(split(60, { maxStarts: 2 }), hours(0.1), 0, {
      delivered: { minutes: 0, starts: 2 },
    });
    expect([runs, outcome]).toEqual([[], { kind: 'short', shortMinutes: 60, because: 'starts' }]);
  });

  it.each([
    ['without a limit', {}],
    ['beyond a price too', { alsoBelowPrice: 0.2, preconditionMinutes: 15 }],
  ])('is short of starts where the deadline passes before a pause may end, %s', (_, more) => {
    const demand = split(60, { maxStarts: 2, minOffMinutes: 60, readyBy: at(20), ...more });
    const { runs, outcome } = plan(demand, hours(0.1, 0.2), 0, {
      output: { on: false, since: at(-10) },
      delivered: { minutes: 0, starts: 2 },
    });
    expect([runs, outcome]).toEqual([[], { kind: 'short', shortMinutes: 60, because: 'starts' }]);
  });

  it('a need shorter than the shortest run is rounded up', () => {
    expect(runsOf(plan(split(10, { minOnMinutes: 30 }), hours(0.2, 0.1)))).toEqual([[60, 90]]);
  });

  it('a limit cuts first: what is left too short for a run is not used', () => {
    const demand = split(60, { minOnMinutes: 90, limit: { rule: 'interval', price: 0.2 } });
    expect(plan(demand, hours(0.1, 0.3, 0.2)).outcome).toEqual({ kind: 'idle', because: 'price-limit' });
  });

  it('runs on below a price as far as pauses and starts allow', () => {
    const demand = split(60, { minOnMinutes: 30, minOffMinutes: 60, maxStarts: 2, alsoBelowPrice: 0 });
    const prices = horizonOf(priced(30, [-1, -1, -2, -2, -1, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0]));
    expect(runsOf(plan(demand, prices))).toEqual([
      [0, 150],
      [210, 240],
    ]);
  });
});
