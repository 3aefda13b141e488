import { describe, expect, it } from 'vitest';
import { localDay } from '../../../src/core/time.ts';
import { ratesOn, ratesOver } from '../../../src/pricing/calendar/clock.ts';
import { quartersOf } from '../../../src/pricing/calendar/quarters.ts';
import type { Rate } from '../../../src/pricing/tariff.ts';

const slot = (time: string) => Number(time.slice(0, 2)) * 4 + Number(time.slice(3)) / 15;
const winterDay = { month: 1, weekday: 3, working: true };

/** Stromnetz Berlin, module 3, 2026, in ct. */
const berlin: Rate[] = [
  { price: 2.61, when: { hours: ['22:15-06:30'] } },
  { price: 13.94, when: { hours: ['17:15-20:15'] } },
  { price: 7.46 },
];

describe('a tariff clock', () => {
  // Promise P-636 use/catalogue: `clock` has rates over midnight
  it.each([
    ['00:00', 2.61],
    ['06:15', 2.61],
    ['06:30', 7.46],
    ['17:00', 7.46],
    ['17:15', 13.94],
    ['20:00', 13.94],
    ['20:15', 7.46],
    ['22:00', 7.46],
    ['22:15', 2.61],
    ['23:45', 2.61],
  ])('over midnight (22:15-06:30) shows at %s the rate %d', (time, price) => {
    expect(ratesOn(berlin, winterDay)[slot(time)]).toBe(price);
  });

  // Promise P-635 use/catalogue: `clock`: the first rate that applies counts
  it('takes the first of several rates that apply', () => {
    const rates = [
      { price: 1, when: { hours: ['10:00-12:00'] } },
      { price: 2, when: { hours: ['11:00-13:00'] } },
    ];
    const table = ratesOn(rates, winterDay);
    expect(['10:00', '11:00', '12:00', '13:00'].map((time) => table[slot(time)])).toEqual([1, 1, 2, undefined]);
  });

  it.each([
    ['12:00-12:00', 96],
    ['00:00-24:00', 96],
    ['23:45-00:15', 2],
  ])('from %s has %d quarter hours', (hours, count) => {
    expect(ratesOn([{ price: 1, when: { hours: [hours] } }], winterDay).filter((price) => price === 1)).toHaveLength(
      count,
    );
  });

  it.each([
    ['working', true, 20],
    ['working', false, 10],
    ['rest', true, 10],
    ['rest', false, 20],
  ] as const)('asks for the kind of day: %s where a working day is %s', (days, working, price) => {
    const rates: Rate[] = [{ price: 20, when: { days } }, { price: 10 }];
    expect(new Set(ratesOn(rates, { ...winterDay, working }))).toEqual(new Set([price]));
  });

  // Promise P-637 use/catalogue: a rate applies only if all conditions in `when` are met
  it.each([
    ['a working day in March', { month: 3, weekday: 5, working: true }, 20],
    ['a rest day in March', { month: 3, weekday: 5, working: false }, 10],
    ['a working day in April', { month: 4, weekday: 5, working: true }, 10],
  ])('asks for the month and the kind of day: %s', (_, day, price) => {
    const rates: Rate[] = [{ price: 20, when: { months: [1, 2, 3], days: 'working' } }, { price: 10 }];
    expect(new Set(ratesOn(rates, day))).toEqual(new Set([price]));
  });

  // Promise P-638 use/catalogue: `when` has `weekdays`
  it.each([
    ['a Friday', 5, true, 20],
    ['a Friday that is a holiday', 5, false, 20],
    ['a Saturday', 6, false, 10],
  ])('asks for the day of the week, holidays no different: %s', (_, weekday, working, price) => {
    const rates: Rate[] = [{ price: 20, when: { weekdays: [1, 2, 3, 4, 5] } }, { price: 10 }];
    expect(new Set(ratesOn(rates, { month: 1, weekday, working }))).toEqual(new Set([price]));
  });
});

describe('quarter hours on the wall clock', () => {
  const zone = 'Europe/Berlin';
  const starts = [{ price: 1, when: { hours: ['02:00-03:00'] } }, { price: 0 }];
  const quarters = (date: string, holidays: string[] = []) => quartersOf(localDay(date, zone), zone, new Set(holidays));

  it.each([
    ['2026-03-28', 96, 4],
    ['2026-03-29', 92, 0],
    ['2025-10-26', 100, 8],
  ])('%s has %d of them, %d between 02:00 and 03:00', (date, count, atTwo) => {
    const day = quarters(date);
    expect(day).toHaveLength(count);
    expect(ratesOver(() => starts, day).filter((price) => price === 1)).toHaveLength(atTwo);
  });

  it('have the table of a day worked out once', () => {
    const asked: string[] = [];
    ratesOver(
      ({ date }) => {
        asked.push(date);
        return starts;
      },
      quarters('2026-03-28').concat(quarters('2026-03-29')),
    );
    expect(asked).toEqual(['2026-03-28', '2026-03-29']);
  });

  it.each([
    ['2026-05-22', 'a Friday', true],
    ['2026-05-23', 'a Saturday', false],
    ['2026-05-24', 'a Sunday', false],
    ['2026-05-25', 'Whit Monday', false],
  ])('%s, %s: a working day is %s', (date, _, working) => {
    const days = quarters(date, ['2026-05-25']).map(({ day }) => day);
    expect(days.map((day) => day.working)).toEqual(new Array(96).fill(working));
    expect(new Set(days.map((day) => day.weekday))).toEqual(new Set([new Date(date).getUTCDay() || 7]));
  });
});
