import { expect, it } from 'vitest';
import { hourly, iso, noon, oneBattery } from '../../support/device/one-battery.ts';
import { nights, oneCar } from '../../support/device/one-car.ts';
import type { ManualClock } from '../../support/manual-clock.ts';

const HOUR = 3600;

/** Lets a clock be set without ringing its alarms, as a timer that has not looked at the clock yet. */
function unseen(clock: ManualClock): { set(step: number): void } {
  const { now } = clock;
  let step = 0;
  Object.assign(clock, { now: () => now() + step });
  return {
    set(seconds) {
      step = seconds;
    },
  };
}

/** The whole day: cheap from 05:00 to 06:00 and from 12:00 to 13:00. */
const prices = {
  ...hourly(),
  prices: Array.from({ length: 24 }, (_, hour) => ({
    start: iso(noon + (hour - 12) * HOUR),
    end: iso(noon + (hour - 11) * HOUR),
    total: hour === 5 || hour === 12 ? 0.1 : 0.4,
  })),
};

// Promise P-793 operate/failures: the clock is set back by hours
it('a battery whose clock is set back by 7 hours plans at its next input, with the prices at hand', async () => {
  const { clock, open } = await oneBattery();
  const hand = unseen(clock);
  const battery = await open();
  battery.input({ soc: 30 });
  battery.input(prices);
  expect(battery.input(undefined).order).toMatchObject({ mode: 'charge', reason: 'planned' });
  hand.set(-7 * HOUR);
  const { order, plan } = battery.input({ soc: 30 });
  expect(order).toMatchObject({ mode: 'charge', reason: 'planned', until: noon - 6 * HOUR });
  expect(plan.reason).toBe('planned');
});

// Promise P-809 operate/failures: the clock is set back by hours
it('a car whose clock is set back by 7 hours plans at its next input, and is not charged as a fallback', async () => {
  const house = await oneCar({}, { now: '2026-01-15 20:00' });
  const hand = unseen(house.clock);
  await house.restart('2026-01-15 20:01');
  house.input(nights({ 2: 0.1, 3: 0.1, 4: 0.1, 5: 0.1 }));
  house.input({ soc: 50, connected: true });
  expect(house.report().order).toMatchObject({ mode: 'hold', reason: 'planned' });
  hand.set(-7 * HOUR);
  expect(house.input({ soc: 50 }).order).toMatchObject({ mode: 'hold', reason: 'planned' });
  expect(house.said.filter((text) => text.includes('fallback'))).toEqual([]);
});
