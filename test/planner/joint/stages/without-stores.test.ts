import { expect, it } from 'vitest';
import { withoutStores } from '../../../../src/planner/joint/stages/without-stores.ts';
import { finish } from '../../../../src/planner/work.ts';
import { houseTerms } from '../../../support/planner/house/house-slots.ts';
import { idleState, runsOf, split } from '../../../support/planner/planning.ts';

const devices = [{ demand: split(60), state: idleState }];

// 2 kW of sun that may all be fed in: in the first hour for nothing, in the second one at a cost.
it.each([
  ['while feeding in costs money, if only the excess is curtailed', 'excess', [[60, 120]]],
  ['as early as it can, if all of the sun can be curtailed', true, [[0, 60]]],
] as const)('a device runs %s', (_, curtailable, runs) => {
  const sunny = { solarKw: 2, exportKw: 2, curtailable };
  const terms = houseTerms(
    [0, -0.1].map((exportPrice) => ({ ...sunny, exportPrice })),
    { devices },
  );
  expect(finish(withoutStores(terms)).map(({ plan }) => runsOf(plan))).toEqual([runs]);
});
