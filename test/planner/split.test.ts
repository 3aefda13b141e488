import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWindow } from '../../src/planner/plan-window.ts';
import { enumerated, keyOf } from '../support/enumeration.ts';
import { plain, programmed } from '../support/minute-programme.ts';
import { at, type Case, drawing, minuteOf, splitCases } from '../support/random-demands.ts';

/** The plan minute by minute from the first at which a run may start. */
function minutesOn({ demand, horizon, state, problem }: Case): boolean[] {
  const { runs } = planWindow(demand, horizon, at(0), state);
  const first = minuteOf(demand.earliest ?? at(0));
  return problem.prices.map((_, i) => runs.some(({ start, end }) => start <= at(first + i) && at(first + i) < end));
}

/** Whether the deadline can be kept; one that cannot is another matter. */
function isInReach({ demand, problem: { prices, need, before, minOff } }: Case): boolean {
  const pause = before.on ? 0 : Math.max(0, minOff - before.minutes);
  return demand.readyBy === undefined || pause + need <= prices.length;
}

describe('a split need', () => {
  it.each([
    ['without rules', false, 5000],
    ['with rules', true, 5000],
  ])('%s is planned as the best of all ways to switch', (_, strict, runs) => {
    const small = splitCases({ length: { min: 5, max: 11 }, block: 4, strict });
    fc.assert(
      fc.property(small, (each) => {
        const { problem } = each;
        fc.pre(isInReach(each));
        const expected = enumerated(problem);
        fc.pre(expected !== undefined);
        expect(keyOf(problem, minutesOn(each))).toEqual(expected);
      }),
      drawing(runs),
    );
  });

  it.each([
    ['minutes', 1, 400],
    ['five minutes', 5, 400],
    ['quarter hours', 15, 400],
  ])('with rules over hours, in steps of %s, is planned as by a programme of every minute', (_, step, runs) => {
    const long = splitCases({ length: { min: 60, max: 120 }, block: Math.ceil(15 / step), strict: true, step });
    fc.assert(
      fc.property(long, (each) => {
        const { problem } = each;
        fc.pre(isInReach(each));
        const expected = programmed(problem);
        fc.pre(expected !== undefined);
        expect(plain(keyOf(problem, minutesOn(each)))).toEqual(expected);
      }),
      drawing(runs),
    );
  });
});
