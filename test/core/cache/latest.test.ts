import { expect, it } from 'vitest';
import { latestEntries } from '../../../src/core/cache/latest.ts';

it('keeps the two entries that were set last', () => {
  const cache = latestEntries<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  expect([...cache.entries()]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
