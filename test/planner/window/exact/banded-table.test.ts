import { describe, expect, it } from 'vitest';
import {
  type BandedTable,
  beside,
  cut,
  emptyTable,
  equalRooms,
  get,
  highOf,
  lowOf,
  roomsFor,
  rowOf,
  set,
  wholeTable,
  widen,
} from '../../../../src/planner/window/exact/banded-table.ts';

const band = (table: BandedTable<unknown>, row: number) => ({ low: lowOf(table, row), high: highOf(table, row) });

/** The numbers of a row's band. */
function numbersOf(table: BandedTable, row: number): number[] {
  const { low, high } = band(table, row);
  return Array.from({ length: high - low }, (_, i) => get(rowOf(table, row), low + i));
}

describe('a banded table', () => {
  it('holds nothing at first', () => {
    expect(numbersOf(emptyTable(equalRooms(2, 5)), 1)).toEqual([]);
  });

  it('holds numbers wherever there is room', () => {
    const table = wholeTable(equalRooms(2, 3), Float64Array.of(1, 2, 3, 4, 5, 6));
    expect([numbersOf(table, 0), numbersOf(table, 1)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it('keeps its rows apart, where each has room for columns of its own', () => {
    const bands = [
      { low: 2, high: 4 },
      { low: 0, high: 0 },
      { low: 1, high: 4 },
    ];
    const rooms = roomsFor(3, (row) => bands[row] ?? { low: 0, high: 0 });
    expect(rooms.cells).toBe(5);
    const table = wholeTable(rooms, new Float64Array(rooms.cells));
    for (const [row, { low, high }] of bands.entries())
      for (let column = low; column < high; column++) set(rowOf(table, row), column, 10 * row + column);
    expect([0, 1, 2].map((row) => numbersOf(table, row))).toEqual([[2, 3], [], [21, 22, 23]]);
  });

  it.each([
    ['on the right', 2, 6, [0, 0, 5, 9, 9]],
    ['on the left', 0, 3, [9, 0, 0, 5]],
    ['on both sides', 0, 5, [9, 0, 0, 5, 9]],
    ['not at all', 2, 3, [0, 0, 5]],
  ])('widens a band %s, what is new is empty and what it held stays', (_where, low, high, expected) => {
    const table = emptyTable(equalRooms(1, 8));
    widen(table, 0, 1, 4, 0);
    set(rowOf(table, 0), 3, 5);
    widen(table, 0, low, high, 9);
    expect(numbersOf(table, 0)).toEqual(expected);
  });

  it('forgets what is cut off: widened again, it is empty', () => {
    const table = wholeTable(emptyTable(equalRooms(1, 4)).rooms, new Float64Array(4).fill(5));
    cut(table, 0, 1, 2);
    expect(numbersOf(table, 0)).toEqual([5]);
    widen(table, 0, 0, 3, 9);
    expect(numbersOf(table, 0)).toEqual([9, 5, 9]);
  });

  it('has its band in common with the table beside it, and not its numbers', () => {
    const table = emptyTable(equalRooms(1, 4));
    const other = beside(table, new Int32Array(4));
    widen(table, 0, 1, 3, 5);
    set(rowOf(other, 0), 2, 6);
    expect([band(other, 0), numbersOf(table, 0), get(rowOf(other, 0), 2)]).toEqual([{ low: 1, high: 3 }, [5, 5], 6]);
  });
});
