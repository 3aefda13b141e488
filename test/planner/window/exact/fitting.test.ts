import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined } from '../../../../src/planner/stretches.ts';
import { fitted, keepsAll } from '../../../../src/planner/window/exact/fitting.ts';
import { lawCases } from '../../../support/cases.ts';
import { at } from '../../../support/planner/planning.ts';
import { ALL_RULES, splitCases } from '../../../support/planner/random-demands.ts';
import { isAllowed } from '../../../support/planner/window/enumeration.ts';
import { asked, problemOf, type Wanted } from '../../../support/planner/window/split-problem.ts';

type Runs = readonly (readonly [from: number, until: number])[];

const stretches = (runs: Runs) => runs.map(([from, until]) => ({ from: at(from) / 60, until: at(until) / 60 }));
const minute = (minutes: number) => at(minutes) / 60;

describe('of three hours at 20, 10 and 30 ct', () => {
  it.each<[what: string, runs: Runs, wanted: Wanted, fitted: Runs]>([
    ['runs that add up to the need stay', [[60, 90]], { minutes: 30 }, [[60, 90]]],
    ['a run grows into what is cheapest', [[70, 100]], { minutes: 50 }, [[60, 110]]],
    ['on both sides where one is not enough', [[70, 100]], { minutes: 75 }, [[45, 120]]],
    ['a run gives up what is dearest', [[30, 150]], { minutes: 90 }, [[30, 120]]],
    ['and then what is dear', [[30, 150]], { minutes: 70 }, [[50, 120]]],
    [
      'of two runs the one grows that grows cheaply',
      [
        [0, 30],
        [100, 110],
      ],
      { minutes: 50 },
      [
        [0, 30],
        [90, 110],
      ],
    ],
    [
      'of two runs the dear one shrinks',
      [
        [60, 90],
        [110, 130],
      ],
      { minutes: 40 },
      [
        [60, 90],
        [110, 120],
      ],
    ],
    [
      'two runs that grow together are one',
      [
        [60, 80],
        [84, 120],
      ],
      { minutes: 60 },
      [[60, 120]],
    ],
    [
      'no run grows above a limit',
      [
        [0, 50],
        [60, 110],
      ],
      { minutes: 180, limit: 250_000 },
      [[0, 120]],
    ],
    [
      'no run is shorter than the shortest',
      [
        [50, 80],
        [115, 145],
      ],
      { minutes: 52, rules: { minOn: 25 } },
      [
        [53, 80],
        [115, 140],
      ],
    ],
    [
      'no pause is shorter than the shortest',
      [
        [0, 30],
        [60, 90],
      ],
      { minutes: 75, rules: { minOff: 30 } },
      [
        [0, 30],
        [60, 105],
      ],
    ],
    [
      'no pause is longer than the longest',
      [
        [0, 60],
        [90, 150],
      ],
      { minutes: 50, rules: { maxOff: 30 } },
      [
        [40, 60],
        [90, 120],
      ],
    ],
    [
      'what runs right before the deadline stays',
      [
        [50, 90],
        [150, 180],
      ],
      { minutes: 60, tail: minute(150) },
      [
        [60, 90],
        [150, 180],
      ],
    ],
    ['nothing that breaks the mean is added', [[60, 90]], { minutes: 120, meanLimit: 120_000 }, [[45, 120]]],
    [
      'more, where some is left of what was bought',
      [[60, 90]],
      { minutes: 120, meanLimit: 120_000, spare: 400_000 },
      [[40, 120]],
    ],
    [
      'the dear minutes right before the deadline break no mean',
      [
        [60, 90],
        [150, 180],
      ],
      { minutes: 150, meanLimit: 120_000, tail: minute(150) },
      [
        [45, 120],
        [150, 180],
      ],
    ],
    ['what breaks the mean from the first may shrink', [[60, 150]], { minutes: 75, meanLimit: 110_000 }, [[60, 135]]],
    ['nothing is made of nothing', [], { minutes: 30 }, []],
  ])('%s', (_, runs, wanted, expected) => {
    expect(fitted(stretches(runs), asked([20, 10, 30], wanted))).toEqual(stretches(expected));
  });
});

it('runs keep all rules where they do minute by minute', () => {
  const law = fc.property(splitCases({ length: { min: 5, max: 8 }, block: 4, rules: ALL_RULES }), (each) => {
    const problem = problemOf(each);
    fc.pre(problem.from < problem.until && problem.from <= problem.tail);
    const { length } = each.problem.prices;
    const first = problem.until - length;
    for (let mask = 1; mask < 2 ** length; mask++) {
      const on = Array.from({ length }, (_, i) => ((mask >> i) & 1) === 1);
      const runs = joined(on.flatMap((isOn, i) => (isOn ? [{ from: first + i, until: first + i + 1 }] : [])));
      expect([mask, keepsAll(runs, problem)]).toEqual([mask, isAllowed(each.problem, on, true)]);
    }
  });
  fc.assert(law, lawCases(200));
});
