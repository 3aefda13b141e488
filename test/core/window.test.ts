import { describe, expect, it } from 'vitest';
import { type CountryCode, markets } from '../../src/core/markets.ts';
import { utcTime } from '../../src/core/time.ts';
import { deliveryDate, deliveryDay, pricesOfDay, servedWindow } from '../../src/core/window.ts';

const HOUR = 3600;
const utc = (text: string) => Date.parse(`2026-${text.replace(' ', 'T')}:00Z`) / 1000;
const short = (instant: number) => utcTime(instant).slice(5, 16).replace('T', ' ');

// now | market | from | before publication: until, points | after: until, points | static: until, points
const table: [string, CountryCode, string, string, number, string, number, string, number][] = [
  ['04-15 10:20', 'DE', '04-14 22:00', '04-15 22:00', 24, '04-16 22:00', 48, '04-16 22:00', 48],
  ['04-15 10:20', 'GB', '04-14 23:00', '04-15 22:00', 23, '04-16 22:00', 47, '04-16 23:00', 48],
  ['04-15 10:20', 'PT', '04-14 23:00', '04-15 22:00', 23, '04-16 22:00', 47, '04-16 23:00', 48],
  ['04-15 10:20', 'FI', '04-14 21:00', '04-15 22:00', 25, '04-16 22:00', 49, '04-16 21:00', 48],
  ['03-28 10:20', 'DE', '03-27 23:00', '03-28 23:00', 24, '03-29 22:00', 47, '03-29 22:00', 47],
  ['03-28 10:20', 'GB', '03-28 00:00', '03-28 23:00', 23, '03-29 22:00', 46, '03-29 23:00', 47],
  ['03-28 10:20', 'PT', '03-28 00:00', '03-28 23:00', 23, '03-29 22:00', 46, '03-29 23:00', 47],
  ['03-28 10:20', 'FI', '03-27 22:00', '03-28 23:00', 25, '03-29 22:00', 48, '03-29 21:00', 47],
  ['10-25 10:20', 'DE', '10-24 22:00', '10-25 23:00', 25, '10-26 23:00', 49, '10-26 23:00', 49],
  ['10-25 10:20', 'GB', '10-24 23:00', '10-25 23:00', 24, '10-26 23:00', 48, '10-27 00:00', 49],
  ['10-25 10:20', 'PT', '10-24 23:00', '10-25 23:00', 24, '10-26 23:00', 48, '10-27 00:00', 49],
  ['10-25 10:20', 'FI', '10-24 21:00', '10-25 23:00', 26, '10-26 23:00', 50, '10-26 22:00', 49],
];

describe('the served window', () => {
  it.each(table)(
    'asked at %s UTC in %s starts %s',
    (now, country, from, before, nBefore, after, nAfter, fixed, nFixed) => {
      const { timeZone } = markets[country];
      const today = deliveryDay(deliveryDate(utc(now)));
      const tomorrow = deliveryDay(deliveryDate(today.end));
      const cells = [today.end, tomorrow.end, undefined].map((publishedUntil) => {
        const { start, end } = servedWindow(utc(now), timeZone, publishedUntil === undefined ? {} : { publishedUntil });
        return [short(start), short(end), (end - start) / HOUR];
      });
      expect(cells).toEqual([
        [from, before, nBefore],
        [from, after, nAfter],
        [from, fixed, nFixed],
      ]);
    },
  );

  it('reaches back by whole local days', () => {
    const start = (historicDays: number) =>
      short(servedWindow(utc('03-31 10:20'), 'Europe/Berlin', { historicDays }).start);
    expect([0, 1, 2, 3].map(start)).toEqual(['03-30 22:00', '03-29 22:00', '03-28 23:00', '03-27 23:00']);
  });

  it('is another one a second after local midnight', () => {
    const start = (now: number) => short(servedWindow(now, 'Europe/Berlin', {}).start);
    expect(start(utc('04-15 22:00') - 1)).toBe('04-14 22:00');
    expect(start(utc('04-15 22:00'))).toBe('04-15 22:00');
  });
});

describe('the delivery day', () => {
  it.each([
    ['2026-04-15', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('%s has %d hours', (date, hours) => {
    const { start, end } = deliveryDay(date);
    expect((end - start) / HOUR).toBe(hours);
  });

  it("at 23:30 in London is already tomorrow's", () => {
    expect(deliveryDate(utc('04-15 22:30'))).toBe('2026-04-16');
  });
});

describe('the prices of a day', () => {
  // at | market | known from | until | begin of the first and of the last hour of the day; empty where it is none
  it.each<[string, CountryCode, string, string, string]>([
    ['04-15 07:00', 'FI', '04-14 21:00', '04-15 22:00', '04-14 21:00 to 04-15 20:00'],
    ['04-15 21:30', 'FI', '04-14 21:00', '04-15 22:00', '04-14 22:00 to 04-15 21:00'],
    ['04-15 21:30', 'EE', '04-14 21:00', '04-15 22:00', '04-14 22:00 to 04-15 21:00'],
    ['04-15 21:30', 'GR', '04-14 21:00', '04-15 22:00', '04-14 22:00 to 04-15 21:00'],
    ['04-15 21:30', 'FI', '04-14 21:00', '04-16 22:00', '04-15 21:00 to 04-16 20:00'],
    ['04-15 21:30', 'FI', '04-15 21:00', '04-15 22:00', ''],
    ['04-15 21:30', 'FI', '04-15 02:00', '04-15 22:00', ''],
    ['04-15 07:00', 'GB', '04-14 23:00', '04-15 22:00', '04-14 23:00 to 04-15 21:00'],
    ['04-15 07:00', 'GB', '04-14 23:00', '04-16 22:00', '04-14 23:00 to 04-15 22:00'],
    ['04-16 07:00', 'PT', '04-14 23:00', '04-16 22:00', '04-15 23:00 to 04-16 21:00'],
    ['04-15 07:00', 'DE', '04-14 22:00', '04-15 22:00', '04-14 22:00 to 04-15 21:00'],
    ['04-15 07:00', 'DE', '04-15 06:00', '04-15 22:00', ''],
    ['04-15 07:00', 'DE', '04-14 22:00', '04-15 12:00', ''],
    ['03-29 07:00', 'FI', '03-28 22:00', '03-29 22:00', '03-28 22:00 to 03-29 20:00'],
    ['03-29 21:30', 'FI', '03-28 22:00', '03-29 22:00', '03-28 23:00 to 03-29 21:00'],
    ['10-25 07:00', 'FI', '10-24 21:00', '10-25 23:00', '10-24 21:00 to 10-25 21:00'],
    ['10-25 22:30', 'FI', '10-24 21:00', '10-25 23:00', '10-24 22:00 to 10-25 22:00'],
  ])('at %s UTC in %s, with prices from %s to %s, are those from %s', (at, country, from, until, expected) => {
    const hours = Array.from({ length: (utc(until) - utc(from)) / HOUR }, (_, i) => utc(from) + i * HOUR);
    const known = hours.map((start) => ({ start, end: start + HOUR }));
    const day = pricesOfDay(known, utc(at), markets[country].timeZone) ?? [];
    expect(day.length > 0 ? `${short(day[0]?.start ?? 0)} to ${short(day.at(-1)?.start ?? 0)}` : '').toBe(expected);
  });

  it('are none where one of them is missing', () => {
    const from = utc('04-14 22:00');
    const known = Array.from({ length: 24 }, (_, i) => ({ start: from + i * HOUR, end: from + (i + 1) * HOUR }));
    const lacking = known.filter((_, i) => i !== 3);
    expect(pricesOfDay(lacking, from, 'Europe/Berlin')).toBeUndefined();
  });
});
