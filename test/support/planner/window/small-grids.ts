import fc from 'fast-check';
import { candidatesOf, everyStep } from '../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../src/planner/window/exact/grid.ts';
import { openingOf } from '../../../../src/planner/window/exact/near/relaxed.ts';
import { ALL_RULES, splitCases } from '../random-demands.ts';
import { problemOf } from './split-problem.ts';

const CENT = 10_000;

/** Grids of some minutes by all rules, minute by minute or with the instants among which there is an optimum. */
export const smallGrids = fc
  .tuple(splitCases({ length: { min: 5, max: 8 }, block: 4, rules: ALL_RULES }), fc.boolean())
  .map(([each, isEvery]) => ({ problem: problemOf(each), isEvery }))
  .filter(({ problem: { need, from, until, tail } }) => need > 0 && from < until && from <= tail)
  .map(({ problem, isEvery }) => {
    const grid = gridOf(problem, isEvery ? everyStep(problem, 1) : candidatesOf(problem));
    return { problem, grid, opening: openingOf(problem, grid) };
  });

/** Multipliers around the prices of a small grid, those of a start in cents. */
export const multipliersIn = (start: { min: number; max: number }) =>
  fc
    .record({ unit: fc.integer({ min: -4, max: 9 }), start: fc.integer(start) })
    .map((by) => ({ unit: by.unit * CENT, start: by.start * CENT }));
