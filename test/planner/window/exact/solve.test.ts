import { describe, expect, it } from 'vitest';
import { solve } from '../../../../src/planner/window/exact/solve.ts';
import { at } from '../../../support/planner/planning.ts';
import { asked, type Wanted } from '../../../support/planner/window/split-problem.ts';

const runsOf = (cents: readonly number[], wanted: Wanted) =>
  solve(asked(cents, wanted)).map(({ from, until }) => [from - at(0) / 60, until - at(0) / 60]);

describe('of twelve hours minute by minute', () => {
  /** Two hours at 19 ct, and later two more; all others at 50. */
  const cents = [50, 19, 19, 50, 50, 50, 19, 19, 50, 50, 50, 50];
  const mean = { meanLimit: 200_000, rules: { minOn: 120 } };

  it('as much runs as keeps a mean where four hours would keep it, and not the three that are asked for', () => {
    // Two hours save 120 ct, which pay for four minutes at 50 ct.
    expect(runsOf(cents, { minutes: 180, ...mean })).toEqual([[56, 180]]);
  });

  it('and all that is asked for where that keeps it', () => {
    expect(runsOf(cents, { minutes: 240, ...mean })).toEqual([
      [60, 180],
      [360, 480],
    ]);
  });

  it('nothing where no shortest run keeps it', () => {
    expect(runsOf(cents, { minutes: 180, meanLimit: 200_000, rules: { minOn: 125 } })).toEqual([]);
  });
});

describe('of a day minute by minute', () => {
  const cents = Array.from({ length: 24 }, (_, hour) => 30 - hour);

  it('as much runs as can below a limit', () => {
    expect(runsOf(cents, { minutes: 600, limit: 110_000, rules: { minOn: 20 } })).toEqual([[1140, 1440]]);
  });

  it('nothing where the need is less than a shortest run', () => {
    expect(runsOf(cents, { minutes: 100, rules: { minOn: 101 } })).toEqual([]);
  });

  it.each([
    ['what must run right before the deadline is left out where there is no start for it', 0, []],
    ['is run with the one that there is', 1, [[1240, 1440]]],
  ])('%s', (_, starts, runs) => {
    expect(runsOf(cents, { minutes: 200, tail: at(1380) / 60, rules: { starts } })).toEqual(runs);
  });

  it('the run under way goes on without a start where there is none for what must run right before the deadline', () => {
    const rules = { starts: 0, running: true };
    expect(runsOf(cents, { minutes: 200, tail: at(1380) / 60, rules })).toEqual([[0, 200]]);
  });
});
