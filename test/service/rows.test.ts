import { expect, it } from 'vitest';
import { lazyRows, mapRows } from '../../src/service/rows.ts';

it('makes a row when it is first asked for, and once', () => {
  const made: string[] = [];
  const rows = lazyRows(['a', 'b'], (key) => {
    made.push(key);
    return key.toUpperCase();
  });
  const louder = mapRows(rows, (value) => `${value}!`);
  expect([[...louder.keys()], made]).toEqual([['a', 'b'], []]);
  expect([louder.get('b'), louder.get('b'), louder.get('c'), made]).toEqual(['B!', 'B!', undefined, ['b']]);
  expect([[...louder], [...rows.values()], made]).toEqual([
    [
      ['a', 'A!'],
      ['b', 'B!'],
    ],
    ['A', 'B'],
    ['b', 'a'],
  ]);
});
