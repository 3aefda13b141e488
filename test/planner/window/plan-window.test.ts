import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import {
  at,
  contiguous,
  hours,
  idleState,
  phased,
  plan,
  priced,
  runsOf,
  split,
  standing,
} from '../../support/planner/planning.ts';

const idle = (because: string) => ({ kind: 'idle', because });
const short = (because: string, shortMinutes: number) => ({ kind: 'short', because, shortMinutes });
const overrun = (lateMinutes: number) => ({ kind: 'overrun', lateMinutes });
const complete = { kind: 'complete' };

type Row = readonly [says: string, demand: Demand, outcome: object, runs: readonly (readonly number[])[]];

describe('a deadline', () => {
  const horizon = hours(0.3, 0.1, 0.2, 0.1);
  it.each<Row>([
    ['holds the run before it', contiguous(60, { readyBy: at(90) }), complete, [[30, 90]]],
    ['holds split runs before it', split(90, { readyBy: at(150) }), complete, [[60, 150]]],
    ['that is just in reach', contiguous(120, { readyBy: at(120) }), complete, [[0, 120]]],
    ['that is too close: start now, finish late', contiguous(120, { readyBy: at(90) }), overrun(30), [[0, 120]]],
    ['that is too close for a split need', split(120, { readyBy: at(90) }), overrun(30), [[0, 120]]],
    ['that has passed', contiguous(60, { readyBy: at(-30) }), overrun(90), [[0, 60]]],
    [
      'too close after the earliest start',
      contiguous(60, { earliest: at(60), readyBy: at(90) }),
      overrun(30),
      [[60, 120]],
    ],
  ])('%s', (_, demand, outcome, runs) => {
    const result = plan(demand, horizon);
    expect(result.outcome).toEqual(outcome);
    expect(runsOf(result)).toEqual(runs);
  });

  it('that has passed leaves a limit in force and nothing to precede', () => {
    const demand = split(60, { readyBy: at(-30), preconditionMinutes: 15, limit: { rule: 'interval', price: 0.2 } });
    const result = plan(demand, horizon);
    expect([result.runs, result.outcome]).toEqual([[], idle('price-limit')]);
  });

  it('has no known cost when the overrun passes the known prices', () => {
    const { cost, runs, baselineCost } = plan(contiguous(120, { readyBy: at(90) }), hours(0.3));
    expect([cost, runs[0]?.cost, baselineCost]).toEqual([null, null, null]);
  });
});

describe('a deadline beyond the known prices (two hours known, ready by 05:00)', () => {
  const horizon = hours(0.3, 0.1);
  const provisional = { kind: 'provisional', knownUntil: at(120) };
  const by = (demand: (minutes: number, more: Partial<Demand>) => Demand, minutes: number, whenUnknown: string) =>
    demand(minutes, { whenUnknown, readyBy: at(300) } as Partial<Demand>);
  it.each<Row>([
    ['plans what is known', by(contiguous, 60, 'plan-known'), provisional, [[60, 120]]],
    ['waits while it still fits after them', by(contiguous, 60, 'wait'), idle('waiting'), []],
    ['waits for the last time', by(contiguous, 180, 'wait'), idle('waiting'), []],
    ['waits when an unbroken run fits only after them', by(contiguous, 180, 'plan-known'), idle('waiting'), []],
    ['starts at the latest minute when it fits neither', by(contiguous, 200, 'wait'), provisional, [[100, 300]]],
    ['plans a split need on what is known', by(split, 90, 'plan-known'), provisional, [[30, 120]]],
    ['plans all known minutes of a split need that is longer', by(split, 200, 'plan-known'), provisional, [[0, 120]]],
    ['waits with a split need', by(split, 90, 'wait'), idle('waiting'), []],
    ['plans a split need that no longer fits after them', by(split, 200, 'wait'), provisional, [[0, 120]]],
    ['plans only what will not fit after them', by(split, 200, 'shortfall-now'), provisional, [[60, 80]]],
    ['has no shortfall to plan', by(split, 180, 'shortfall-now'), idle('waiting'), []],
  ])('%s', (_, demand, outcome, runs) => {
    const result = plan(demand, horizon);
    expect(result.outcome).toEqual(outcome);
    expect(runsOf(result)).toEqual(runs);
  });

  it.each([
    ['contiguous', contiguous(60, { readyBy: at(300) }), 239, []],
    ['contiguous', contiguous(60, { readyBy: at(300) }), 240, [[240, 300]]],
    ['split', split(60, { readyBy: at(300) }), 239, []],
    ['split', split(60, { readyBy: at(300) }), 240, [[240, 300]]],
  ])('with no price known a %s need of an hour, %#: waits until it must begin', (_, demand, now, runs) => {
    expect(runsOf(plan(demand, horizon, now))).toEqual(runs);
  });
});

describe('what does not fit', () => {
  it.each<Row>([
    ['an unbroken run longer than the known prices', contiguous(200), short('prices-end', 200), []],
    ['an unbroken run that a gap splits', contiguous(100), short('prices-end', 100), []],
    [
      'a split need longer than the known prices',
      split(200),
      short('prices-end', 80),
      [
        [0, 60],
        [120, 180],
      ],
    ],
  ])('%s', (_, demand, outcome, runs) => {
    const result = plan(demand, hours(0.3, null, 0.1));
    expect(result.outcome).toEqual(outcome);
    expect(runsOf(result)).toEqual(runs);
  });
});

describe('a price limit', () => {
  const limit = (rule: 'interval' | 'average', price: number) => ({ limit: { rule, price } }) as Partial<Demand>;
  const horizon = hours(0.1, 0.3, 0.2, 0.2);
  it.each<Row>([
    ['cuts an unbroken run away', contiguous(150, limit('interval', 0.2)), idle('price-limit'), []],
    ['leaves an unbroken run what is below', contiguous(90, limit('interval', 0.2)), complete, [[120, 210]]],
    ['is kept on average', contiguous(120, limit('average', 0.2)), complete, [[0, 120]]],
    ['is not kept on average', contiguous(120, limit('average', 0.19)), idle('price-limit'), []],
    [
      'shortens a split need',
      split(200, limit('interval', 0.2)),
      short('price-limit', 20),
      [
        [0, 60],
        [120, 240],
      ],
    ],
    ['leaves a split need nothing', split(60, limit('interval', 0.05)), idle('price-limit'), []],
    ['of 0 is a limit', split(60, limit('interval', 0)), idle('price-limit'), []],
    // 60 minutes at 0.1 and 60 at 0.2 are 0.15 on average.
    [
      'shortens a split need on average',
      split(200, limit('average', 0.15)),
      short('price-limit', 80),
      [
        [0, 60],
        [120, 180],
      ],
    ],
    ['forbids an overrun', contiguous(120, { ...limit('interval', 0.2), readyBy: at(100) }), idle('price-limit'), []],
    [
      'allows an overrun it does not touch',
      contiguous(60, { ...limit('interval', 0.2), readyBy: at(50) }),
      overrun(10),
      [[0, 60]],
    ],
  ])('%s', (_, demand, outcome, runs) => {
    const result = plan(demand, horizon);
    expect(result.outcome).toEqual(outcome);
    expect(runsOf(result)).toEqual(runs);
  });

  it('of a negative price is a limit', () => {
    const demand = split(120, limit('interval', -0.05));
    expect(runsOf(plan(demand, hours(-0.1, -0.02, -0.05)))).toEqual([
      [0, 60],
      [120, 180],
    ]);
  });

  it('is a floor when selling', () => {
    const demand = contiguous(60, limit('interval', 0.2));
    expect(runsOf(plan(demand, horizonOf(priced(60, [0.1, 0.3, 0.2]), 'revenue')))).toEqual([[60, 120]]);
    expect(plan(demand, horizonOf(priced(60, [0.1, 0.1]), 'revenue')).outcome).toEqual(idle('price-limit'));
  });
});

describe('what ran already', () => {
  const ran = (minutes: number) => ({ delivered: { minutes, starts: 1 } });
  it.each<readonly [...Row, minutes: number]>([
    ['counts towards a split need', split(90), complete, [[60, 90]], 60],
    ['counts towards an unbroken run', contiguous(90), complete, [[60, 90]], 60],
    ['counts in whole minutes', split(90), complete, [[60, 90]], 60.9],
    ['is enough', split(90), idle('satisfied'), [], 90],
    ['is more than enough', contiguous(90), idle('satisfied'), [], 100],
  ])('%s', (_, demand, outcome, runs, minutes) => {
    const result = plan(demand, hours(0.3, 0.1, 0.2), 0, ran(minutes));
    expect(result.outcome).toEqual(outcome);
    expect(runsOf(result)).toEqual(runs);
  });
});

describe('a standing plan', () => {
  const horizon = hours(0.3, 0.1, 0.2, 0.05);
  // Promise P-426 internals/planner: what has begun unbroken is not moved
  it('that has begun unbroken is not moved, whatever the prices say', () => {
    const state = {
      output: { on: true, since: at(60) },
      delivered: { minutes: 20, starts: 1 },
      standing: standing([60, 120]),
    };
    const result = plan(contiguous(60), horizon, 80, state);
    expect(runsOf(result)).toEqual([[80, 120]]);
    expect(result.outcome).toEqual(complete);
    expect(runsOf(plan(contiguous(60), horizon, 80, { ...state, output: null }))).toEqual([[80, 120]]);
  });

  it('that should have begun but did not is no reason to run', () => {
    const state = { output: { on: false, since: at(0) }, standing: standing([60, 120]) };
    expect(runsOf(plan(contiguous(60), horizon, 80, state))).toEqual([[180, 240]]);
  });

  it('gives way to whatever costs less, by however little', () => {
    for (const demand of [contiguous(60), split(60), split(60, { maxStarts: 1 })]) {
      const times = runsOf(plan(demand, hours(0.3, 0.1, 0.2, 0.099999), 0, { standing: standing([60, 120]) }));
      expect(times).toEqual([[180, 240]]);
    }
  });
});

describe('a demand that cannot be planned with', () => {
  const field = (more: object) => ({ ...split(60), ...more }) as Demand;
  // Promise P-427 internals/planner: a wrong field is refused by its name
  it.each([
    [field({ need: { minutes: 1.5, kw: 1 } }), 'need.minutes must be a whole number of at least 0, got 1.5'],
    [field({ need: { minutes: 60, kw: 0 } }), 'need.kw must be a number above 0, got 0'],
    [field({ minOnMinutes: -1 }), 'minOnMinutes must be a whole number of at least 0, got -1'],
    [field({ minOffMinutes: 30, maxOffMinutes: 20 }), 'maxOffMinutes must be a whole number of at least 30, got 20'],
    [field({ minSpread: -0.01 }), 'minSpread must be a number of at least 0, got -0.01'],
    [field({ earliest: Number.NaN }), 'earliest must be UNIX seconds, got NaN'],
    [field({ readyBy: 1_790_000_000_000 }), 'readyBy must be UNIX seconds, got 1790000000000: these are milliseconds'],
    [field({ shape: 'any' }), 'shape must be "contiguous" or "split", got "any"'],
    [field({ shape: undefined }), 'shape must be "contiguous" or "split", got undefined'],
    [phased([{ minutes: 60, kw: -1 }]), 'phases[0].kw must be a number of at least 0, got -1'],
    [phased([] as never), 'phases must have at least one phase, got none'],
    [field({ prefer: 'soonest' }), 'prefer must be "earliest" or "latest", got "soonest"'],
    [
      field({ whenUnknown: 'guess' }),
      'whenUnknown must be "estimate" or "plan-known" or "wait" or "shortfall-now", got "guess"',
    ],
    [field({ limit: { rule: 'max', price: 0.2 } }), 'limit.rule must be "interval" or "average", got "max"'],
    [contiguous(0.5), 'phases[0].minutes must be a whole number of at least 0, got 0.5'],
  ])('is refused by the name of the field: %#', (demand, says) => {
    expect(() => plan(demand, hours(0.1))).toThrow(new RangeError(says));
  });

  // Promise P-748 integrate/library: wrong arguments of the planners are refused by name
  it.each<[string, () => unknown, Error]>([
    [
      'now in milliseconds',
      () => planWindow(split(60), hours(0.1), 1_790_000_000_000, idleState),
      new RangeError('now must be UNIX seconds, got 1790000000000: these are milliseconds'),
    ],
    [
      'now as text',
      () => planWindow(split(60), hours(0.1), '2026-09-21' as never, idleState),
      new TypeError('now must be UNIX seconds, got "2026-09-21"'),
    ],
    [
      'prices that horizonOf has not prepared',
      () => planWindow(split(60), [] as never, at(0), idleState),
      new TypeError('horizon must be the result of horizonOf, got an array'),
    ],
    [
      'no state',
      () => planWindow(split(60), hours(0.1), at(0), undefined as never),
      new TypeError('state must be { output, delivered, standing }, got undefined'),
    ],
    [
      'a split demand with phases',
      () => planWindow({ ...contiguous(60), shape: 'split' } as never, hours(0.1), at(0), idleState),
      new TypeError('need must be { minutes, kw }, got undefined'),
    ],
    [
      'minutes as text',
      () => planWindow(field({ need: { minutes: '60', kw: 1 } }), hours(0.1), at(0), idleState),
      new TypeError('need.minutes must be a whole number of at least 0, got "60"'),
    ],
    [
      'a phase without its power',
      () => planWindow(phased([{ minutes: 90 } as never]), hours(0.1, 0.2), at(0), idleState),
      new TypeError('phases[0].kw must be a number of at least 0, got undefined'),
    ],
    [
      'no demand',
      () => planWindow(undefined as never, hours(0.1), at(0), idleState),
      new TypeError('demand must be an object, got undefined'),
    ],
    [
      'a limit that is a number',
      () => planWindow(field({ limit: 0.2 }), hours(0.1), at(0), idleState),
      new TypeError('limit must be { rule, price }, got 0.2'),
    ],
    [
      'a limit without its price',
      () => planWindow(field({ limit: { rule: 'interval' } }), hours(0.1), at(0), idleState),
      new TypeError('limit.price must be a finite number, got undefined'),
    ],
    [
      'progress without its starts',
      () => planWindow(split(60), hours(0.1), at(0), { ...idleState, delivered: { minutes: 0 } as never }),
      new TypeError('state.delivered.starts must be a finite number, got undefined'),
    ],
    [
      'a device without the time of its state',
      () => planWindow(split(60), hours(0.1), at(0), { ...idleState, output: { on: true } as never }),
      new TypeError('state.output.since must be UNIX seconds, got undefined'),
    ],
    [
      'a standing plan in place of its runs',
      () => planWindow(split(60), hours(0.1), at(0), { ...idleState, standing: [60] as never }),
      new TypeError('state.standing[0] must be a run, got 60'),
    ],
  ])('is refused by the name of the argument: %s', (_, wrong, error) => {
    expect(wrong).toThrow(error);
  });
});
