import { describe, expect, it } from 'vitest';
import type { MeterReading } from '../../../src/core/series.ts';
import { addDays, clockTime, isWeekend, localDate, localDay } from '../../../src/core/time.ts';
import type { PeakRule } from '../../../src/planner/house/peak.ts';
import { bill } from '../../../src/pricing/bill/bill.ts';
import type { EnergyLine, LineRule, TimeLine } from '../../../src/pricing/bill-lines.ts';

/** Four published bills: the amounts of each line and the total are those of the bill. */

const OLD = '2025-01-01';
const rows = <T>(value: T) => [{ from: OLD, value }];
const energy = (name: string, price: number, part = 'energy'): EnergyLine => ({
  ...{ kind: 'energy', name, part, issuer: part === 'energy' ? 'supplier' : 'network', flow: 'consumption' },
  rows: rows(price),
});
const fee = (name: string, per: TimeLine['per'], amount: number, part = 'energy'): TimeLine => ({
  ...{ kind: 'time', name, part, issuer: part === 'energy' ? 'supplier' : 'network', per, rows: rows(amount) },
});

/** One reading a day, `kWh` in all. */
function daily(from: string, days: number, kWh: number, timeZone: string): MeterReading[] {
  return Array.from({ length: days }, (_, i) => ({ ...localDay(addDays(from, i), timeZone), kWh: kWh / days }));
}

const amountsOf = ({ lines }: ReturnType<typeof bill>, vat = 0) =>
  Object.fromEntries(lines.map(({ name, amount, vat: own }) => [name, Math.round((amount + vat * own) * 100) / 100]));

describe('published bills', () => {
  it('Tibber, Sweden, 16 to 30 June 2026: half of the monthly fee, feed-in without VAT, a total in whole kronor', () => {
    const timeZone = 'Europe/Stockholm';
    const half = { from: '2026-06-16', to: '2026-06-30', timeZone };
    const tibber = bill({
      ...half,
      consumption: daily('2026-06-16', 15, 13, timeZone),
      feedIn: daily('2026-06-16', 15, 146.58, timeZone),
      lines: [
        energy('spot', 0.5877),
        energy('markup', 0.06),
        energy('variable costs', 0.0328),
        fee('monthly fee', 'month', 39.2),
        { ...fee('rebate', 'month', -39.2), kind: 'credit' },
        { ...energy('feed-in', -0.6549), flow: 'feed-in', vatFree: true },
      ],
      vat: rows(0.25),
      // 0.4264 is printed as 0.42, and -95.9952 as -96.00.
      rounding: { lines: 'bill', down: true, total: 1 },
    });
    expect(amountsOf(tibber)).toEqual({
      ...{ spot: 7.64, markup: 0.78, 'variable costs': 0.42 },
      ...{ 'monthly fee': 19.6, rebate: -19.6, 'feed-in': -96 },
    });
    expect(tibber).toMatchObject({ vat: 2.21, rounding: -0.05, total: -85, status: 'complete', missing: [] });
  });

  it('BKK, Norway, October 2025: a capacity step by the three highest days, support, lines with VAT', () => {
    const timeZone = 'Europe/Oslo';
    const { start: begin } = localDay('2025-10-01', timeZone);
    const { end } = localDay('2025-10-31', timeZone);
    const hours = Array.from({ length: (end - begin) / 3600 }, (_, i) => begin + i * 3600).map((start) => {
      const hour = Number(clockTime(start, timeZone).slice(0, 2));
      const isDay = !isWeekend(localDate(start, timeZone)) && hour >= 6 && hour < 22;
      return { start, end: start + 3600, isDay, isNoon: isDay && hour === 12 };
    });
    // 23 working days from 06:00 to 22:00 have 707.09 kWh, 115.661 kWh of them in the hour from noon; all other times 536.117 kWh.
    const consumption = hours.map(({ start, end, isDay, isNoon }) => {
      const kWh = isNoon ? 115.661 / 23 : isDay ? (707.09 - 115.661) / (23 * 15) : 536.117 / (745 - 23 * 16);
      return { start, end, kWh };
    });
    // Of the hours above 75 øre, 90 % of the excess is 6.188 øre with VAT.
    const spot = hours.map(({ start, end, isNoon }) => ({
      start,
      end,
      energy: isNoon ? 0.75 + 0.06188 / 1.25 / 0.9 : 0.5,
    }));
    const bkk = bill({
      ...{ from: '2025-10-01', to: '2025-10-31', timeZone, consumption, spot },
      lines: [
        {
          ...energy('day', 0, 'grid'),
          rows: rows({ rates: [{ price: 0.2877, when: { days: 'working', hours: ['06:00-22:00'] } }, { price: 0 }] }),
        },
        {
          ...energy('night and weekend', 0, 'grid'),
          rows: rows({ rates: [{ price: 0, when: { days: 'working', hours: ['06:00-22:00'] } }, { price: 0.1899 }] }),
        },
        { ...energy('strømstøtte', 0, 'support'), rows: rows({ coefficient: -0.9, above: 0.75 }) },
        {
          ...{ kind: 'peak', name: 'capacity', part: 'grid', issuer: 'network' },
          rows: rows({
            ...{ measure: 60, pick: 3, per: 'year' },
            steps: [
              { fromKw: 0, amount: 1488 },
              { fromKw: 2, amount: 2400 },
              { fromKw: 5, amount: 3984 },
              { fromKw: 10, amount: 5760 },
            ],
          } as PeakRule),
        },
        energy('forbruksavgift', 0.1253, 'fees'),
        energy('Enova', 0.01, 'fees'),
      ],
      vat: rows(0.25),
      rounding: { lines: 'bill', vat: 'line' },
    });
    expect(amountsOf(bkk, 1)).toEqual({
      ...{ day: 254.29, 'night and weekend': 127.26, strømstøtte: -7.16 },
      ...{ capacity: 415, forbruksavgift: 194.72, Enova: 15.54 },
    });
    expect(bkk).toMatchObject({ total: 999.65, status: 'complete' });
  });

  it('Sibelga, Brussels, 3,500 kWh in 2026: the total of lines that are not rounded', () => {
    const timeZone = 'Europe/Brussels';
    const net = (withVat: number) => withVat / 1.06;
    const sibelga = bill({
      ...{ from: '2026-01-01', to: '2026-12-31', timeZone },
      consumption: daily('2026-01-01', 365, 3500, timeZone),
      lines: [
        energy('excise', net(0.048746), 'fees'),
        fee('public service obligation', 'year', net(21.37), 'fees'),
        fee('metering', 'year', net(14.734), 'grid'),
        energy('network usage', net(0.060667), 'grid'),
        energy('public service', net(0.023057), 'grid'),
        energy('road tax', net(0.009264), 'grid'),
        energy('ISOC', net(0.005765), 'grid'),
        energy('other', net(0.000812), 'grid'),
        fee('power made available', 'year', net(50.07), 'grid'),
        energy('transport', net(0.022727), 'grid'),
      ],
      vat: rows(0.06),
    });
    expect(amountsOf(sibelga, 1)).toEqual({
      ...{ excise: 170.61, 'public service obligation': 21.37, metering: 14.73, 'network usage': 212.33 },
      ...{ 'public service': 80.7, 'road tax': 32.42, ISOC: 20.18, other: 2.84, 'power made available': 50.07 },
      transport: 79.54,
    });
    expect(sibelga.total).toBe(684.81);
  });

  it('Eneco, Flanders, 369 days of a second home: monthly amounts, a peak at its floor, a levy without VAT', () => {
    const timeZone = 'Europe/Brussels';
    const day = (date: string, kWh: number) => ({ ...localDay(date, timeZone), kWh });
    const dated = (...list: readonly (readonly [string, number])[]) => list.map(([from, value]) => ({ from, value }));
    // The bill has 14.68 kWh at the charge of 2025 and 0.40 kWh at that of 2026: here 2.097 kWh in each of seven months.
    const consumption = Array.from({ length: 369 }, (_, i) => addDays('2025-06-01', i)).map((date) =>
      day(date, date.endsWith('-15') ? (date < '2026' ? 14.68 / 7 : date < '2026-02' ? 0.4 : 0) : 0),
    );
    const peak = (perKw: number) => ({ measure: 15, pick: 1, per: 'year', months: 12, floor: 2.5, perKw }) as const;
    const lines: LineRule[] = [
      fee('fixed fee', 'year', 49.59),
      energy('green power', 0.0093),
      energy('CHP', 0.0046),
      { ...energy('energy', 0), rows: dated([OLD, 0.139], ['2026-01-01', 0.175]) },
      { ...energy('network', 0, 'grid'), rows: dated([OLD, 0.0529], ['2026-01-01', 0.0498]) },
      {
        ...{ kind: 'peak', name: 'capacity', part: 'grid', issuer: 'network' },
        rows: [
          { from: OLD, value: peak(49.036) },
          { from: '2026-01-01', value: peak(50.1239818) },
          { from: '2026-03-23', value: peak(125.33 / 2.5) },
        ],
      },
      {
        ...fee('data', 'year', 0, 'grid'),
        rows: dated([OLD, 17.52], ['2026-01-01', 17.84], ['2026-03-23', 17.86]),
      },
      {
        ...{ ...fee('maximum tariff', 'month', 0, 'grid'), kind: 'credit' },
        rows: dated([OLD, -0.11], ['2026-01-01', -0.03], ['2026-02-01', 0]),
      },
      energy('excise', 0.0475, 'fees'),
      {
        ...{ ...fee('energy fund', 'year', 0, 'fees'), vatFree: true },
        rows: dated([OLD, 118.56], ['2026-01-01', 120.84]),
      },
    ];
    const eneco = bill({
      ...{ from: '2025-06-01', to: '2026-06-04', timeZone, consumption, lines },
      ...{ vat: rows(0.06), rounding: { lines: 'month' } },
    });
    expect(amountsOf(eneco)).toEqual({
      ...{ 'fixed fee': 50.13, 'green power': 0.14, CHP: 0.07, energy: 2.1 },
      ...{ network: 0.79, capacity: 125.08, data: 17.88, 'maximum tariff': -0.8 },
      ...{ excise: 0.72, 'energy fund': 120.8 },
    });
    expect(eneco).toMatchObject({ net: 316.91, vat: 11.76, total: 328.67 });
  });
});
