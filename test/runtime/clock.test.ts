import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { computerClock } from '../../src/runtime/clock.ts';

const START = 1_800_000_000;
const HOUR = 3600;

beforeEach(() => {
  vi.useFakeTimers({ now: START * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function alarmAt(instant: number): { rungAt: number[]; cancel: () => void } {
  const rungAt: number[] = [];
  return { rungAt, cancel: computerClock.alarm(instant, () => rungAt.push(computerClock.now() - START)) };
}

describe('the system clock', () => {
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

  it('waits for the instant when the clock is set back by seconds', () => {
    const { rungAt } = alarmAt(START + HOUR);
    vi.setSystemTime((START - 20) * 1000);
    vi.advanceTimersByTime(2 * HOUR * 1000);
    expect(rungAt).toEqual([HOUR]);
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
