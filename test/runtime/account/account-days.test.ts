import { expect, it } from 'vitest';
import { type Instant, wallTime } from '../../../src/core/time.ts';
import { accountedDevice } from '../../support/device/accounted-device.ts';

const ZONE = 'Europe/Copenhagen';
const HOUR = 3600;
const at = (date: string, time = '00:00'): Instant => wallTime(date, time, ZONE);

/** A day at 0.3, its first two hours at `low`. */
const pricesOn = (date: string, low: number) => ({
  ...{ timeZone: ZONE, currency: 'DKK' },
  prices: Array.from({ length: 24 }, (_, i) => ({
    start: new Date((at(date) + i * HOUR) * 1000).toISOString(),
    end: new Date((at(date) + (i + 1) * HOUR) * 1000).toISOString(),
    total: i < 2 ? low : 0.3,
  })),
});

it('the last seven days have what each took and cost, and the prices that were known of it', async () => {
  const house = await accountedDevice(at('2026-04-13'), { minutes: '120', powerKw: '2' });
  for (const [date, low] of [
    ['2026-04-13', 0.1],
    ['2026-04-14', 0.2],
  ] as const) {
    await house.until(at(date));
    house.input(pricesOn(date, low));
    await house.until(at(date, '03:00'));
  }
  house.input(undefined);
  const { currency, days = [] } = house.days() ?? {};
  expect(currency).toBe('DKK');
  expect(days.map(({ date, energyKwh, cost, prices }) => [date, energyKwh, cost, prices?.min, prices?.max])).toEqual([
    ['2026-04-08', 0, 0, undefined, undefined],
    ['2026-04-09', 0, 0, undefined, undefined],
    ['2026-04-10', 0, 0, undefined, undefined],
    ['2026-04-11', 0, 0, undefined, undefined],
    ['2026-04-12', 0, 0, undefined, undefined],
    ['2026-04-13', 4, 0.4, 0.1, 0.3],
    ['2026-04-14', 4, 0.8, 0.2, 0.3],
  ]);
});

it('of a device that sells the prices are what is paid for it', async () => {
  const house = await accountedDevice(at('2026-04-13'), { minutes: '120', powerKw: '2', direction: 'dearest' });
  house.input(pricesOn('2026-04-13', 0.5));
  await house.until(at('2026-04-13', '12:00'));
  house.input(undefined);
  expect(house.days()?.days.at(-1)).toMatchObject({ cost: -2, prices: { min: 0.3, max: 0.5, slots: 96 } });
});

it('a day of which a price is unknown has none', async () => {
  const house = await accountedDevice(at('2026-04-13'), { minutes: '120', powerKw: '2' });
  const { prices, ...rest } = pricesOn('2026-04-13', 0.1);
  house.input({ ...rest, prices: prices.slice(0, 23) });
  await house.until(at('2026-04-13', '12:00'));
  house.input(undefined);
  expect(house.days()?.days.at(-1)).toMatchObject({ cost: 0.4, prices: null });
});
