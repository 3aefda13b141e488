import { expect, it } from 'vitest';
import { createSuspects } from '../../src/mqtt/suspects.ts';

const NOW = 1_800_000_000;

function setUp() {
  const clock = { now: NOW };
  const convicted: string[] = [];
  const suspects = createSuspects(
    () => clock.now,
    (key) => convicted.push(key),
  );
  const isTried = (key: string) => suspects.next([key]) === key;
  return {
    suspects,
    clock,
    convicted,
    isTried,
    /** The key was the only one under way when the broker hung up. */
    hangUpOn(key: string) {
      suspects.sent(key);
      suspects.lost(true);
    },
  };
}

it('are all that were under way when a broker hung up, until it has taken them', () => {
  const { suspects } = setUp();
  for (const key of ['a', 'b', 'c']) suspects.sent(key);
  suspects.answered('a');
  suspects.lost(true);
  expect(['a', 'b', 'c'].filter(suspects.has)).toEqual(['b', 'c']);
  expect(suspects.next(['a', 'b', 'c'])).toBe('b');
  suspects.sent('b');
  expect(suspects.onTrial).toBe(true);
  suspects.answered('b');
  expect([suspects.onTrial, suspects.has('b'), suspects.has('c')]).toEqual([false, false, true]);
});

it('are none where the broker had only fallen silent', () => {
  const { suspects } = setUp();
  suspects.sent('a');
  suspects.lost(false);
  expect(suspects.has('a')).toBe(false);
});

// Promise P-026 integrate/mqtt: one that makes the broker hang up waits for an hour, and is named
it('rest for an hour after two losses alone, and each time after that, and are told once', () => {
  const { hangUpOn, isTried, clock, convicted, suspects } = setUp();
  hangUpOn('a');
  hangUpOn('a');
  expect([convicted, isTried('a')]).toEqual([[], true]);
  for (let times = 0; times < 3; times++) {
    hangUpOn('a');
    expect(suspects.due).toBe(clock.now + 3600);
    clock.now += 3599;
    expect(isTried('a')).toBe(false);
    clock.now += 1;
    expect(isTried('a')).toBe(true);
  }
  expect(convicted).toEqual(['a']);
});

it('are tried in the order in which they were suspected least often', () => {
  const { hangUpOn, suspects } = setUp();
  for (const key of ['a', 'b', 'c']) suspects.sent(key);
  suspects.lost(true);
  hangUpOn('a');
  expect(suspects.next(['a', 'b', 'c'])).toBe('b');
  hangUpOn('b');
  expect(suspects.next(['a', 'b', 'c'])).toBe('c');
  hangUpOn('c');
  expect(suspects.next(['a', 'b', 'c'])).toBe('a');
});

it('rest also where the next connection comes about long after a trial', () => {
  const { suspects, clock, convicted, isTried } = setUp();
  for (let times = 0; times < 3; times++) {
    suspects.sent('a');
    clock.now += 96;
    suspects.lost(true);
  }
  expect([convicted, isTried('a'), suspects.due]).toEqual([['a'], false, clock.now + 3600]);
});

// Promise P-029 integrate/mqtt: such a message does not delay others for long
it('hold up the others for ten seconds where the broker neither takes them nor hangs up', () => {
  const { hangUpOn, clock, suspects, convicted } = setUp();
  hangUpOn('a');
  suspects.sent('a');
  expect([suspects.onTrial, suspects.due]).toEqual([true, NOW + 10]);
  clock.now += 10;
  expect(suspects.onTrial).toBe(false);
  suspects.sent('b');
  suspects.lost(true);
  expect([suspects.has('a'), suspects.has('b'), convicted]).toEqual([true, true, []]);
});

it('rest no longer, and hold up no others, where the clock was years ahead when that began', () => {
  const { hangUpOn, suspects, clock, isTried } = setUp();
  clock.now += 5 * 365 * 86_400;
  for (let times = 0; times < 3; times++) hangUpOn('a');
  suspects.sent('a');
  expect([isTried('a'), suspects.onTrial]).toEqual([false, true]);
  clock.now = NOW;
  expect([isTried('a'), suspects.onTrial, suspects.due]).toEqual([true, false, undefined]);
});
