import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  clockTime,
  isKnownTime,
  isLocalDate,
  isoTime,
  isoTimeIn,
  isoTimesOver,
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
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-2-28', false],
  ['20260228', false],
  ['2026-02-28T00:00', false],
  ['on 2026-02-28', false],
  ['+002026-02-28', false],
  ['2026-02-2', false],
  ['2026-02-281', false],
])('%s is a day of the calendar: %s', (text, isDay) => {
  expect(isLocalDate(text)).toBe(isDay);
});

it.each([
  ['1970-01-01T00:00:00Z', false],
  ['2024-12-31T23:59:59Z', false],
  ['2025-01-01T00:00:00Z', true],
  ['2026-04-15T10:00:00Z', true],
])('a clock that shows %s has been set: %s', (shown, isSet) => {
  expect(isKnownTime(utc(shown))).toBe(isSet);
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

  it.each([
    ['2026-04-15T05:07:59Z', BERLIN, '07:07'],
    ['2026-04-15T22:30:00Z', BERLIN, '00:30'],
    ['2026-01-15T22:30:00Z', 'Europe/London', '22:30'],
  ])('at %s a clock in %s shows %s', (instant, zone, shown) => {
    expect(clockTime(utc(instant), zone)).toBe(shown);
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

  it.each([
    ['west of Greenwich', -5 * 3600, '2026-04-15T05:00:00-05:00'],
    ['where half hours count', 5.5 * 3600, '2026-04-15T15:30:00+05:30'],
    ['west of Greenwich where half hours count', -3.5 * 3600, '2026-04-15T06:30:00-03:30'],
    ['at Greenwich', 0, '2026-04-15T10:00:00+00:00'],
  ])('%s are written with their sign and two digits each', (_, offset, written) => {
    expect(isoTime(utc('2026-04-15T10:00:00Z'), offset)).toBe(written);
  });

  it('of one instant is that of its zone, over a span each of its own side of the change', () => {
    expect(isoTimeIn('Europe/Lisbon', utc('2026-04-15T10:00:00Z'))).toBe('2026-04-15T11:00:00+01:00');
    const span = { start: utc('2025-10-25T22:00:00Z'), end: utc('2025-10-26T23:00:00Z') };
    const written = isoTimesOver(span, BERLIN);
    expect(['2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'].map((instant) => written(utc(instant)))).toEqual([
      '2025-10-26T02:30:00+02:00',
      '2025-10-26T02:30:00+01:00',
    ]);
  });

  it('follow every change of a year', () => {
    const offset = offsetsOver({ start: utc('2025-12-31T23:00:00Z'), end: utc('2026-12-31T23:00:00Z') }, BERLIN);
    const changes = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z'];
    expect(changes.map((instant) => offset(utc(instant)) / 3600)).toEqual([1, 2, 2, 1]);
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
    expect(wallClock(utc('2026-03-29T12:45:00Z'), 7200)).toMatchObject({ weekday: 7, minute: 14 * 60 + 45 });
  });
});
