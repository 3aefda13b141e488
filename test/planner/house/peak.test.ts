import { describe, expect, it } from 'vitest';
import {
  dailyMaximaOf,
  highestWindow,
  type MeteredSpan,
  monthPeak,
  type PeakRule,
  peakCharge,
} from '../../../src/planner/house/peak.ts';

const QUARTER = 900;
const HOUR = 3600;
const DAY = 86_400;

/** Local midnight of the days of a month; `first` and `offset` (hours before UTC) are the place's. */
const month = (first: string, days: number, offset: number) => {
  const start = Date.parse(`${first}T00:00Z`) / 1000 - offset * HOUR;
  return Array.from({ length: days }, (_, i) => ({ start: start + i * DAY, end: start + (i + 1) * DAY }));
};

/** A month of quarter hours of half a kW, but for the hours that are named: day of the month, hour, and the kW of its quarters. */
function metered(
  days: readonly { start: number; end: number }[],
  high: readonly (readonly [day: number, hour: number, kw: readonly number[]])[],
): MeteredSpan[] {
  const at = new Map(
    high.flatMap(([day, hour, kw]) =>
      kw.map((each, i) => [(days[day - 1]?.start ?? 0) + hour * HOUR + i * QUARTER, each]),
    ),
  );
  return days.flatMap(({ start, end }) =>
    Array.from({ length: (end - start) / QUARTER }, (_, i) => {
      const from = start + i * QUARTER;
      return { start: from, end: from + QUARTER, kw: at.get(from) ?? 0.5 };
    }),
  );
}

const flat = (kw: number) => [kw, kw, kw, kw];
const cent = (money: number) => Math.round(100 * money) / 100;

describe('Flanders: the highest quarter hour of the month, at least 2.5 kW, and the mean of twelve months', () => {
  const antwerp: PeakRule = { measure: 15, pick: 1, per: 'year', months: 12, floor: 2.5, perKw: 49.4036563 };
  const days = month('2026-03-01', 28, 1);

  it('takes a quarter hour, not its hour', () => {
    const peak = monthPeak(
      antwerp,
      dailyMaximaOf(
        antwerp,
        metered(days, [
          [17, 18, [1, 6.2, 1, 1]],
          [20, 7, flat(3)],
        ]),
        days,
      ),
    );
    expect(peak).toBe(6.2);
  });

  it('costs 14.65 EUR after six months of 4 kW and five of 2: (6 x 4 + 5 x 2.5 + 6.2) / 12 = 3.5583 kW at 49.4036563 / 12', () => {
    expect(cent(peakCharge(antwerp, [4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 6.2]))).toBe(14.65);
  });

  // Promise P-197 use/sun-and-load: the bill takes the mean of twelve months in Flanders
  it('forgets what is older than twelve months', () => {
    expect(peakCharge(antwerp, [20, ...Array<number>(12).fill(3)])).toBe(peakCharge(antwerp, [3]));
  });

  it('has 2.5 kW in a month of less: 10.29 EUR', () => {
    expect(cent(peakCharge(antwerp, [monthPeak(antwerp, [1.9, 0.4])]))).toBe(10.29);
  });
});

describe('Norway: the mean of the three highest days, each by its highest clock hour, on steps', () => {
  const steps = (...amounts: number[]) =>
    [0, 2, 5, 10, 15, 20].map((fromKw, i) => ({ fromKw, amount: amounts[i] ?? 0 }));
  const elvia: PeakRule = { measure: 60, pick: 3, per: 'year', steps: steps(1440, 2400, 4032, 5616, 7248, 8880) };
  const tensio: PeakRule = { ...elvia, steps: steps(1257.6, 2236.8, 3811.2, 5616, 7440, 9254.4) };
  const days = month('2026-07-01', 31, 2);
  const peakOf = (rule: PeakRule, high: Parameters<typeof metered>[1]) =>
    monthPeak(rule, dailyMaximaOf(rule, metered(days, high), days));

  it('Elvia: hours of 5, 5.5 and 4.5 kW are 5 kW, which is on the step from 5: 4032 / 12 = 336 NOK', () => {
    const peak = peakOf(elvia, [
      [3, 18, [8, 6, 4, 2]],
      [9, 17, flat(5.5)],
      [9, 18, flat(5.4)],
      [20, 7, flat(4.5)],
    ]);
    expect(peak).toBeCloseTo(5, 12);
    expect(peakCharge(elvia, [peak])).toBe(336);
  });

  it('Tensio: hours of 5.2, 4.9 and 4.87 kW are 4.99 kW, a step below: 2236.8 / 12 = 186.40 NOK', () => {
    const peak = peakOf(tensio, [
      [1, 0, flat(5.2)],
      [15, 23, flat(4.9)],
      [31, 12, flat(4.87)],
    ]);
    expect(peak).toBeCloseTo(4.99, 12);
    expect(cent(peakCharge(tensio, [peak]))).toBe(186.4);
  });

  it('a month without peaks is on the first step: 120 NOK', () => {
    expect(peakCharge(elvia, [peakOf(elvia, [])])).toBe(120);
  });

  it('the hour that comes twice in autumn is two hours', () => {
    const [day] = month('2026-10-25', 1, 2);
    const long = { start: day?.start ?? 0, end: (day?.end ?? 0) + HOUR };
    expect(
      dailyMaximaOf(
        elvia,
        metered(
          [long],
          [
            [1, 2, flat(3)],
            [1, 3, flat(3)],
          ],
        ),
        [long],
      ),
    ).toEqual([3]);
  });
});

describe('Sweden: the mean of the three highest days, per kW', () => {
  const goteborg: PeakRule = { measure: 60, pick: 3, per: 'month', perKw: 39.2 };
  const days = month('2026-02-01', 28, 1);
  const high = [
    [7, 18, flat(7.2)],
    [10, 7, flat(6.1)],
    [11, 19, flat(5.3)],
  ] as const;

  it('Göteborg: 7.2, 6.1 and 5.3 kW are 6.2 kW at 39.20: 243.04 SEK', () => {
    const peak = monthPeak(goteborg, dailyMaximaOf(goteborg, metered(days, high), days));
    expect(cent(peakCharge(goteborg, [peak]))).toBe(243.04);
  });

  it('Sollentuna counts weekdays from 07 to 19 alone: the 7th is a Saturday, and 19:00 is too late', () => {
    const weekdays = days.filter((_, i) => i % 7 !== 0 && i % 7 !== 6);
    const when = weekdays.map(({ start }) => ({ start: start + 7 * HOUR, end: start + 19 * HOUR }));
    const seom: PeakRule = { ...goteborg, perKw: 145, when };
    expect(dailyMaximaOf(seom, metered(days, high), days).slice(6, 11)).toEqual([0, 0, 0.5, 6.1, 0.5]);
  });

  it('what is fed in counts nothing, and half an hour of 4 kW is an hour of 2', () => {
    const start = days[0]?.start ?? 0;
    const spans = [
      { start, end: start + HOUR, kw: -3 },
      { start: start + HOUR, end: start + 1.5 * HOUR, kw: 4 },
    ];
    expect(dailyMaximaOf(goteborg, spans, days.slice(0, 1))).toEqual([2]);
  });
});

describe('the highest window', () => {
  const rule: PeakRule = { measure: 60, pick: 1, per: 'month', perKw: 4 };
  /** Half hours from midnight. */
  const halves = (...kws: number[]) => kws.map((kw, i) => ({ start: i * 2 * QUARTER, end: (i + 1) * 2 * QUARTER, kw }));

  it.each<[string, PeakRule, MeteredSpan[], kw: number]>([
    ['is the mean of an hour', rule, halves(1, 3, 2, 4, 1, 2), 3],
    ['is that of a quarter hour', { ...rule, measure: 15 }, halves(1, 3, 2, 4, 1, 2), 4],
    ['is the first where it is highest', rule, halves(4, 4, 1, 1), 4],
    ['has nothing for what is fed in', rule, halves(-4, 2), 1],
    ['is one of a stretch that is longer', rule, [{ start: 0, end: 3 * HOUR, kw: 2 }], 2],
    ['begins with the clock hour', rule, [{ start: 2 * QUARTER, end: 6 * QUARTER, kw: 4 }], 2],
    ['is one that counts', { ...rule, when: [{ start: HOUR, end: 2 * HOUR }] }, halves(8, 8, 1, 3, 9, 9), 2],
    ['is nothing of nothing', rule, [], 0],
  ])('%s', (_, rule, spans, kw) => {
    expect(highestWindow(rule, spans)).toBe(kw);
  });
});

describe('a peak on the border of a day and of a step', () => {
  const rule: PeakRule = {
    measure: 60,
    pick: 1,
    per: 'month',
    steps: [
      { fromKw: 2, amount: 10 },
      { fromKw: 5, amount: 20 },
    ],
  };

  it('is of the day that begins', () => {
    const days = [0, 1].map((i) => ({ start: i * DAY, end: (i + 1) * DAY }));
    expect(dailyMaximaOf(rule, [{ start: DAY, end: DAY + HOUR, kw: 3 }], days)).toEqual([0, 3]);
  });

  it.each([
    [1.9, 0],
    [2, 10],
    [4.9, 10],
    [5, 20],
  ])('%d kW cost %d', (kw, amount) => {
    expect(peakCharge(rule, [kw])).toBe(amount);
  });
});
