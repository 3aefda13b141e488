import { expect, it } from 'vitest';
import { addDays, type Instant, wallTime } from '../../../src/core/time.ts';
import { accountedDevice } from '../../support/device/accounted-device.ts';

const ZONE = 'Europe/Copenhagen';
const at = (date: string, time = '00:00'): Instant => wallTime(date, time, ZONE);
const iso = (instant: Instant) => new Date(instant * 1000).toISOString();
const TODAY = '2026-01-15';
/** A node that version 0.1 has saved: it has no `whenUnknown`. */
const saved = { minutes: '120', powerKw: '2', readyBy: '07:00', shape: 'contiguous', whenUnknown: '' };

/** The hours of a day at 30 ct, three of each night at 20 ct, and two at noon at a price of their own. */
function dayOf(date: string, noon = 0.3) {
  return Array.from({ length: 24 }, (_, hour) => {
    const start = at(date) + hour * 3600;
    const total = hour >= 1 && hour < 4 ? 0.2 : hour === 12 || hour === 13 ? noon : 0.3;
    return { start: iso(start), end: iso(start + 3600), total };
  });
}
const message = (prices: ReturnType<typeof dayOf>) => ({ timeZone: ZONE, currency: 'EUR', prices });

const daysBefore = (days: number) => Array.from({ length: days }, (_, i) => addDays(TODAY, i - days));

/** The device at 7:05, after its deadline and before tomorrow's prices. Those of so many days before come in the same message. */
async function afterDeadline(days: number, noon: number, config = {}) {
  const house = await accountedDevice(at(TODAY, '07:05'), { ...saved, ...config }, ZONE);
  house.input(message([...daysBefore(days).flatMap((date) => dayOf(date)), ...dayOf(TODAY, noon)]));
  return house;
}
const runs = ({ plan }: Awaited<ReturnType<typeof accountedDevice>>) =>
  plan()?.runs.map(({ start, end }) => [iso(start).slice(11, 16), iso(end).slice(11, 16)]);
const NOON = [['11:00', '13:00']];

it.each<[string, number, number, object, string[][]]>([
  ['runs at a noon of 5 ct, below the lowest tenth of 14 days', 14, 0.05, {}, NOON],
  ['does so in pieces', 14, 0.05, { shape: 'split' }, NOON],
  ['leaves the rest of its need to tomorrow', 14, 0.05, { shape: 'split', minutes: '300' }, NOON],
  ['does so by its own choice to wait', 14, 0.05, { whenUnknown: 'wait' }, NOON],
  ['waits at a noon that costs as much as each night', 14, 0.2, {}, []],
  ['runs at a noon of 5 ct after four days', 4, 0.05, {}, NOON],
  ['waits where only two days are known', 1, 0.05, {}, []],
])('a node of 0.1 whose deadline has passed %s', async (_, days, noon, config, expected) => {
  const house = await afterDeadline(days, noon, config);
  expect(runs(house)).toEqual(expected);
  expect(house.plan()?.reason).toBe(expected.length > 0 ? 'provisional' : 'waiting-for-prices');
});

it.each([
  ['runs at a noon of 5 ct', 0.05, NOON],
  ['waits at a noon that costs as much as each night', 0.2, []],
])('a device that has received a message each day %s, also after a restart', async (_, noon, expected) => {
  const [first = TODAY, ...others] = daysBefore(4);
  const house = await accountedDevice(at(first), saved, ZONE);
  for (const date of [first, ...others]) {
    await house.until(at(date));
    house.input(message(dayOf(date)));
  }
  await house.until(at(TODAY, '07:05'));
  house.input(message(dayOf(TODAY, noon)));
  expect(runs(house)).toEqual(expected);
  await house.restart(600);
  house.input(message(dayOf(TODAY, noon)));
  expect(runs(house)).toEqual(expected);
});

it('sells at a noon above the highest tenth', async () => {
  const sells = { direction: 'dearest', shape: 'split' };
  expect(runs(await afterDeadline(14, 0.6, sells))).toEqual(NOON);
  expect(runs(await afterDeadline(14, 0.3, sells))).toEqual([]);
});

it('plans the need anew on the prices of tomorrow', async () => {
  const house = await afterDeadline(14, 0.05, { shape: 'split', minutes: '300' });
  await house.until(at(TODAY, '13:00'));
  house.input(message([...dayOf(TODAY, 0.05), ...dayOf(addDays(TODAY, 1))]));
  expect(runs(house)).toEqual([
    ['11:00', '13:00'],
    ['00:00', '03:00'],
  ]);
});
