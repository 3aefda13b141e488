import { expect, it } from 'vitest';
import { isPattern, retryDelay, shortOnes } from '../../src/mqtt/reconnect.ts';

const MINUTE = 60_000;

it.each([
  ['one that was thrown out after a second', 3, 1000, 4],
  ['one that was thrown out after four minutes', 3, 4 * MINUTE, 4],
  ['one that held for five minutes', 3, 5 * MINUTE, 0],
  ['an attempt at a broker that is not there', 3, undefined, 0],
])('after %s, %i short connections before and %s ms are %i', (_, before, upMs, expected) => {
  expect(shortOnes(before, upMs)).toBe(expected);
});

it.each([
  [0, 1000, 3000],
  [1, 1000, 3000],
  [3, 1000, 3000],
  [4, 2000, 6000],
  [5, 4000, 12_000],
  [8, 32_000, 96_000],
  [1000, 32_000, 96_000],
])('after %i short connections the next attempt comes %i to %i ms later', (short, least, most) => {
  expect([retryDelay(short, 0), retryDelay(short, 1)]).toEqual([least, most]);
});

it('the fourth short connection in a row makes a pattern', () => {
  expect([3, 4].map(isPattern)).toEqual([false, true]);
});
