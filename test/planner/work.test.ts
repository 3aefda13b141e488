import { expect, it } from 'vitest';
import { finish, type Work } from '../../src/planner/work.ts';

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
