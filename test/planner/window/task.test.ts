import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../../src/planner/bounds.ts';
import type { Stretch } from '../../../src/planner/stretches.ts';
import type { Outcome, SplitDemand } from '../../../src/planner/types.ts';
import type { Rules } from '../../../src/planner/window/exact/run-rules.ts';
import { shortage, type Task } from '../../../src/planner/window/task.ts';
import { at, hours, split } from '../../support/planner/planning.ts';
import { asked } from '../../support/planner/window/split-problem.ts';

const minute = (minutes: number) => at(minutes) / 60;
const runs = (...all: (readonly [from: number, until: number])[]): Stretch[] =>
  all.map(([from, until]) => ({ from: minute(from), until: minute(until) }));
const ENDLESS = Number.POSITIVE_INFINITY;

interface Asked {
  readonly need?: number;
  readonly wish?: number;
  readonly rules?: Partial<Rules>;
  readonly bounds?: Partial<Bounds>;
  readonly blocked?: readonly Stretch[];
  /** Minutes after midnight. */
  readonly deadline?: number;
  readonly from?: number;
}

/** Two hours at 10 and 30 ct from midnight, of which 90 minutes are needed. */
function taskOf({ need = 90, wish = 0, rules, blocked = [], deadline = ENDLESS, from = 0, bounds: more }: Asked): Task {
  const horizon = hours(0.1, 0.3);
  const bounds: Bounds = {
    ...{ horizon, published: horizon, estimates: false, now: minute(0), from: minute(from), known: minute(120) },
    ...{ deadline: deadline === ENDLESS ? ENDLESS : minute(deadline), until: minute(Math.min(120, deadline)) },
    ...{ limit: ENDLESS, meanLimit: ENDLESS, spare: 0, running: false, blocked: () => blocked },
    ...more,
  };
  return {
    ...{
      demand: split(need) as SplitDemand,
      rules: { ...asked([10], { minutes: need }).rules, ...rules },
      bounds,
      open: bounds,
    },
    ...{ helpsOut: false, mayWait: true, tail: { from: minute(120), until: minute(120) }, wish, need, standing: [] },
  };
}

const outcome = (ran: readonly Stretch[], question: Asked, free: readonly Stretch[] = ran) =>
  shortage(ran, taskOf(question), () => free);
const short = (shortMinutes: number, because: 'price-limit' | 'prices-end' | 'starts') => ({
  kind: 'short',
  shortMinutes,
  because,
});

describe('of 90 minutes', () => {
  it.each<[what: string, expected: unknown, ran: readonly Stretch[], question: Asked]>([
    ['all run: nothing is missed', undefined, runs([0, 90]), {}],
    ['more run: nothing is missed', undefined, runs([0, 100]), {}],
    ['none are left to run', { kind: 'idle', because: 'satisfied' }, [], { need: 0 }],
    ['some are left to prices that are not known yet', undefined, runs([0, 60]), { deadline: 150 }],
    ['all are left to them', { kind: 'idle', because: 'waiting' }, [], { deadline: 210 }],
    ['one more is missing than fits after the known prices', short(31, 'prices-end'), runs([0, 59]), { deadline: 150 }],
    ['some find no price', short(30, 'prices-end'), runs([0, 60]), {}],
    ['some are above a limit', short(30, 'price-limit'), runs([0, 60]), { bounds: { limit: 200_000 } }],
    [
      'some find no price, and none is above a limit',
      short(30, 'prices-end'),
      runs([0, 60]),
      { bounds: { limit: 300_000 } },
    ],
    ['some would raise the mean', short(30, 'price-limit'), runs([0, 60]), { bounds: { meanLimit: 100_000 } }],
    ['all are above a limit', { kind: 'idle', because: 'price-limit' }, [], { bounds: { limit: 50_000 } }],
    [
      'all are above a limit that began to bind at the deadline',
      { kind: 'idle', because: 'price-limit' },
      [],
      { from: 120, deadline: 120, bounds: { limit: 300_000 } },
    ],
    ['none find a price', short(90, 'prices-end'), [], { from: 120, deadline: 120 }],
  ])('%s', (_, expected, ran, question) => {
    expect(outcome(ran, question)).toEqual(expected);
  });

  it.each<[what: string, expected: unknown, ran: readonly Stretch[], question: Asked, free: readonly Stretch[]]>([
    ['no start is left', short(90, 'starts'), [], { rules: { starts: 0 } }, []],
    [
      'no start is left, but the run under way goes on',
      short(30, 'prices-end'),
      runs([0, 60]),
      { rules: { starts: 0, running: true } },
      runs([0, 60]),
    ],
    [
      'more would run with another start',
      short(30, 'starts'),
      runs([0, 60]),
      { rules: { starts: 1 } },
      runs([0, 60], [70, 80]),
    ],
    [
      'no more would run with any number of starts',
      short(30, 'prices-end'),
      runs([0, 60]),
      { rules: { starts: 1 } },
      runs([10, 70]),
    ],
    [
      'all that may run does: nobody asks what more starts would do',
      short(30, 'price-limit'),
      runs([0, 60]),
      { rules: { starts: 1 }, bounds: { limit: 200_000 } },
      runs([0, 90]),
    ],
  ])('%s', (_, expected, ran, question, free) => {
    expect(outcome(ran, question, free)).toEqual(expected);
  });

  it('what more starts would do is asked without a limit on them', () => {
    let starts = 0;
    shortage(runs([0, 60]), taskOf({ rules: { starts: 1 } }), (task) => {
      starts = task.rules.starts;
      return [];
    });
    expect(starts).toBe(ENDLESS);
  });
});

describe('of what was to run for 30 minutes right before the deadline at two', () => {
  const tail = { need: 60, wish: 30, deadline: 120 };
  it.each<[what: string, expected: Outcome | undefined, ran: readonly Stretch[], question: Asked]>([
    ['all does', undefined, runs([0, 30], [90, 120]), tail],
    [
      'some finds no start',
      { kind: 'short', shortMinutes: 10, because: 'starts' },
      runs([0, 50], [100, 110]),
      { ...tail, wish: 20 },
    ],
    [
      'some finds no room',
      { kind: 'short', shortMinutes: 30, because: 'prices-end' },
      runs([0, 60]),
      { ...tail, blocked: runs([90, 120]) },
    ],
    [
      'no more is missed than there is time for',
      { kind: 'short', shortMinutes: 20, because: 'starts' },
      runs([0, 60]),
      { ...tail, from: 100 },
    ],
    ['nothing was asked', undefined, runs([0, 60]), { ...tail, wish: 0 }],
    ['nothing is missed at the deadline itself', undefined, runs([120, 180]), { ...tail, from: 120 }],
    ['nothing is missed without a deadline', undefined, runs([0, 60]), { need: 60, wish: 30 }],
  ])('%s', (_, expected, ran, question) => {
    expect(outcome(ran, question)).toEqual(expected);
  });
});
