import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWindow } from '../../../../../src/planner/window/plan-window.ts';
import { keyOf } from '../../../../support/enumeration.ts';
import { plain, programmed } from '../../../../support/minute-programme.ts';
import { at, minuteOf } from '../../../../support/planning.ts';
import { ALL_RULES, type Case, drawing, splitCases } from '../../../../support/random-demands.ts';

/** Tables of fewer cells are looked through as a whole. */
const FEW_CELLS = 2 ** 13;

function minutesOn({ demand, horizon, state, problem }: Case): boolean[] {
  const { runs } = planWindow(demand, horizon, at(0), state);
  const first = minuteOf(demand.earliest ?? at(0));
  return problem.prices.map((_, i) => runs.some(({ start, end }) => start <= at(first + i) && at(first + i) < end));
}

/** True where the whole table is too large, and the deadline can be kept on known prices. */
function isLarge({ demand, problem: { prices, need, before, minOff } }: Case): boolean {
  if (demand.readyBy !== undefined && (prices.includes(null) || prices.length <= need + minOff + before.minutes)) {
    return false;
  }
  return prices.length * need > FEW_CELLS;
}

describe('what is near the best holds the best of all ways to switch', () => {
  it.each([
    ['shortest runs', ['runs']],
    ['shortest runs and a limit of the mean price', ['runs', 'mean limit']],
    ['shortest runs and minutes right before the deadline', ['runs', 'tail']],
    ['longest pauses', ['longest pauses']],
    ['runs and starts', ['runs', 'starts']],
    ['starts and a limit of the mean price', ['starts', 'mean limit']],
    ['all rules', ALL_RULES],
  ] as const)(
    'with %s',
    (_, rules) => {
      const law = fc.property(splitCases({ length: { min: 120, max: 180 }, block: 20, rules }), (each) => {
        fc.pre(isLarge(each));
        const expected = programmed(each.problem);
        fc.pre(expected !== undefined);
        expect(plain(keyOf(each.problem, minutesOn(each)))).toEqual(expected);
      });
      const { seed, numRuns } = drawing(20);
      fc.assert(law, { seed, numRuns, maxSkipsPerRun: 1000 });
    },
    60_000,
  );
});
