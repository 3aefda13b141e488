import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, PlanState, Run } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import {
  at,
  contiguous,
  hours,
  idleState,
  plan,
  priced,
  runsOf,
  split,
  standing,
} from '../../support/planner/planning.ts';

// Six hours are known, two of them below 6 ct. There is time for all of the need after them.
const horizon = hours(0.3, 0.05, 0.2, 0.05, 0.3, 0.25);
const waits = { whenUnknown: 'wait', readyBy: at(1200), noWaitBelow: 0.06 } as const;

describe('a wait leaves no price below noWaitBelow to unknown ones', () => {
  it.each<[string, Demand, number[][]]>([
    ['one run', contiguous(60, waits), [[60, 120]]],
    ['no run whose mean is higher', contiguous(90, waits), []],
    ['a run whose mean is lower', contiguous(90, { ...waits, noWaitBelow: 0.11 }), [[60, 150]]],
    ['no run that just costs it', contiguous(60, { ...waits, noWaitBelow: 0.05 }), []],
    [
      'pieces that meet the need',
      split(90, waits),
      [
        [60, 120],
        [180, 210],
      ],
    ],
    [
      'pieces of a need whose rest waits',
      split(300, waits),
      [
        [60, 120],
        [180, 240],
      ],
    ],
    ['no piece that is shorter than the shortest run', split(300, { ...waits, minOnMinutes: 90 }), []],
    [
      'pieces that leave a start for the rest',
      split(300, { ...waits, maxStarts: 3 }),
      [
        [60, 120],
        [180, 240],
      ],
    ],
    ['no pieces that leave no start for the rest', split(300, { ...waits, maxStarts: 2 }), []],
    ['the whole need in its only run', split(60, { ...waits, maxStarts: 1 }), [[60, 120]]],
    ['nothing above a limit', split(90, { ...waits, limit: { rule: 'interval', price: 0.04 } }), []],
    ['nothing for another choice', split(90, { ...waits, whenUnknown: 'shortfall-now' }), []],
  ])('%s', (_, demand, runs) => {
    const result = plan(demand, horizon);
    expect(runsOf(result)).toEqual(runs);
    expect(result.outcome.kind).toBe(runs.length > 0 ? 'provisional' : 'idle');
  });

  it('uses the highest prices where they are earned', () => {
    const demand = contiguous(60, { ...waits, noWaitBelow: 0.28 });
    expect(runsOf(plan(demand, horizonOf(priced(60, [0.1, 0.3, 0.1]), 'revenue')))).toEqual([[60, 120]]);
  });

  it('runs no more when it is planned again each minute, and the rest waits', () => {
    const demand = split(300, { ...waits, minOnMinutes: 30 });
    let state: PlanState = idleState;
    const on: number[] = [];
    for (let minute = 0; minute < 360; minute++) {
      const { runs } = planWindow(demand, horizon, at(minute), state);
      const isOn: boolean = runs.some(({ start, end }: Run) => start <= at(minute) && at(minute) < end);
      if (isOn) on.push(minute);
      const output = state.output?.on === isOn ? state.output : { on: isOn, since: at(minute) };
      const starts = state.delivered.starts + (isOn && !state.output?.on ? 1 : 0);
      state = { output, delivered: { minutes: on.length, starts }, standing: runs };
    }
    const inRuns = (from: number) => Array.from({ length: 60 }, (_, i) => from + i);
    expect(on).toEqual([...inRuns(60), ...inRuns(180)]);
  });

  it('keeps the rest of a plan at known prices', () => {
    const state = { ...idleState, standing: standing([240, 300]) };
    expect(runsOf(plan(split(120, waits), hours(0.3, 0.3, 0.2, 0.2, 0.1, 0.25), 0, state))).toEqual([[240, 300]]);
  });
});
