import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, Horizon, Plan, PlanState, Run } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import {
  at,
  contiguous,
  hours,
  idleState,
  minuteOf,
  plan,
  priced,
  runsOf,
  split,
} from '../../support/planner/planning.ts';

const provisional = (minute: number) => ({ kind: 'provisional', knownUntil: at(minute) });
const average = (price: number) => ({ limit: { rule: 'average', price } }) as Partial<Demand>;
const below = (price: number) => ({ limit: { rule: 'interval', price } }) as Partial<Demand>;

/** A device that follows plans which are made anew each minute: the minutes in which it is on. */
function followed(demand: Demand, horizon: Horizon, until: number): number[][] {
  const on: number[] = [];
  let state: PlanState = { ...idleState, output: { on: false, since: at(-600) } };
  for (let minute = 0; minute < until; minute++) {
    const { runs } = planWindow(demand, horizon, at(minute), state);
    const run = runs.find(({ start, end }) => start <= at(minute) && at(minute) < end);
    if (run) on.push(minute);
    state = next(state, runs, run, at(minute));
  }
  return on.flatMap((minute, i) => (on[i - 1] === minute - 1 ? [] : [[minute, endOf(on, i)]]));
}

const endOf = (on: readonly number[], i: number) =>
  (on.slice(i).find((minute, j) => on[i + j + 1] !== minute + 1) ?? 0) + 1;

function next(
  { output, delivered }: PlanState,
  standing: readonly Run[],
  run: Run | undefined,
  now: number,
): PlanState {
  const isOn = run !== undefined;
  const minutes = delivered.minutes + (isOn ? 1 : 0);
  const starts = delivered.starts + (isOn && !output?.on ? 1 : 0);
  return {
    output: output?.on === isOn ? output : { on: isOn, since: now },
    delivered: { minutes, starts },
    standing: run
      ? standing.map((each) => (each === run ? { ...run, start: Math.min(run.start, now) } : each))
      : standing,
  };
}

describe('rule 11: a gap never misses a deadline that is in reach', () => {
  const gap = hours(0.3, null, 0.1);
  const after = hours(null, null, 0.1);
  it.each<[string, Demand, Horizon, outcome: object, runs: number[][]]>([
    ['in one piece it is crossed', contiguous(150, { readyBy: at(180) }), gap, provisional(60), [[30, 180]]],
    ['without a minute to spare too', contiguous(180, { readyBy: at(180) }), gap, provisional(60), [[0, 180]]],
    [
      'and where it is too late for that',
      contiguous(200, { readyBy: at(180) }),
      gap,
      { kind: 'overrun', lateMinutes: 20 },
      [[0, 200]],
    ],
    [
      'prices after the deadline alone change nothing',
      contiguous(60, { readyBy: at(90) }),
      after,
      provisional(30),
      [[30, 90]],
    ],
    ['nor in pieces', split(90, { readyBy: at(90) }), after, provisional(0), [[0, 90]]],
    [
      'in pieces it is used no more than is needed',
      split(130, { readyBy: at(180) }),
      gap,
      provisional(60),
      [
        [0, 70],
        [120, 180],
      ],
    ],
    [
      'and not where it is not',
      split(120, { readyBy: at(180) }),
      gap,
      { kind: 'complete' },
      [
        [0, 60],
        [120, 180],
      ],
    ],
    [
      'a shortest run may need more of it',
      split(100, { readyBy: at(180), minOnMinutes: 70 }),
      gap,
      provisional(80),
      [[80, 180]],
    ],
    [
      'time after the known prices comes first',
      split(130, { readyBy: at(200) }),
      gap,
      provisional(180),
      [
        [0, 60],
        [120, 180],
      ],
    ],
    [
      'unless that is too little',
      split(150, { readyBy: at(200) }),
      gap,
      provisional(180),
      [
        [0, 70],
        [120, 180],
      ],
    ],
    [
      'no estimate keeps a limit',
      split(130, { readyBy: at(180), ...below(0.5) }),
      gap,
      { kind: 'short', because: 'prices-end', shortMinutes: 10 },
      [
        [0, 60],
        [120, 180],
      ],
    ],
    [
      'without a deadline it stays a gap',
      contiguous(100),
      gap,
      { kind: 'short', because: 'prices-end', shortMinutes: 100 },
      [],
    ],
  ])('%s', (_, demand, horizon, outcome, runs) => {
    const result = plan(demand, horizon);
    expect([runsOf(result), result.outcome]).toEqual([runs, outcome]);
  });

  it('the estimate is what was paid at that time of the next day', () => {
    const day = 1440;
    const spans = [
      { start: at(0), end: at(60), price: 0.2 },
      { start: at(180), end: at(240), price: 0.2 },
      { start: at(day + 60), end: at(day + 120), price: 0.4 },
      { start: at(day + 120), end: at(day + 180), price: 0.1 },
    ];
    const demand = split(150, { readyBy: at(240) });
    expect(runsOf(plan(demand, horizonOf(spans)))).toEqual([
      [0, 60],
      [150, 240],
    ]);
    expect(plan(demand, horizonOf(spans)).cost).toBeNull();
  });
});

describe('rule 12: a limit on the mean is over the whole need', () => {
  const horizon = horizonOf(priced(10, [0.12, 0.12, 0.12, 0.12, 0.5, 0.5, 0.04]));
  const demand = split(60, { readyBy: at(70), ...average(0.1) });
  const had = (minutes: number, cost?: number): Partial<PlanState> => ({
    delivered: { minutes, starts: 1, ...(cost !== undefined && { cost }) },
  });
  it.each<[string, number, Partial<PlanState>, number[][]]>([
    [
      '30 minutes above it are made up for by ten below',
      0,
      {},
      [
        [0, 30],
        [60, 70],
      ],
    ],
    [
      'of which ten were bought',
      10,
      had(10, 0.02),
      [
        [10, 30],
        [60, 70],
      ],
    ],
    ['all were bought', 30, had(30, 0.06), [[60, 70]]],
    ['more were bought than can be made up for', 40, had(40, 0.08), [[60, 70]]],
    [
      'cheap ones were bought',
      30,
      had(30, 0.015),
      [
        [30, 46],
        [60, 70],
      ],
    ],
    [
      'nobody knows what was paid',
      10,
      had(10),
      [
        [10, 40],
        [60, 70],
      ],
    ],
  ])('%s', (_, now, state, runs) => {
    expect(runsOf(plan(demand, horizon, now, state))).toEqual(runs);
  });

  it.each<[string, Partial<Demand>]>([
    ['with a shortest run', { minOnMinutes: 10 }],
    ['with starts', { maxStarts: 3 }],
  ])('%s too', (_, more) => {
    const strict = { ...demand, ...more } as Demand;
    expect(runsOf(plan(strict, horizon, 30, had(30, 0.06)))).toEqual([[60, 70]]);
    expect(runsOf(plan(strict, horizon, 40, had(40, 0.08)))).toEqual([[60, 70]]);
  });

  it('counts what was bought and is needed no more', () => {
    const delivered = { minutes: 0, starts: 1, cost: 0.06, energyKwh: 0.5 };
    const left = split(30, { readyBy: at(70), ...average(0.1) });
    expect(runsOf(plan(left, horizon, 30, { delivered }))).toEqual([[60, 70]]);
  });

  it('is that of a run in one piece too, and of what selling earns', () => {
    const rest = contiguous(60, average(0.1));
    expect(runsOf(plan(rest, hours(0.12, 0.12), 0, had(30, 0.04)))).toEqual([[0, 30]]);
    expect(runsOf(plan(rest, hours(0.12, 0.12), 0, had(30, 0.06)))).toEqual([]);
    const sold = split(120, average(0.1));
    const selling = horizonOf(priced(60, [0.08, 0.2]), 'revenue');
    expect(runsOf(plan(sold, selling, 0, had(60, 0.05)))).toEqual([[60, 120]]);
    expect(runsOf(plan(sold, selling, 0, had(30, 0.05)))).toEqual([[30, 120]]);
  });
});

describe('rule 12: a shortest run under way gives way to a limit of the mean', () => {
  const horizon = hours(0.3, 0.02, 0.02);
  const demand = (minutes: number) => split(minutes, { ...average(0.1), minOnMinutes: 30 });
  const on = { on: true, since: at(-5) };
  it.each<[what: string, minutes: number, had: number, runs: number[][], kind: string]>([
    ['and the need is met later', 90, 5, [[60, 145]], 'complete'],
    ['that half of the need would break', 60, 0, [[60, 120]], 'complete'],
    ['and ends where nothing is needed any more', 60, 60, [], 'idle'],
    [
      'only where that breaks it',
      90,
      0,
      [
        [0, 25],
        [60, 125],
      ],
      'complete',
    ],
  ])('%s', (_, minutes, had, runs, kind) => {
    const result = plan(demand(minutes), horizon, 0, { output: on, delivered: { minutes: had, starts: 1 } });
    expect([runsOf(result), result.outcome.kind]).toEqual([runs, kind]);
  });
});

describe('rule 13: a limit, a shortest run and what runs right before the deadline', () => {
  const dear = (minutes: number) => horizonOf(priced(minutes, [0.3]));
  const limits = [below(0.1), average(0.1)];

  it.each(limits)('1 minute before the deadline is no reason to run 37 above the limit: %j', (limit) => {
    const demand = split(1, { readyBy: at(180), preconditionMinutes: 1, minOnMinutes: 37, ...limit });
    expect(followed(demand, dear(179), 180)).toEqual([]);
    // Prices that are not published yet bar nothing.
    expect(runsOf(plan(demand, dear(143)))).toEqual([[143, 180]]);
  });

  it('a run that has begun there ends with the deadline where the limit bars the rest', () => {
    const demand = split(1, { readyBy: at(180), preconditionMinutes: 1, minOnMinutes: 37, ...below(0.1) });
    const on = { output: { on: true, since: at(178) }, delivered: { minutes: 1, starts: 1 } };
    expect(runsOf(plan(demand, dear(240), 179, on))).toEqual([[179, 180]]);
  });

  it.each(limits)(
    'a run that reaches into the last minutes before the deadline is not cut short in them: %j',
    (limit) => {
      const demand = split(50, { readyBy: at(125), preconditionMinutes: 5, minOnMinutes: 39, ...limit });
      const horizon = horizonOf([
        { start: at(0), end: at(120), price: 0.05 },
        { start: at(120), end: at(180), price: 0.3 },
      ]);
      const on = (minutes: number) => ({ output: { on: true, since: at(86) }, delivered: { minutes, starts: 1 } });
      expect(runsOf(plan(demand, horizon, 113, on(50)))).toEqual([[113, 125]]);
      expect(runsOf(plan(demand, horizon, 120, on(50)))).toEqual([[120, 125]]);
      expect(runsOf(plan(demand, horizon, 122, on(49)))).toEqual([[122, 125]]);
    },
  );
});

describe('rule 13: what runs right before the deadline', () => {
  const flat = hours(0.1, 0.1, 0.1);
  const terms = { readyBy: at(180), preconditionMinutes: 30 };
  it.each<[string, Demand, Partial<PlanState>, runs: number[][], kind: string]>([
    ['is all of a need that is no longer', split(30, terms), {}, [[150, 180]], 'complete'],
    ['is as much as is left', split(60, terms), { delivered: { minutes: 50, starts: 1 } }, [[170, 180]], 'complete'],
    ['is nothing where nothing is', split(60, terms), { delivered: { minutes: 60, starts: 1 } }, [], 'idle'],
    ['is nothing where nothing was needed', split(0, { ...terms, alsoBelowPrice: -1 }), {}, [], 'idle'],
    ['is bound by no longest pause', split(30, { ...terms, maxOffMinutes: 30 }), {}, [[150, 180]], 'complete'],
    [
      'is said to be missing where no start is left for it',
      split(60, { ...terms, maxStarts: 1 }),
      { output: { on: true, since: at(-5) }, delivered: { minutes: 20, starts: 1 }, standing: [] },
      [[0, 40]],
      'short',
    ],
  ])('%s', (_, demand, state, runs, kind) => {
    const result = plan(demand, flat, 0, state);
    expect([runsOf(result), result.outcome.kind]).toEqual([runs, kind]);
  });
});

describe('rule 14: planned again each minute, the runs are those of the first plan', () => {
  const dear = horizonOf(priced(10, [0.5, 0.1, 0.1, 0.3, 0.1, 0.1, 0.4, 0.1, 0.1, 0.2, 0.1, 0.1]));
  it.each<[string, Demand, Horizon]>([
    ['in a gap', split(130, { readyBy: at(180) }), hours(0.3, null, 0.1)],
    ['across a gap', contiguous(150, { readyBy: at(180) }), hours(0.3, null, 0.1)],
    ['below a limit', split(70, { readyBy: at(120), ...below(0.2) }), dear],
    [
      'with what runs right before the deadline',
      split(50, { readyBy: at(120), preconditionMinutes: 25, minOnMinutes: 20 }),
      dear,
    ],
    [
      'a deadline out of reach in one piece',
      contiguous(120, { readyBy: at(100), ...below(0.2) }),
      horizonOf(priced(10, [0.3, ...new Array(20).fill(0.1)])),
    ],
    ['a deadline out of reach in pieces', split(90, { readyBy: at(100), ...below(0.2) }), hours(0.3, 0.1, 0.1)],
    ['waiting ends for good', split(50, { readyBy: at(90), whenUnknown: 'wait' }), hours(0.3)],
  ])('%s', (_, demand, horizon) => {
    const first = planWindow(demand, horizon, at(0), { ...idleState, output: { on: false, since: at(-600) } });
    expect(first.runs).not.toEqual([]);
    expect(followed(demand, horizon, minuteOf(demand.readyBy ?? 0))).toEqual(
      runsOf(first).map(([from, until = 0]) => [from, Math.min(until, minuteOf(demand.readyBy ?? 0))]),
    );
  });

  it('a need below the shortest run is one run, where no price is known', () => {
    const demand = split(10, { readyBy: at(22), minOnMinutes: 25 });
    expect(followed(demand, hours(null, null, 0.1), 40)).toEqual([[0, 25]]);
  });
});

describe('rule 14: a pause is longer than the longest where a limit or a gap leaves no room, and ends with it', () => {
  const pieces = { minOnMinutes: 60, maxOffMinutes: 60 };
  it.each<[string, Demand, Horizon, runs: number[][]]>([
    [
      'below a limit the need is met after it',
      split(120, { ...pieces, ...below(0.2) }),
      hours(0.1, 0.3, 0.3, 0.3, 0.1, 0.1),
      [
        [0, 60],
        [240, 300],
      ],
    ],
    [
      'as it is across a gap',
      split(120, pieces),
      hours(0.1, null, null, null, 0.1, 0.1),
      [
        [0, 60],
        [240, 300],
      ],
    ],
    [
      'at once, and not where it is cheapest',
      split(120, { ...pieces, ...below(0.2) }),
      hours(0.1, 0.3, 0.3, 0.3, 0.2, 0.05),
      [
        [0, 60],
        [240, 300],
      ],
    ],
    [
      'a stretch too short for a run is left out too',
      split(120, { ...pieces, ...below(0.2) }),
      horizonOf(priced(30, [0.1, 0.1, 0.3, 0.1, 0.3, 0.3, 0.1, 0.1])),
      [
        [0, 60],
        [180, 240],
      ],
    ],
    [
      'no room is left out before it that a run finds after the shortest pause',
      split(180, { ...pieces, minOffMinutes: 60, ...below(0.2) }),
      hours(0.2, 0.2, 0.1, 0.3, 0.3, 0.3, 0.1),
      [
        [0, 60],
        [120, 180],
        [360, 420],
      ],
    ],
    [
      'but one that begins right there may be',
      split(120, { ...pieces, minOffMinutes: 60, ...below(0.2) }),
      hours(0.1, 0.3, 0.2, 0.3, 0.3, 0.1),
      [
        [0, 60],
        [300, 360],
      ],
    ],
    [
      'with one start less to spend it is the last',
      split(120, { ...pieces, maxStarts: 2, ...below(0.2) }),
      hours(0.1, 0.3, 0.3, 0.2, 0.3, 0.3, 0.1),
      [
        [0, 60],
        [180, 240],
      ],
    ],
    [
      'what is cheap enough to run beyond the need does so there as well',
      split(60, { ...pieces, ...below(0.2), alsoBelowPrice: 0.1 }),
      hours(0.1, 0.3, 0.3, 0.3, 0.1),
      [
        [0, 60],
        [240, 300],
      ],
    ],
  ])('%s', (_, demand, horizon, runs) => {
    const first = planWindow(demand, horizon, at(0), { ...idleState, output: { on: false, since: at(-600) } });
    expect(runsOf(first)).toEqual(runs);
    expect(followed(demand, horizon, 420)).toEqual(runs);
  });

  it('a device that runs may stop for it, where no room is left after the shortest pause', () => {
    const demand = split(60, { ...pieces, minOffMinutes: 30, ...below(0.2) });
    const output = { on: true, since: at(-90) };
    expect(runsOf(plan(demand, hours(0.2, 0.3, 0.3, 0.1), 0, { output }))).toEqual([[180, 240]]);
  });
});

describe('rule 15: a longest pause without a shortest run', () => {
  it.each([
    ['five minutes', 60, 60, 5],
    ['no more than the need', 3, 60, 3],
    ['an even share of a long need', 360, 240, 60],
  ])('makes runs of %s', (_, minutes, maxOffMinutes, least) => {
    const prices = horizonOf(
      priced(
        60,
        Array.from({ length: 24 }, (_, i) => (i % 5 === 4 ? 0.1 : 0.3)),
      ),
    );
    const { runs } = plan(split(minutes, { maxOffMinutes }), prices);
    expect(Math.min(...runs.map(({ start, end }) => (end - start) / 60))).toBe(least);
  });
});

describe('rule 16: a reason names the cause', () => {
  const because = ({ outcome }: Plan) => ('because' in outcome ? outcome.because : outcome.kind);
  it.each<[string, Demand, number[], string]>([
    ['an average limit that leaves nothing', split(60, { maxStarts: 2, ...average(0.05) }), [0.1, 0.2], 'price-limit'],
    [
      'an average limit that leaves too little',
      split(120, { maxStarts: 2, ...average(0.11) }),
      [0.1, 0.2],
      'price-limit',
    ],
    ['starts that are too few below a limit', split(120, { maxStarts: 1, ...below(0.2) }), [0.1, 0.3, 0.1], 'starts'],
    ['prices that end, all of them below a limit', split(120, below(0.3)), [0.1], 'prices-end'],
    ['prices that end', split(120, { maxStarts: 1 }), [0.1], 'prices-end'],
  ])('%s', (_, demand, prices, cause) => {
    expect(because(plan(demand, hours(...prices)))).toBe(cause);
  });
});
