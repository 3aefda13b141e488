import { expect, it } from 'vitest';
import { advance, finish, type Work } from '../../src/planner/work.ts';

/** Makes so many planner calls one after the other, and returns their sum. */
function* calls(...counts: readonly number[]): Work<number> {
  let sum = 0;
  for (const count of counts) {
    sum += count;
    yield count;
  }
  return sum;
}

it('a calculation runs to its end without a pause', () => {
  expect(finish(calls(1, 10, 1))).toBe(12);
});

it('a calculation pauses after at least 4 planner calls, and goes on from there', () => {
  const work = calls(1, 1, 10, 1, 1);
  expect([advance(work, 4), advance(work, 4)]).toEqual([undefined, { value: 14 }]);
});

it('a calculation that ends at a pause is done with the next call', () => {
  const work = calls(2, 2);
  expect([advance(work, 4), advance(work, 4)]).toEqual([undefined, { value: 4 }]);
});
