import { expect, it } from 'vitest';
import { addDays, type Instant, localDay } from '../../../src/core/time.ts';
import { isTrial } from '../../support/cases.ts';
import { chanceOf } from '../../support/chance.ts';
import { accountedDevice } from '../../support/device/accounted-device.ts';

const ZONE = 'Europe/Copenhagen';
const QUARTER = 900;
const HOUR = 3600;
const KW = 2.3;

/** Weeks around each clock change; a whole year in `npm run trials`. */
const spans: [string, number][] = isTrial
  ? [['2026-01-01', 365]]
  : [
      ['2026-03-10', 35],
      ['2026-10-05', 35],
    ];

// Promise P-362 use/accounts: simulated weeks around both clock changes, and a simulated year in `npm run trials`,
//   are meter times price to the cent, with restarts and late corrections
it.each(spans)(
  'from %s over %i simulated days is meter times price to the cent, over clock changes, restarts and late corrections',
  async (first, length) => {
    const dates = Array.from({ length: length + 2 }, (_, i) => addDays(first, i));
    const days = dates.map((date) => localDay(date, ZONE));
    const day = (i: number) => days[i] ?? { start: 0, end: 0 };
    const START = day(0).start;
    const random = chanceOf(20_261_122).share;
    const quarters = (day(length).start - START) / QUARTER;
    const prices = Array.from({ length: quarters + 200 }, (_, i) => {
      const hour = ((START + i * QUARTER) / HOUR) % 24;
      return Math.round((0.25 - 0.15 * Math.cos(((hour - 4) * Math.PI) / 12) + 0.1 * (random() - 0.5)) * 1e5) / 1e5;
    });
    const indexAt = (at: Instant) => Math.floor((at - START) / QUARTER);
    /** Yesterday, today and, once it is published, tomorrow. */
    const told = (i: number, last: number) => {
      const from = Math.max(0, indexAt(day(Math.max(0, i - 1)).start));
      const series = prices.slice(from, indexAt(day(last).end)).map((total, k) => ({
        start: new Date((START + (from + k) * QUARTER) * 1000).toISOString(),
        total,
      }));
      return { timeZone: ZONE, currency: 'DKK', prices: series };
    };
    const config = { minutes: '180', powerKw: `${KW}`, shape: 'split' };
    const house = await accountedDevice(START, config, ZONE);
    house.input(told(0, 0));
    let [restarts, corrections] = [0, 0];
    for (let i = 0; i < length; i += 1) {
      const { start } = day(i);
      if (i > 0 && random() < 0.3) {
        // An hour of yesterday was wrong.
        const wrong = indexAt(start - HOUR * Math.floor(1 + 22 * random()));
        for (let k = wrong; k < wrong + 4; k += 1) prices[k] = Math.round((prices[k] ?? 0) * 1.37e5) / 1e5;
        corrections += 1;
        await house.until(start + 9 * HOUR);
        house.input(told(i, i));
      }
      await house.until(start + 13 * HOUR);
      house.input(told(i, i + 1));
      if (random() < 0.6) {
        await house.until(start + Math.floor((13 + 9 * random()) * HOUR));
        await house.restart(Math.floor(50 * 60 * random()), { killed: random() < 0.5 });
        restarts += 1;
        house.input(told(i, i + 1));
      }
    }
    await house.until(day(length - 1).end - 1);

    const meter = { kWh: 0, money: 0, atOnce: 0 };
    /** Seconds that each day has run: at once it would have done so from midnight on. */
    const ran = new Map<Instant, number>();
    const months = new Map<string, number>();
    const zone = new Intl.DateTimeFormat('sv', { timeZone: ZONE, year: 'numeric', month: '2-digit' });
    for (const { start, end } of house.onTimes()) {
      for (let at = start; at < end; ) {
        const next = Math.min(end, (Math.floor(at / QUARTER) + 1) * QUARTER);
        const kWh = (KW * (next - at)) / HOUR;
        const money = kWh * (prices[indexAt(at)] ?? Number.NaN);
        const month = zone.format(at * 1000);
        months.set(month, (months.get(month) ?? 0) + money);
        meter.kWh += kWh;
        meter.money += money;
        const midnight = days.findLast((one) => one.start <= at)?.start ?? START;
        const before = midnight + (ran.get(midnight) ?? 0);
        for (let second = 0; second < next - at; second += 1)
          meter.atOnce += (KW / HOUR) * (prices[indexAt(before + second)] ?? Number.NaN);
        ran.set(midnight, (ran.get(midnight) ?? 0) + next - at);
        at = next;
      }
    }
    const account = house.account();
    expect(house.errors).toEqual([]);
    expect(restarts).toBeGreaterThan(length / 2);
    expect(corrections).toBeGreaterThan(length / 5);
    expect(meter.kWh).toBeGreaterThan(length * 3 * KW * 0.99);
    expect(account?.total.energyKwh).toBeCloseTo(meter.kWh, 3);
    expect(account?.total.pricedKwh).toBeCloseTo(meter.kWh, 3);
    expect(account?.total.cost).toBeCloseTo(meter.money, 2);
    const lastMonth = dates[length - 1]?.slice(0, 7) ?? '';
    expect(account?.month.cost).toBeCloseTo(months.get(lastMonth) ?? Number.NaN, 2);
    expect(account?.total.saved).toBeCloseTo(meter.atOnce - meter.money, 2);
    const rows = house
      .csv()
      .split('\r\n')
      .map((row) => row.split(','));
    const costs = rows.filter(([start = '']) => start.startsWith(lastMonth)).map(([, , , , , cost]) => Number(cost));
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(months.get(lastMonth) ?? Number.NaN, 2);
  },
);
