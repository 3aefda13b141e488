import { expect, it } from 'vitest';
import { RuledHolidays } from '../../../src/pricing/calendar/holidays.ts';

// Easter Sundays by the tables of the U.S. Naval Observatory.
it.each([['2024-03-31'], ['2025-04-20'], ['2026-04-05'], ['2027-03-28'], ['2038-04-25'], ['2285-03-22']])(
  'knows that Easter Sunday is on %s',
  (date) => {
    expect(new RuledHolidays(['easter']).has(date)).toBe(true);
  },
);

it('reads a day of every year, a distance from Easter and a single date', () => {
  const holidays = new RuledHolidays(['12-25', 'easter-2', 'easter+39', '2026-06-05']);
  const dates = ['2026-12-25', '2031-12-25', '2026-04-03', '2026-05-14', '2026-06-05'];
  expect(dates.filter((date) => holidays.has(date))).toEqual(dates);
  expect(['2027-06-05', '2026-04-05', '2026-12-24'].filter((date) => holidays.has(date))).toEqual([]);
});
