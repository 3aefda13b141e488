import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  isoTime,
  isTimeZone,
  localDate,
  localDay,
  nextWallTime,
  offsetsOver,
  utcTime,
  wallClock,
  wallTime,
} from '../../src/core/time.ts';

const utc = (text: string) => Date.parse(text) / 1000;
const BERLIN = 'Europe/Berlin';

describe('local days', () => {
  it.each([
    ['2026-04-15', BERLIN, '2026-04-14T22:00:00Z', 24],
    ['2026-03-29', BERLIN, '2026-03-28T23:00:00Z', 23],
    ['2025-10-26', BERLIN, '2025-10-25T22:00:00Z', 25],
    ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00Z', 23],
  ])('%s in %s starts at %s and has %d hours', (date, zone, start, hours) => {
    const day = localDay(date, zone);
    expect(utcTime(day.start)).toBe(start);
    expect((day.end - day.start) / 3600).toBe(hours);
  });

  it('step over the ends of months and years', () => {
    expect([addDays('2026-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
      '2026-03-01',
      '2027-01-01',
      '2026-02-28',
    ]);
  });

  it('are counted in the zone, not in UTC', () => {
    expect(localDate(utc('2026-04-14T22:00:00Z'), BERLIN)).toBe('2026-04-15');
    expect(localDate(utc('2026-04-14T22:00:00Z'), 'Europe/London')).toBe('2026-04-14');
  });
});

it.each([
  ['Europe/Berlin', true],
  ['Berlin', false],
  ['', false],
])('%j is a zone: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});

describe('wall-clock times', () => {
  it.each([
    ['an ordinary one', '2026-04-15', '07:00', '2026-04-15T05:00:00Z'],
    ['one the spring change skips', '2026-03-29', '02:30', '2026-03-29T01:30:00Z'],
    ['one the autumn change repeats: the first', '2025-10-26', '02:30', '2025-10-26T00:30:00Z'],
  ])('%s', (_, date, time, expected) => {
    expect(utcTime(wallTime(date, time, BERLIN))).toBe(expected);
  });

  it('the next 07:00 is tomorrow once it is 07:00', () => {
    expect(utcTime(nextWallTime('07:00', utc('2026-03-28T05:59:59Z'), BERLIN))).toBe('2026-03-28T06:00:00Z');
    expect(utcTime(nextWallTime('07:00', utc('2026-03-28T06:00:00Z'), BERLIN))).toBe('2026-03-29T05:00:00Z');
  });

  it('22:00 to 08:00 is 9 hours over the spring change and 11 over the autumn change', () => {
    const night = (from: string, to: string) =>
      (wallTime(to, '08:00', BERLIN) - wallTime(from, '22:00', BERLIN)) / 3600;
    expect(night('2026-03-28', '2026-03-29')).toBe(9);
    expect(night('2025-10-25', '2025-10-26')).toBe(11);
  });
});

describe('offsets', () => {
  it.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['2026-03-30T00:00:00Z', '2026-03-30T02:00:00+02:00'],
  ])('%s is written %s', (instant, written) => {
    const offset = offsetsOver({ start: utc('2026-03-28T23:00:00Z'), end: utc('2026-03-30T22:00:00Z') }, BERLIN);
    expect(isoTime(utc(instant), offset(utc(instant)))).toBe(written);
  });

  it('a whole span of them agrees with the zone at every quarter hour', () => {
    const start = fc.integer({ min: utc('2024-01-01T00:00:00Z') / 900, max: utc('2030-01-01T00:00:00Z') / 900 });
    const zone = fc.constantFrom(BERLIN, 'Europe/London', 'Europe/Helsinki', 'Asia/Nicosia');
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 600 }), zone, (first, count, zone) => {
        const span = { start: first * 900, end: (first + count) * 900 };
        const offset = offsetsOver(span, zone);
        for (let at = span.start; at < span.end; at += 3600) {
          expect(wallClock(at, offset(at)).date).toBe(localDate(at, zone));
          expect(Date.parse(isoTime(at, offset(at)))).toBe(at * 1000);
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it('a wall clock shows month, weekday and minute of the local time', () => {
    expect(wallClock(utc('2026-03-29T22:30:00Z'), 7200)).toEqual({
      date: '2026-03-30',
      month: 3,
      weekday: 1,
      minute: 30,
    });
    expect(wallClock(utc('2026-03-29T12:00:00Z'), 7200).weekday).toBe(7);
  });
});
