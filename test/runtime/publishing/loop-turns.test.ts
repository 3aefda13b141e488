import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../src/runtime/publishing/loop-turns.ts';

describe('pieces of work', () => {
  it.each([
    ['8 are done at once, and 8 and 4 in the next turns of the event loop', 1, 20, [8, 16, 20]],
    ['of 4 ms each, 3 are done in each turn', 4, 7, [3, 6, 7]],
    ['of 15 ms each, 1 is done in each turn', 15, 3, [1, 2, 3]],
  ])('%s, in their order', async (_, msOfEach, count, expected) => {
    let ms = 0;
    const inTurn = createTurns(() => ms);
    const done: number[] = [];
    const work = (i: number) => () => {
      done.push(i);
      ms += msOfEach;
    };
    for (let i = 0; i < count; i++) inTurn(work(i));
    const counts = [done.length];
    while (done.length < count) {
      await setImmediate();
      counts.push(done.length);
    }
    expect(counts).toEqual(expected);
    expect(done).toEqual(Array.from({ length: count }, (_, i) => i));
    await setImmediate();
    inTurn(work(count));
    expect(done.at(-1)).toBe(count);
  });

  it('that wait for promises count until these are done: of 4 ms each, 3 are done in a later turn', async () => {
    let ms = 0;
    const inTurn = createTurns(() => ms);
    let done = 0;
    for (let i = 0; i < 14; i++)
      inTurn(async () => {
        await Promise.resolve();
        ms += 4;
        done++;
      });
    const counts: number[] = [];
    while (done < 14) {
      await setImmediate();
      counts.push(done);
    }
    expect(counts).toEqual([11, 14]);
  });
});
