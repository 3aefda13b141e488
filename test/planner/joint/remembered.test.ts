import { expect, it } from 'vitest';
import { remembered } from '../../../src/planner/joint/remembered.ts';

it('works out each answer once, also one that is nothing much', () => {
  const asked: number[] = [];
  const half = remembered((whole: number) => {
    asked.push(whole);
    return whole / 2;
  });
  expect([4, 0, 4, 0, 6].map(half)).toEqual([2, 0, 2, 0, 3]);
  expect(asked).toEqual([4, 0, 6]);
});
