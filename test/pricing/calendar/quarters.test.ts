import { describe, expect, it } from 'vitest';
import { localDay } from '../../../src/core/time.ts';
import { quartersOf } from '../../../src/pricing/calendar/quarters.ts';

const zone = 'Europe/Berlin';
const clockOf = (slot: number) => `${Math.floor(slot / 4)}:${String((slot % 4) * 15).padStart(2, '0')}`;

describe('the quarter hours of a span', () => {
  it.each([
    ['2026-04-15', 96, '1:45 2:00 2:15'],
    ['2026-03-29', 92, '1:45 3:00 3:15'],
    ['2025-10-26', 100, '1:45 2:00 2:15'],
  ])('of %s are %d; behind a quarter to two the clock shows %s', (date, count, shown) => {
    const quarters = quartersOf(localDay(date, zone), zone, new Set());
    expect(quarters).toHaveLength(count);
    expect(
      quarters
        .slice(7, 10)
        .map(({ slot }) => clockOf(slot))
        .join(' '),
    ).toBe(shown);
    expect(quarters.map(({ start }) => start)).toEqual(
      Array.from({ length: count }, (_, i) => localDay(date, zone).start + i * 900),
    );
  });

  it('share one object for each calendar day', () => {
    const { start } = localDay('2026-04-15', zone);
    const days = quartersOf({ start: start - 1800, end: start + 1800 }, zone, new Set()).map(({ day }) => day);
    expect(new Set(days).size).toBe(2);
    expect(days.map(({ date }) => date)).toEqual(['2026-04-14', '2026-04-14', '2026-04-15', '2026-04-15']);
  });

  it.each([
    ['2026-05-22', 5, 5, true],
    ['2026-05-23', 5, 6, false],
    ['2026-05-25', 5, 1, false],
    ['2026-12-31', 12, 4, true],
  ])('of %s are in month %d, on day %d of the week: a working day is %s', (date, month, weekday, working) => {
    const [first] = quartersOf(localDay(date, zone), zone, new Set(['2026-05-25']));
    expect(first?.day).toEqual({ date, month, weekday, working });
  });
});
