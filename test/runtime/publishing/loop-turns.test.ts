import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurn } from '../../../src/runtime/publishing/loop-turns.ts';

it('of 20 pieces of work, 8 are done at once, and 8 and 4 in the next turns of the event loop, in their order', async () => {
  const done: number[] = [];
  for (let i = 0; i < 20; i++) inTurn(() => done.push(i));
  const counts = [done.length];
  while (done.length < 20) {
    await setImmediate();
    counts.push(done.length);
  }
  expect(counts).toEqual([8, 16, 20]);
  expect(done).toEqual(Array.from({ length: 20 }, (_, i) => i));
  await setImmediate();
  inTurn(() => done.push(20));
  expect(done.at(-1)).toBe(20);
});
