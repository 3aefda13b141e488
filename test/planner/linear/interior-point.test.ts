import { describe, expect, it } from 'vitest';
import { type Column, type Solution, solverOf } from '../../../src/planner/linear/interior-point.ts';

const rounded = (numbers: Iterable<number>) => Array.from(numbers, (each) => Math.round(1e6 * each) / 1e6 || 0);
const told = ({ cost, amounts, prices }: Solution) => ({
  cost: rounded([cost])[0],
  amounts: rounded(amounts),
  prices: rounded(prices),
});
const solved = (columns: readonly Column[], ...right: readonly number[]) =>
  told(solverOf(columns, right.length)(Float64Array.from(right)));

/** 4 at 2 each and 10 at 5 each. */
const cheapAndDear: Column[] = [
  { cost: 2, most: 4, rows: [[0, 1]] },
  { cost: 5, most: 10, rows: [[0, 1]] },
];

describe('the least cost of an amount', () => {
  it.each([
    ['takes all of the cheaper and the rest of the dearer', 7, [4, 3], 23, 5],
    ['takes the cheaper alone where that is enough', 3, [3, 0], 6, 2],
    ['takes next to all of both', 13.5, [4, 9.5], 55.5, 5],
  ])('%s', (_, right, amounts, cost, price) => {
    expect(solved(cheapAndDear, right)).toEqual({ cost, amounts, prices: [price] });
  });

  it('is known to a solver for one amount after the other', () => {
    const solve = solverOf(cheapAndDear, 1);
    const first = solve(Float64Array.of(7));
    expect(solve(Float64Array.of(3)).cost).toBeCloseTo(6, 6);
    expect(told(first)).toEqual({ cost: 23, amounts: [4, 3], prices: [5] });
    expect(told(solve(Float64Array.of(7)))).toEqual(told(first));
  });

  it('leaves the right side as it was', () => {
    const right = Float64Array.of(7);
    solverOf(cheapAndDear, 1)(right);
    expect([...right]).toEqual([7]);
  });

  it('shares between equals', () => {
    const equals = [4, 4].map((most): Column => ({ cost: 1, most, rows: [[0, 1]] }));
    expect(solved(equals, 6)).toEqual({ cost: 6, amounts: [3, 3], prices: [1] });
  });

  it('takes all of what pays, and none of what costs, though no row asks for it', () => {
    const free: Column[] = [
      { cost: -3, most: 2, rows: [] },
      { cost: 3, most: 2, rows: [] },
    ];
    expect(solved(free)).toEqual({ cost: -6, amounts: [2, 0], prices: [] });
  });

  it('earns: what is worth 8 and costs 5 is made as far as it goes', () => {
    const trade: Column[] = [
      { cost: 5, most: 10, rows: [[0, 1]] },
      { cost: -8, most: 6, rows: [[0, -1]] },
    ];
    expect(solved(trade, 1)).toEqual({ cost: -13, amounts: [7, 6], prices: [5] });
  });

  it('hands on from row to row: of 3 now and 2 later all is bought now, where it is cheaper', () => {
    const columns: Column[] = [
      { cost: 1, most: 9, rows: [[0, 1]] },
      { cost: 4, most: 9, rows: [[1, 1]] },
      // What is kept arrives by half.
      {
        cost: 0,
        most: 9,
        rows: [
          [0, -1],
          [1, 0.5],
        ],
      },
    ];
    expect(solved(columns, 3, 2)).toEqual({ cost: 7, amounts: [7, 0, 4], prices: [1, 2] });
  });

  it('is known where nothing is left to choose', () => {
    const chain: Column[] = [
      { cost: 1, most: 2, rows: [[0, 1]] },
      {
        cost: 0,
        most: 5,
        rows: [
          [0, -1],
          [1, 1],
        ],
      },
      { cost: 0, most: 5, rows: [[1, -1]] },
    ];
    const { cost, amounts } = solved(chain, 2, 0);
    expect({ cost, amounts }).toEqual({ cost: 2, amounts: [2, 0, 0] });
  });

  it('is known though a row is there twice', () => {
    const twice = cheapAndDear.map(
      (column): Column => ({
        ...column,
        rows: [
          [0, 1],
          [1, 1],
        ],
      }),
    );
    const { cost, amounts, prices } = solved(twice, 7, 7);
    expect({ cost, amounts }).toEqual({ cost: 23, amounts: [4, 3] });
    expect((prices[0] ?? 0) + (prices[1] ?? 0)).toBeCloseTo(5, 5);
  });
});
