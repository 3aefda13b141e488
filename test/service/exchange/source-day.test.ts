import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/core/time.ts';
import { deliveryDay } from '../../../src/core/window.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';
import { sourceDay } from '../../../src/service/exchange/source-day.ts';

const days = loadPrices('data/prices').get('DE-LU')?.days ?? new Map();
const datesFrom = (first: string, count: number) => Array.from({ length: count }, (_, i) => addDays(first, i));
const weekday = (date: string) => new Date(date).getUTCDay();

describe('the day that is replayed', () => {
  it.each([
    ['a covered date is itself', '2026-01-14', '2026-01-14'],
    ['the autumn of the year after', '2026-11-20', '2025-11-21'],
    ['after the last real day the nearest of the year', '2026-09-01', '2026-08-18'],
    ['before the first real day too', '2025-09-20', '2025-10-04'],
    ['the autumn change, 25 hours', '2026-10-25', '2025-10-26'],
    ['the spring change, 23 hours', '2027-03-28', '2026-03-29'],
    ['the day before a change stays before it', '2026-10-24', '2025-10-25'],
    ['a change that falls on another date', '2027-10-31', '2025-10-26'],
    ['the last Sunday of summer time of that year', '2027-10-24', '2025-10-19'],
  ])('%s: %s is %s', (_, date, source) => {
    expect(sourceDay(days, date)?.date).toBe(source);
  });

  const targets = datesFrom('2025-06-01', 1500);

  it('is the same day of the week and as long, over four years', () => {
    for (const date of targets) {
      const source = sourceDay(days, date);
      const { start, end } = deliveryDay(date);
      expect(source && weekday(source.date), date).toBe(weekday(date));
      expect(source && source.prices.length * source.resolution, date).toBe(end - start);
    }
  });

  it('is the neighbour of its neighbour’s on almost every date', () => {
    const sources = targets.map((date) => sourceDay(days, date)?.date ?? '');
    const broken = sources.filter((source, i) => i > 0 && source !== addDays(sources[i - 1] ?? '', 1));
    expect(broken.length / targets.length).toBeLessThan(0.025);
  });

  const january = new Map([...days].filter(([date]) => date.startsWith('2026-01')));

  it('is none where no day is of that weekday', () => {
    const thursdays = new Map([...days].filter(([date]) => weekday(date) === 4));
    expect(sourceDay(thursdays, '2026-01-14')).toBeUndefined();
    expect(sourceDay(thursdays, '2026-01-15')?.date).toBe('2026-01-15');
    expect(sourceDay(january, '2026-07-15')?.date).toMatch(/^2026-01/);
  });
});
