import { describe, expect, it } from 'vitest';
import { nextDeadline } from '../../../src/messages/demand/deadlines.ts';
import { readWeek } from '../../../src/messages/demand/week.ts';

const ZONE = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso) / 1000;

describe('the next deadline', () => {
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
