import { describe, expect, it } from 'vitest';
import { type BandMatrix, bandMatrix, factorise, placeIn, solveBy } from '../../../src/planner/linear/banded.ts';

/** A matrix by the rows of its lower half. */
function matrixOf(width: number, lower: readonly (readonly number[])[]): BandMatrix {
  const matrix = bandMatrix(lower.length, width);
  for (const [i, row] of lower.entries())
    for (const [j, value] of row.entries()) if (i - j <= width) matrix.lower[placeIn(matrix, i, j)] = value;
  return matrix;
}

/** The lower half again. */
const rowsOf = (matrix: BandMatrix) =>
  Array.from({ length: matrix.size }, (_, i) =>
    Array.from({ length: i + 1 }, (_, j) => (i - j > matrix.width ? 0 : (matrix.lower[placeIn(matrix, i, j)] ?? 0))),
  );

function solved(matrix: BandMatrix, ...right: readonly number[]): number[] {
  const solution = Float64Array.from(right);
  factorise(matrix);
  solveBy(matrix, solution);
  return [...solution];
}

describe('a matrix of a band', () => {
  it('has what is before the diagonal and on it, row by row', () => {
    const matrix = bandMatrix(4, 2);
    expect(matrix.lower).toHaveLength(12);
    expect([placeIn(matrix, 0, 0), placeIn(matrix, 2, 0), placeIn(matrix, 2, 2), placeIn(matrix, 3, 1)]).toEqual([
      2, 6, 8, 9,
    ]);
  });

  it.each<[string, width: number, lower: number[][], factor: number[][]]>([
    ['of one number is its root', 0, [[9]], [[3]]],
    ['of a diagonal is the root of each', 0, [[4], [0, 25]], [[2], [0, 5]]],
    // biome-ignore format: a matrix reads by its rows.
    ['of all numbers fills its lower half', 2, [[4], [2, 10], [6, 9, 26]], [[2], [1, 3], [3, 2, 13 ** 0.5]]],
    ['of one beside the diagonal has none elsewhere', 1, [[4], [2, 10], [0, 9, 25]], [[2], [1, 3], [0, 3, 4]]],
    // biome-ignore format: a matrix reads by its rows.
    ['of two beside it ends there', 2, [[1], [2, 5], [3, 7, 14], [0, 2, 4, 9]], [[1], [2, 1], [3, 1, 2], [0, 2, 1, 2]]],
  ])('has a factor that %s', (_, width, lower, factor) => {
    const matrix = matrixOf(width, lower);
    factorise(matrix);
    for (const [i, row] of rowsOf(matrix).entries())
      for (const [j, value] of row.entries()) expect(value).toBeCloseTo(factor[i]?.[j] as number, 12);
  });

  it('solves by its factor: 4x + 2y = 8, 2x + 10y + 9z = 49, 9y + 25z = 93 by 1, 2 and 3', () => {
    const found = solved(matrixOf(1, [[4], [2, 10], [0, 9, 25]]), 8, 49, 93);
    expect(found.map((value) => Number(value.toFixed(12)))).toEqual([1, 2, 3]);
  });

  it('solves four rows of which each meets the two before it', () => {
    const found = solved(matrixOf(2, [[1], [2, 5], [3, 7, 14], [0, 2, 4, 9]]), 14, 41, 75, 52);
    expect(found.map((value) => Number(value.toFixed(9)))).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['nothing is in it', [[4], [0, 0]], 0],
    ['it is the one before it over again', [[4], [4, 4]], 8],
    ['float noise is all that it says more', [[4], [4, 4 * (1 + 2 ** -52)]], 8.000001],
  ])('leaves a row alone where %s', (_, lower, right) => {
    const [first, second] = solved(matrixOf(1, lower), 8, right) as [number, number];
    expect(first).toBeCloseTo(2, 12);
    expect(second).toBeCloseTo(0, 12);
  });
});
