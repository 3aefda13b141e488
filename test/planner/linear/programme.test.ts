import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, solverOf } from '../../../src/planner/linear/interior-point.ts';
import { lawCases } from '../../support/cases.ts';
import { leastOf, Programme } from '../../support/planner/programme.ts';

/** A linear programme whose columns join near rows; what `shares` of the columns come to is a right side that can be met. */
interface LinearCase {
  readonly columns: readonly Column[];
  readonly size: number;
  readonly shares: readonly [readonly number[], readonly number[]];
}

const tenths = (min: number, max: number) => fc.integer({ min: 10 * min, max: 10 * max }).map((n) => n / 10);
const factor = fc.tuple(fc.constantFrom(-1, 1), tenths(0.5, 2)).map(([sign, size]) => sign * size);

const linearCases: fc.Arbitrary<LinearCase> = fc.integer({ min: 1, max: 12 }).chain((size) => {
  const column = (first: fc.Arbitrary<number>) =>
    fc.record({
      cost: tenths(-5, 9),
      most: tenths(1, 20),
      rows: fc
        .tuple(first, fc.array(factor, { minLength: 1, maxLength: 3 }))
        .map(([first, factors]) =>
          factors.flatMap((factor, i) => (first + i < size ? [[first + i, factor] as const] : [])),
        ),
    });
  const each = fc.tuple(...Array.from({ length: size }, (_, i) => column(fc.constant(i))));
  const more = fc.array(column(fc.integer({ min: 0, max: size - 1 })), { maxLength: 2 * size });
  return fc.tuple(each, more).chain(([each, more]) => {
    const columns = [...each, ...more];
    const shares = fc.array(
      fc.integer({ min: 1, max: 99 }).map((n) => n / 100),
      {
        minLength: columns.length,
        maxLength: columns.length,
      },
    );
    return fc.tuple(shares, shares).map((shares) => ({ columns, size, shares }));
  });
});

/** What rows come to. */
function rowsWith({ columns, size }: LinearCase, amountOf: (j: number) => number): Float64Array {
  const rows = new Float64Array(size);
  for (const [j, column] of columns.entries())
    for (const [row, factor] of column.rows) rows[row] = (rows[row] ?? 0) + factor * amountOf(j);
  return rows;
}

const rightSides = (drawn: LinearCase) =>
  drawn.shares.map((share) => rowsWith(drawn, (j) => (share[j] ?? 0) * (drawn.columns[j]?.most ?? 0))) as [
    Float64Array,
    Float64Array,
  ];

/** The same programme in the words of another solver. */
function written({ columns, size }: LinearCase, right: Float64Array): string {
  const programme = new Programme();
  for (const [j, { cost, most }] of columns.entries()) programme.variable(`x${j}`, most, cost);
  for (let i = 0; i < size; i++) {
    const terms = columns.flatMap(({ rows }, j) =>
      rows.flatMap(([row, factor]) => (row === i ? [[factor, `x${j}`] as const] : [])),
    );
    programme.row(terms, '=', right[i] ?? 0);
  }
  programme.objective.push('+ 0 x');
  return programme.toString();
}

describe('a linear programme of any columns that join near rows', () => {
  it('costs what another solver finds, keeps its bounds and meets its rows', async () => {
    const law = fc.asyncProperty(linearCases, async (drawn) => {
      const [right] = rightSides(drawn);
      const { cost, amounts } = solverOf(drawn.columns, drawn.size)(right);
      expect(Math.abs(cost - (await leastOf(written(drawn, right), {})))).toBeLessThan(1e-6);
      for (const [j, { most }] of drawn.columns.entries()) {
        expect(amounts[j]).toBeGreaterThan(-1e-6);
        expect(amounts[j]).toBeLessThan(most + 1e-6);
      }
      for (const [i, row] of rowsWith(drawn, (j) => amounts[j] ?? 0).entries())
        expect(Math.abs(row - (right[i] ?? 0))).toBeLessThan(1e-6);
    });
    await fc.assert(law, lawCases(60));
  });

  it('costs no less for another right side than its prices say', () => {
    const law = fc.property(linearCases, (drawn) => {
      const [right, other] = rightSides(drawn);
      const solve = solverOf(drawn.columns, drawn.size);
      const { cost, prices } = solve(right);
      const said = other.reduce((sum, each, i) => sum + (prices[i] ?? 0) * (each - (right[i] ?? 0)), cost);
      expect(solve(other).cost).toBeGreaterThan(said - 1e-6);
    });
    fc.assert(law, lawCases(200));
  });
});
