import { describe, expect, it } from 'vitest';
import { localDate } from '../../../src/core/time.ts';
import { monthPeak, type PeakRule } from '../../../src/planner/house/peak.ts';
import { inMonth, type MonthPeak, meteredUntil, nothingMetered } from '../../../src/runtime/power/month-peak.ts';

const ZONE = 'Europe/Oslo';
const at = (text: string) => Date.parse(`${text}+01:00`) / 1000;
const hourly: PeakRule = { measure: 60, pick: 3, per: 'month', perKw: 40 };

/** Stretches of kW, one after the other from the first time on. */
function metered(
  rule: PeakRule,
  from: string,
  ...stretches: readonly (readonly [until: string, kw: number])[]
): MonthPeak {
  let last = at(from);
  return stretches.reduce((state, [until, kw]) => {
    const now = at(until);
    const next = meteredUntil(state, kw, { from: last, now }, rule, ZONE);
    last = now;
    return next;
  }, nothingMetered);
}

describe('the month of a meter', () => {
  it.each<[string, PeakRule, readonly (readonly [string, number])[], Record<string, number>]>([
    [
      'has each day the highest of its clock hours, which are means',
      hourly,
      [
        ['2026-01-15T17:30', 2],
        ['2026-01-15T18:00', 6],
        ['2026-01-15T19:00', 3],
        ['2026-01-16T08:00', 0.5],
        ['2026-01-16T09:00', 5],
        ['2026-01-16T10:00', 1],
        ['2026-01-16T10:01', 1],
      ],
      { '2026-01-15': 4, '2026-01-16': 5 },
    ],
    [
      'has quarter hours where those count',
      { ...hourly, measure: 15 },
      [
        ['2026-01-15T17:15', 2],
        ['2026-01-15T17:30', 8],
        ['2026-01-15T18:01', 1],
      ],
      { '2026-01-15': 8 },
    ],
    [
      'takes nothing for what is sold',
      hourly,
      [
        ['2026-01-15T19:00', -5],
        ['2026-01-15T19:01', 9],
      ],
      { '2026-01-15': 0 },
    ],
    ['counts no window that is under way', hourly, [['2026-01-15T17:30', 9]], {}],
  ])('%s', (_, rule, stretches, days) => {
    expect(metered(rule, '2026-01-15T17:00', ...stretches).days).toEqual(days);
  });

  it('adds nothing for a time of which nobody knows', () => {
    const before = meteredUntil(
      nothingMetered,
      4,
      { from: at('2026-01-15T17:00'), now: at('2026-01-15T17:30') },
      hourly,
      ZONE,
    );
    const after = meteredUntil(before, 4, { from: at('2026-01-15T18:00'), now: at('2026-01-15T18:01') }, hourly, ZONE);
    expect(after.days).toEqual({ '2026-01-15': 2 });
  });

  // Promise P-198 use/sun-and-load: these twelve months include the ones before the first measurement
  it('begins anew with the month by the clock of the place, and keeps what the one before came to', () => {
    const state = metered(
      hourly,
      '2026-01-30T17:00',
      ['2026-01-30T18:00', 6],
      ['2026-01-31T23:00', 3],
      ['2026-02-01T00:00', 4.5],
      ['2026-02-01T00:30', 1],
    );
    expect(inMonth(state, localDate(at('2026-02-01T00:30'), ZONE), hourly)).toEqual({
      days: {},
      before: [(6 + 4.5) / 3],
    });
    const next = meteredUntil(state, 2, { from: at('2026-02-01T00:30'), now: at('2026-02-01T01:30') }, hourly, ZONE);
    expect(next).toMatchObject({ month: '2026-02', days: { '2026-02-01': 1.5 }, before: [3.5] });
    expect(monthPeak(hourly, Object.values(next.days))).toBe(0.5);
  });

  it.each([
    ['by two hours', '2026-01-15T19:20'],
    ['by years', '2028-05-01T12:00'],
  ])('goes on where its clock was ahead %s, and is set back', (_, ahead) => {
    const state = metered(hourly, '2026-01-15T17:00', ['2026-01-15T17:20', 6]);
    const wrong = meteredUntil(state, 6, { from: at(ahead), now: at(ahead) + 60 }, hourly, ZONE);
    const back = meteredUntil(wrong, 6, { from: at(ahead) + 60, now: at('2026-01-15T18:00') }, hourly, ZONE);
    const after = meteredUntil(back, 4, { from: at('2026-01-15T18:00'), now: at('2026-01-15T19:01') }, hourly, ZONE);
    expect(after).toMatchObject({ month: '2026-01', days: { '2026-01-15': 4 } });
  });
});
