import { describe, expect, it } from 'vitest';
import { nextDeadline, readWeek } from '../../src/messages/deadlines.ts';

const ZONE = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso) / 1000;

describe('deadlines of a week', () => {
  const none = undefined;
  it.each([
    ['07:00', ['07:00', '07:00', '07:00', '07:00', '07:00', '07:00', '07:00']],
    ['Mon-Fri 06:30, Sat-Sun 09:00', ['06:30', '06:30', '06:30', '06:30', '06:30', '09:00', '09:00']],
    ['Wed 18:00', [none, none, '18:00', none, none, none, none]],
    ['Sun 10:00, Tue 00:00', [none, '00:00', none, none, none, none, '10:00']],
    ['Sat-Mon 10:00', ['10:00', none, none, none, none, '10:00', '10:00']],
  ])('%s', (text, week) => {
    expect(readWeek(text)).toEqual(week);
  });

  it.each([
    '',
    '7:00',
    '24:00',
    'Mon',
    'Mon-Fri',
    'mon 07:00',
    'Monday 07:00',
    'Mon-Fri 06:30,Sat 09:00',
    'Mon-Fri 06:30, Fri 09:00',
    'Mon-Fri-Sun 06:30',
    'Mon 06:30, 09:00',
    '2026-04-15T07:00:00+02:00',
  ])('"%s" is none', (text) => {
    expect(readWeek(text)).toBeUndefined();
  });

  /** 2026-03-27 is a Friday; clocks change on the Sunday after it. */
  it.each([
    ['Mon-Fri 06:30, Sat-Sun 09:00', '2026-03-27T06:29:59+01:00', '2026-03-27T06:30:00+01:00'],
    ['Mon-Fri 06:30, Sat-Sun 09:00', '2026-03-27T06:30:00+01:00', '2026-03-28T09:00:00+01:00'],
    ['Mon-Fri 06:30, Sat-Sun 09:00', '2026-03-28T09:00:00+01:00', '2026-03-29T09:00:00+02:00'],
    ['Mon-Fri 06:30, Sat-Sun 09:00', '2026-03-29T09:00:00+02:00', '2026-03-30T06:30:00+02:00'],
    ['Mon-Fri 06:30', '2026-03-27T06:30:00+01:00', '2026-03-30T06:30:00+02:00'],
    ['Fri 06:30', '2026-03-27T06:30:00+01:00', '2026-04-03T06:30:00+02:00'],
    ['Sun 02:30', '2026-03-27T06:30:00+01:00', '2026-03-29T03:30:00+02:00'],
    ['07:00', '2026-03-28T07:00:00+01:00', '2026-03-29T07:00:00+02:00'],
  ])('%s: after %s comes %s', (text, now, expected) => {
    const week = readWeek(text) ?? [];
    expect(nextDeadline(week, at(now), ZONE)).toBe(at(expected));
  });
});
