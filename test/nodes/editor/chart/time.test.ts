import { describe, expect, it } from 'vitest';
import { dayOf, stepFor, ticksOf } from '../../../../nodes/editor/chart/time.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const HOUR = 3600;

describe('the day of a chart', () => {
  it.each([
    ['2026-01-14T10:05:00+01:00', 'Europe/Berlin', '2026-01-14T00:00:00+01:00', 24],
    ['2026-01-14T00:00:00+01:00', 'Europe/Berlin', '2026-01-14T00:00:00+01:00', 24],
    ['2026-01-13T23:59:59+01:00', 'Europe/Berlin', '2026-01-13T00:00:00+01:00', 24],
    ['2026-03-29T10:00:00+02:00', 'Europe/Berlin', '2026-03-29T00:00:00+01:00', 23],
    ['2026-10-25T10:00:00+01:00', 'Europe/Berlin', '2026-10-25T00:00:00+02:00', 25],
    ['2026-10-25T10:00:00Z', 'Europe/London', '2026-10-25T00:00:00+01:00', 25],
    ['2026-01-14T23:30:00+02:00', 'Europe/Helsinki', '2026-01-14T00:00:00+02:00', 24],
  ])('of %s in %s begins at %s and has %i hours', (now, timeZone, start, hours) => {
    const day = dayOf(at(now), timeZone);
    expect(day.start).toBe(at(start));
    expect((day.end - day.start) / HOUR).toBe(hours);
  });
});

describe('the hours below a chart', () => {
  const hours = (date: string, step: number) => {
    const day = dayOf(at(`${date}T12:00:00Z`), 'Europe/Berlin');
    return ticksOf(day, 'Europe/Berlin', step).map((tick) => [(tick.at - day.start) / HOUR, tick.hour]);
  };

  it('lie six hours apart on most days, and the day ends with the next midnight', () => {
    expect(hours('2026-01-14', 6)).toEqual([
      [0, 0],
      [6, 6],
      [12, 12],
      [18, 18],
      [24, 0],
    ]);
  });

  it('leave an hour out where clocks are put forward', () => {
    expect(hours('2026-03-29', 6)).toEqual([
      [0, 0],
      [5, 6],
      [11, 12],
      [17, 18],
      [23, 0],
    ]);
    expect(
      hours('2026-03-29', 1)
        .map(([, hour]) => hour)
        .slice(0, 4),
    ).toEqual([0, 1, 3, 4]);
  });

  it('have an hour twice where clocks are put back', () => {
    expect(hours('2026-10-25', 6)).toEqual([
      [0, 0],
      [7, 6],
      [13, 12],
      [19, 18],
      [25, 0],
    ]);
    expect(
      hours('2026-10-25', 1)
        .map(([, hour]) => hour)
        .slice(0, 5),
    ).toEqual([0, 1, 2, 2, 3]);
  });

  it.each([
    [24, 600, 1],
    [24, 300, 2],
    [24, 220, 3],
    [48, 220, 6],
    [48, 120, 12],
    [48, 40, 24],
  ])('of %i hours on %i pixels have a label every %i', (length, width, step) => {
    expect(stepFor({ start: 0, end: length * HOUR }, width)).toBe(step);
  });
});
