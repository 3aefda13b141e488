import { describe, expect, it } from 'vitest';
import { bandMatrix } from '../../../src/planner/linear/banded.ts';
import { addTo, productOf, sparseOf, worthOf } from '../../../src/planner/linear/sparse.ts';

/** Three rows: the first column is 2 in the first, the second is 1 and -3 in the last two, the third is in none. */
const matrix = sparseOf([
  [[0, 2]],
  [
    [1, 1],
    [2, -3],
  ],
  [],
]);

describe('columns', () => {
  it('are kept one after the other', () => {
    expect(matrix.columns).toBe(3);
    expect([...matrix.first]).toEqual([0, 1, 3, 3]);
    expect([...matrix.rows]).toEqual([0, 1, 2]);
    expect([...matrix.factors]).toEqual([2, 1, -3]);
  });

  it.each<[string, rows: number[][], width: number]>([
    ['no columns', [], 0],
    ['columns of no row', [[]], 0],
    ['columns of one row each', [[0], [7]], 0],
    ['neighbours', [[0, 1], [4]], 1],
    ['the rows of a column in any order', [[3, 1, 6], [2]], 5],
  ])('of %s', (_, rows, width) => {
    expect(sparseOf(rows.map((each) => each.map((row) => [row, 1] as const))).width).toBe(width);
  });

  it('add so much of each to what rows have', () => {
    const rows = Float64Array.of(100, 100, 100);
    addTo(rows, matrix, Float64Array.of(1, 4, 9));
    expect([...rows]).toEqual([102, 104, 88]);
  });

  it('are worth what their rows are', () => {
    const worths = [0, 1, 2].map((j) => worthOf(matrix, j, Float64Array.of(5, 10, 2)));
    expect(worths).toEqual([10, 4, 0]);
  });

  it('by themselves are a matrix of rows, each at its weight', () => {
    const band = bandMatrix(3, 1);
    band.lower.fill(7);
    const both = sparseOf([
      [[0, 2]],
      [
        [2, -3],
        [1, 1],
      ],
      [
        [0, 1],
        [1, 1],
      ],
    ]);
    productOf(both, band)(Float64Array.of(10, 100, 1));
    expect([...band.lower]).toEqual([0, 41, 1, 101, -300, 900]);
  });
});
