import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/core/time.ts';
import { deliveryDay } from '../../src/core/window.ts';
import { loadPrices } from '../../src/service/prices.ts';
import { PUBLICATION_TIME, replayed } from '../../src/service/replay.ts';
import { sourceDay } from '../../src/service/source-day.ts';
import { at } from '../support/pricing-fixture.ts';

const store = loadPrices('examples/prices');
const days = store.get('DE-LU')?.days ?? new Map();
const exchange = replayed(store);
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

  it.each([
    ['2026-10-25', 100, 'has the four quarter hours from 02:00 twice', 12, 8],
    ['2026-03-29', 92, 'lacks the four quarter hours from 02:00', 8, 12],
  ])('without a day as long, %s has %d quarter hours: a usual Sunday that %s', (date, count, _, until, from) => {
    const sunday = sourceDay(january, date)?.prices ?? [];
    const zones = new Map([['DE-LU', { days: january, replay: true }]]);
    const span = deliveryDay(date);
    const points = replayed(zones).pointsOf('DE-LU', span, span.start);
    expect([points.length, points[0]?.start, points.at(-1)?.end]).toEqual([count, span.start, span.end]);
    expect(points.map(({ price }) => price)).toEqual([...sunday.slice(0, until), ...sunday.slice(from)]);
  });
});

describe('publication', () => {
  it.each([
    ['before it, of the day that runs', '2026-04-15T10:59:59Z', '2026-04-15T22:00:00Z', '2026-04-15T11:00:00Z'],
    ['at it, of the next', '2026-04-15T11:00:00Z', '2026-04-16T22:00:00Z', '2026-04-16T11:00:00Z'],
    ['in winter an hour later by UTC', '2026-01-14T12:00:00Z', '2026-01-15T23:00:00Z', '2026-01-15T12:00:00Z'],
    ['over the spring change', '2026-03-28T12:00:00Z', '2026-03-29T22:00:00Z', '2026-03-29T11:00:00Z'],
    ['over the autumn change', '2026-10-24T11:00:00Z', '2026-10-25T23:00:00Z', '2026-10-25T12:00:00Z'],
  ])(`is at ${PUBLICATION_TIME} in Berlin: %s`, (_, now, until, next) => {
    expect(exchange.publication('DE-LU', at(now))).toEqual({ until: at(until), next: at(next) });
  });
});

describe('the prices known at a moment', () => {
  const week = { start: at('2026-11-17T23:00:00Z'), end: at('2026-11-24T23:00:00Z') };

  it('end with the last published delivery day', () => {
    const before = exchange.pointsOf('DE-LU', week, at('2026-11-20T11:59:59Z'));
    const after = exchange.pointsOf('DE-LU', week, at('2026-11-20T12:00:00Z'));
    expect([before.length, before.at(-1)?.end]).toEqual([3 * 96, at('2026-11-20T23:00:00Z')]);
    expect([after.length, after.at(-1)?.end]).toEqual([4 * 96, at('2026-11-21T23:00:00Z')]);
  });

  it('follow each other without hole or overlap, shifted to the asked dates', () => {
    const points = exchange.pointsOf('DE-LU', week, week.end);
    expect(points[0]?.start).toBe(week.start);
    for (const [i, point] of points.entries()) expect(point.start).toBe(i === 0 ? week.start : points[i - 1]?.end);
    expect(points.slice(0, 3).map(({ price }) => price)).toEqual(days.get('2025-11-19')?.prices.slice(0, 3));
  });

  it('of a covered date are the real ones', () => {
    const span = deliveryDay('2026-03-29');
    const points = exchange.pointsOf('DE-LU', span, span.start);
    expect(points.map(({ price }) => price)).toEqual(days.get('2026-03-29')?.prices);
    expect(points).toHaveLength(92);
  });

  it('are none for a zone without prices', () => {
    expect(exchange.pointsOf('NO1', week, week.end)).toEqual([]);
  });
});
