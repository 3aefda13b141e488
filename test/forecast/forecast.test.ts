import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type LocalDate, localDay } from '../../src/core/time.ts';
import { deliveryDay } from '../../src/core/window.ts';
import { DAYS_NEEDED, forecast } from '../../src/forecast/forecast.ts';
import type { ForecastDay, KnownPrice } from '../../src/forecast/types.ts';
import { loadPrices } from '../../src/service/exchange/prices.ts';

const HOUR = 3600;
const BERLIN = 'Europe/Berlin';
const isWeekend = (date: LocalDate) => [0, 6].includes(new Date(`${date}T12:00Z`).getUTCDay());

/** `count` local days from `first` on; Saturdays and Sundays are the other days. */
const daysFrom = (first: LocalDate, count: number): ForecastDay[] =>
  Array.from({ length: count }, (_, i) => addDays(first, i)).map((date) => ({
    ...localDay(date, BERLIN),
    kind: isWeekend(date) ? 'other' : 'working',
  }));

/** What `priceAt` says of each hour of the days. */
const pricesOf = (days: readonly ForecastDay[], priceAt: (hour: number, day: ForecastDay, i: number) => number) =>
  days.flatMap((day, i) =>
    Array.from({ length: (day.end - day.start) / HOUR }, (_, hour) => ({
      start: day.start + hour * HOUR,
      end: day.start + (hour + 1) * HOUR,
      price: priceAt(hour, day, i),
    })),
  );

/** The mean that is expected of each day, in cents. */
const dailyCents = (expected: readonly KnownPrice[], days: readonly ForecastDay[]) =>
  days.map(({ start, end }) => {
    const of = expected.filter((each) => each.start >= start && each.start < end);
    return Math.round((100 * of.reduce((sum, { price }) => sum + price, 0)) / of.length);
  });

// A Monday; six weeks of history, then eight days to come.
const days = daysFrom('2026-01-05', 50);
const [past, ahead] = [days.slice(0, 42), days.slice(42)];

describe('forecast', () => {
  it('expects of a market that never moves what it has always been, in a band without width', () => {
    const expected = forecast(
      pricesOf(past, () => 0.1),
      days,
    );
    expect(expected).toHaveLength(8 * 96);
    for (const { price, low, high } of expected) {
      expect(price).toBeCloseTo(0.1, 9);
      expect(high - low).toBeLessThan(1e-6);
    }
  });

  // Promise P-220 internals/forecast: the level is calculated separately for working and other days
  it('expects working days and weekends as they have been: Monday to Friday at 12 ct, Saturday and Sunday at 5', () => {
    const expected = forecast(
      pricesOf(past, (_hour, { kind }) => (kind === 'working' ? 0.12 : 0.05)),
      days,
    );
    expect(dailyCents(expected, ahead)).toEqual([12, 12, 12, 12, 12, 5, 5, 12]);
  });

  it('expects the hours of a day in their course: cheap at noon, dear at 19:00', () => {
    const expected = forecast(
      pricesOf(past, (hour) => (hour === 12 ? 0.02 : hour === 19 ? 0.2 : 0.1)),
      days,
    );
    const at = (hour: number) => expected.find(({ start }) => start === (ahead[0]?.start ?? 0) + hour * HOUR)?.price;
    expect([at(11), at(12), at(19)].map((price) => price?.toFixed(3))).toEqual(['0.100', '0.020', '0.200']);
  });

  // Promise P-221 internals/forecast: the course of the last twenty working and eight other days
  it('knows no course but that of the last twenty working and eight other days: dear at 07:00, no more at 19:00', () => {
    const expected = forecast(
      pricesOf(past, (hour, _day, i) => (hour === (i < 14 ? 19 : 7) ? 0.2 : 0.1)),
      days,
    );
    const at = (day: number, hour: number) =>
      expected.find(({ start }) => start === (ahead[day]?.start ?? 0) + hour * HOUR)?.price.toFixed(3);
    // A Monday and a Saturday.
    expect([at(0, 7), at(0, 19), at(5, 7), at(5, 19)]).toEqual(['0.200', '0.100', '0.200', '0.100']);
  });

  // Promise P-218 internals/forecast: 60 days at most
  it('learns from the last sixty days alone', () => {
    const long = daysFrom('2026-01-05', 88);
    const priced = pricesOf(long.slice(0, 80), (hour, _day, i) => (i < 20 ? 0.9 : 0.1) + ((i * 7 + hour) % 11) / 100);
    expect(forecast(priced, long)).toEqual(forecast(priced.slice(20 * 24), long.slice(20)));
    expect(forecast(priced, long)).not.toEqual(forecast(priced.slice(21 * 24), long.slice(21)));
  });

  // Promise P-219 internals/forecast: the level of the last fourteen days, and further ahead of the last four weeks
  it('follows a new level within days, and trusts it less the further ahead it looks', () => {
    // 10 ct for five weeks, 20 ct for the last one.
    const expected = forecast(
      pricesOf(past, (_hour, _day, i) => (i < 35 ? 0.1 : 0.2)),
      days,
    );
    expect(dailyCents(expected, ahead)).toEqual([19, 18, 18, 17, 16, 16, 16, 15]);
  });

  // Promise P-222 internals/forecast: what the last two hours were off goes on, a day later by a third
  it('expects of the night what the evening before was off its course: two hours at 20 ct after weeks at 10', () => {
    const expected = forecast(
      pricesOf(past, (hour, _day, i) => (i === 41 && hour >= 22 ? 0.2 : 0.1)),
      days,
    );
    const cents = (hour: number) => Math.round(1000 * (expected[hour * 4]?.price ?? 0)) / 10;
    expect([0, 6, 12, 24, 48].map(cents)).toEqual([18.4, 16.6, 15.2, 13.2, 11.2]);
  });

  // Promise P-214 internals/forecast: it begins where the prices end
  it('begins where the prices end, in the middle of a day too', () => {
    const history = pricesOf(days.slice(0, 43), () => 0.1).slice(0, -6);
    expect(forecast(history, days)[0]?.start).toBe(history.at(-1)?.end);
  });

  // Promise P-215 internals/forecast: it covers days of 23 and 25 hours
  it.each([
    ['the 23 hours of 2026-03-29', '2026-03-28', 92],
    ['the 25 hours of 2026-10-25', '2026-10-24', 100],
  ])('fills %s', (_name, newest, quarters) => {
    const around = daysFrom(addDays(newest, -29), 31);
    const expected = forecast(
      pricesOf(around.slice(0, 30), (hour) => hour / 100),
      around,
    );
    expect(expected).toHaveLength(quarters);
    expect(expected.at(-1)?.price).toBeCloseTo(0.23, 2);
  });

  // Promise P-216 internals/forecast: nothing with fewer than 14 whole days
  it(`says nothing on fewer than ${DAYS_NEEDED} days`, () => {
    const few = pricesOf(days.slice(0, DAYS_NEEDED - 1), () => 0.1);
    expect(forecast(few, days)).toEqual([]);
    expect(forecast([], days)).toEqual([]);
  });

  // Promise P-217 internals/forecast: three quarters of such a day are known: gaps are allowed
  it('learns nothing from a day of which less than three quarters are known', () => {
    const history = pricesOf(past, () => 0.1);
    const torn = history.map((each) => (each.start < (past[41]?.start ?? 0) + 8 * HOUR ? each : { ...each, price: 9 }));
    const hole = torn.filter(({ price }, i) => price < 9 || i % 24 === 23);
    expect(forecast(hole, days)[0]?.price).toBeCloseTo(0.1, 9);
  });
});

describe('the laws of a forecast', () => {
  const history = fc.array(fc.integer({ min: -500, max: 9000 }), { minLength: 42 * 24, maxLength: 42 * 24 });

  it('moves with the currency and with what is added to every price', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 12 }), fc.integer({ min: -5, max: 5 }), (prices, rate, added) => {
        const of = (change: (price: number) => number) =>
          forecast(
            pricesOf(past, (hour, _day, i) => change((prices[i * 24 + Math.min(hour, 23)] ?? 0) / 1e4)),
            days,
          );
        const [plain, changed] = [of((price) => price), of((price) => price * rate + added)];
        for (const [i, { price, low, high }] of changed.entries()) {
          const from = plain[i];
          expect(price).toBeCloseTo((from?.price ?? 0) * rate + added, 6);
          expect(high - low).toBeCloseTo(((from?.high ?? 0) - (from?.low ?? 0)) * rate, 5);
          expect(low).toBeLessThanOrEqual(price);
          expect(high).toBeGreaterThanOrEqual(price);
        }
      }),
      { seed: 17, numRuns: 12 },
    );
  });
});

describe('on real days', () => {
  const shipped = [...(loadPrices('data/prices').get('DE-LU')?.days.values() ?? [])].slice(0, 300);
  const real: KnownPrice[] = shipped.flatMap(({ date, resolution, prices }) =>
    prices.map((price, i) => {
      const start = deliveryDay(date).start + i * resolution;
      return { start, end: start + resolution, price };
    }),
  );
  const all = daysFrom(shipped[0]?.date ?? '', 300);
  const known = new Map(real.map(({ start, price }) => [start, price]));

  // Promise P-223 internals/forecast: four of five prices lie in the band, and the mean error is below 3 ct
  it('holds 77 to 83 of a hundred German prices from December to July in its band, and misses by less than 3 ct', () => {
    const origins = all.filter((_, i) => i >= 60 && i <= 292 && i % 5 === 0);
    const expected = origins.flatMap(({ start }) =>
      forecast(
        real.filter(({ end }) => end <= start),
        all.filter((day) => day.end <= start + 8 * 24 * HOUR),
      ),
    );
    const errors = expected.map((each) => ({ ...each, actual: known.get(each.start) ?? Number.NaN }));
    const inside = errors.filter(({ low, high, actual }) => low <= actual && actual <= high).length / errors.length;
    const missed = errors.reduce((sum, { price, actual }) => sum + Math.abs(price - actual), 0) / errors.length;
    expect(inside).toBeGreaterThan(0.77);
    expect(inside).toBeLessThan(0.83);
    expect(missed).toBeLessThan(0.03);
  });
});
