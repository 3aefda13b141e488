import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isKnownTime } from '../../src/core/time.ts';
import { type Clock, coalesced, computerClock, stepsOf } from '../../src/runtime/clock.ts';

const START = 1_800_000_000;
const HOUR = 3600;

beforeEach(() => {
  vi.useFakeTimers({ now: START * 1000 });
});
afterEach(() => {
  // First the spies, whose originals are fake timers.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function alarmAt(instant: number): { rungAt: number[]; cancel: () => void } {
  const rungAt: number[] = [];
  return { rungAt, cancel: computerClock.alarm(instant, () => rungAt.push(computerClock.now() - START)) };
}

describe('the system clock', () => {
  it('rings in the next turn of the event loop for a time that has passed, without a timer', () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    vi.setSystemTime(START * 1000 + 365);
    alarmAt(START).cancel();
    const { rungAt } = alarmAt(START);
    expect(rungAt).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(rungAt).toEqual([0]);
    expect(timer).not.toHaveBeenCalled();
  });

  it('tells whole seconds, the running one', () => {
    vi.setSystemTime(START * 1000 + 999);
    expect(computerClock.now()).toBe(START);
  });

  it.each([
    ['the next second', 1],
    ['a minute', 60],
    ['half a minute beyond a check', 90],
    ['a day', 24 * HOUR],
    ['60 days, more than one timer holds', 60 * 24 * HOUR],
  ])('rings an alarm after %s once, on time', (_, seconds) => {
    const { rungAt } = alarmAt(START + seconds);
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(rungAt).toEqual([]);
    vi.advanceTimersByTime(2 * 60_000);
    expect(rungAt).toEqual([seconds]);
  });

  it.each([0, -1, -HOUR])('rings at once when the instant is %i s away, but after the call', (seconds) => {
    const { rungAt } = alarmAt(START + seconds);
    expect(rungAt).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rungAt).toEqual([0]);
  });

  it('rings within a minute after a sleep that passed the instant', () => {
    const { rungAt } = alarmAt(START + HOUR);
    vi.setSystemTime((START + 8 * HOUR) * 1000);
    vi.advanceTimersByTime(60_000);
    expect(rungAt).toEqual([8 * HOUR + 60]);
  });

  it('rings within a minute of a clock set back by hours, so that nothing waits for a time that was wrong', () => {
    const { rungAt } = alarmAt(START + HOUR);
    vi.setSystemTime((START - 3 * HOUR) * 1000);
    vi.advanceTimersByTime(10 * HOUR * 1000);
    expect(rungAt).toEqual([-3 * HOUR + 60]);
  });

  // Promise P-517 operate/reactions: a clock that is set back by more than a minute is noticed
  it('waits for the instant when the clock is set back by seconds', () => {
    const { rungAt } = alarmAt(START + HOUR);
    vi.setSystemTime((START - 20) * 1000);
    vi.advanceTimersByTime(2 * HOUR * 1000);
    expect(rungAt).toEqual([HOUR]);
  });

  it('rings after a minute more than it was to wait where the clock stands', () => {
    const uptime = vi.spyOn(os, 'uptime').mockReturnValue(1000);
    syncBuiltinESMExports();
    const { rungAt } = alarmAt(START + 120);
    for (const passed of [60, 120, 181]) {
      vi.setSystemTime(START * 1000);
      uptime.mockReturnValue(1000 + passed);
      vi.advanceTimersByTime(60_000);
    }
    expect(rungAt).toEqual([60]);
    uptime.mockRestore();
    syncBuiltinESMExports();
  });

  it('leaves no timer behind when an alarm is cancelled, also after its first check', () => {
    const { rungAt, cancel } = alarmAt(START + HOUR);
    vi.advanceTimersByTime(5 * 60_000);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(HOUR * 1000);
    expect(rungAt).toEqual([]);
  });
});

it.each([
  ['not when time passes', [100, 200, 300], [100, 200, 300], [0, 0, 0]],
  ['not by seconds', [100, 110, 210], [100, 100, 200], [0, 0, 0]],
  ['once those are a minute together', [100, 140, 170], [100, 100, 100], [0, 0, 70]],
  ['forwards', [100, 4000, 4100], [100, 200, 300], [0, 3800, 0]],
  ['back', [5000, 1000, 1100], [100, 200, 300], [0, -4100, 0]],
])('a clock is set %s', (_, shown, up, steps) => {
  let look = 0;
  const clock: Clock = { ...computerClock, now: () => shown[look] ?? 0, uptime: () => up[look] ?? 0 };
  const step = stepsOf(clock);
  const seen = shown.map((_, i) => {
    look = i;
    return step();
  });
  expect(seen).toEqual(steps);
});

it.each([
  ['1970-01-01T00:05:00Z', false],
  ['2024-12-31T23:59:59Z', false],
  ['2025-01-01T00:00:00Z', true],
  ['2031-01-01T00:00:00Z', true],
])('a clock that shows %s may be right: %s', (text, known) => {
  expect(isKnownTime(Date.parse(text) / 1000)).toBe(known);
});

it('does the work of three requests once, in the next turn of the event loop, and none that is cancelled', () => {
  let done = 0;
  const work = coalesced(computerClock, () => done++);
  for (let i = 0; i < 3; i++) work.request();
  expect(done).toBe(0);
  vi.runAllTimers();
  expect(done).toBe(1);
  work.request();
  vi.runAllTimers();
  expect(done).toBe(2);
  work.request();
  work.cancel();
  vi.runAllTimers();
  expect(done).toBe(2);
});
