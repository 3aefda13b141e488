import { describe, expect, it } from 'vitest';
import { byHandMoved, stepSince } from '../../../src/runtime/battery/by-hand.ts';
import { noHeartbeat } from '../../../src/runtime/heartbeat.ts';
import { nights, oneCar } from '../../support/device/one-car.ts';
import { at } from '../../support/device/one-device.ts';
import { manualClock } from '../../support/manual-clock.ts';

const [HOUR, DAY] = [3600, 86_400];
const until = at('2026-01-15 18:00');
const ordered = (overrideUntil: string | number | null = null) => ({
  forced: { mode: 'charge' as const, until },
  overrideUntil,
});

describe('an order by hand, on a clock that is set', () => {
  // Promise P-790 operate/failures: the clock is set during an override
  it.each([
    ['ahead by an hour', HOUR, null, '2026-01-15 19:00'],
    ['back by a day', -DAY, null, '2026-01-14 18:00'],
    ['ahead by an hour, after so many minutes', HOUR, 90, '2026-01-15 19:00'],
    ['ahead by an hour, at the end that was told', HOUR, '2026-01-15T17:00:00Z', '2026-01-15 18:00'],
    ['back by a day, before that', -DAY, '2026-01-15T17:00:00Z', '2026-01-14 18:00'],
    ['not at all', 0, null, '2026-01-15 18:00'],
  ])('%s (%d s, told %j) ends %s', (_, step, told, expected) => {
    expect(byHandMoved(ordered(told), step).forced?.until).toBe(at(expected));
  });

  it('is none where there was none', () => {
    expect(byHandMoved({ forced: null, overrideUntil: 60 }, HOUR)).toEqual({ forced: null, overrideUntil: 60 });
  });

  it.each([
    ['later', '2026-01-15 16:00', { at: at('2026-01-15 15:00') }, '2026-01-15 18:00'],
    ['at a time that has yet to come', '2026-01-15 14:00', { at: at('2026-01-15 16:00') }, '2026-01-15 16:00'],
    [
      'seconds before that, as clocks differ',
      '2026-01-15 16:00',
      { at: at('2026-01-15 16:00') + 59 },
      '2026-01-15 18:00',
    ],
    ['of a version that did not say when', '2026-01-15 14:00', {}, '2026-01-15 18:00'],
  ])('remembered %s (%s) ends as it was to, or its whole length later', (_, now, memory, expected) => {
    expect(byHandMoved(ordered(), stepSince(memory, at(now), noHeartbeat(manualClock(0)))).forced?.until).toBe(
      at(expected),
    );
  });

  // Promise P-806 operate/failures: the clock is set during an override
  it.each([
    ['ahead by five hours', 5 * HOUR],
    ['back by two hours', -2 * HOUR],
    ['back by years', -400 * DAY],
  ])('charges a car for as long as it was told: %s', async (_, step) => {
    const house = await oneCar();
    house.input(nights({}));
    house.input({ soc: 10, connected: true });
    house.input({ override: 'charge', overrideUntil: 60 });
    await house.clock.advanceBy(30 * 60);
    await house.clock.setTo(house.clock.now() + step);
    let minutes = 30;
    for (; house.report().order.reason === 'override' && minutes < 600; minutes++) await house.clock.advanceBy(60);
    expect(minutes).toBe(60);
  });

  // Promise P-808 operate/failures: the clock is set while it is charged
  it.each([
    ['ahead by an hour', HOUR],
    ['back by two hours', -2 * HOUR],
  ])('counts for a car no more than it got: %s', async (_, step) => {
    const house = await oneCar();
    house.input({ soc: 48, connected: true, override: 'charge', overrideUntil: 120 });
    await house.clock.advanceBy(1800);
    await house.clock.setTo(house.clock.now() + step);
    await house.clock.advanceBy(1800);
    // 11.04 kWh of 60 in an hour.
    expect(house.report().values.soc?.toFixed(1)).toBe('66.4');
  });

  it('charges a car for as long where the first that is heard after that is refused', async () => {
    const house = await oneCar();
    house.input({ soc: 10, connected: true, override: 'charge', overrideUntil: 60 });
    await house.clock.setTo(house.clock.now() + 300);
    expect(() => house.input({ soc: 101 })).toThrow('soc');
    expect(house.report().order.until).toBe(house.clock.now() + HOUR);
  });
});
