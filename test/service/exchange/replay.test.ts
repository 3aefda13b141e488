import { describe, expect, it } from 'vitest';
import { deliveryDay } from '../../../src/core/window.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';
import { PUBLICATION_TIME, replayed } from '../../../src/service/exchange/replay.ts';
import { sourceDay } from '../../../src/service/exchange/source-day.ts';
import { at } from '../../support/service/pricing-fixture.ts';

const store = loadPrices('data/prices');
const days = store.get('DE-LU')?.days ?? new Map();
const exchange = replayed(store);

const january = new Map([...days].filter(([date]) => date.startsWith('2026-01')));

describe('the day that is replayed', () => {
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
    expect(exchange.publication('DE-LU', at(now))).toEqual({
      until: at(until),
      next: at(next),
      origin: { kind: 'replay' },
    });
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

  it('of a day with a hole are those that it has, and the day stays due', () => {
    const prices = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? Number.NaN : hour / 100));
    const day = { date: '2026-11-26', resolution: 3600, count: 24, prices, missing: 1 };
    const held = replayed({ get: () => ({ days: new Map([[day.date, day]]), replay: false }) });
    const { start, end } = deliveryDay(day.date);
    const points = held.pointsOf('DE-LU', { start, end }, start);
    expect(points.map(({ start: from }) => (from - start) / 3600)).toEqual(
      [...Array(24).keys()].filter((i) => i !== 9),
    );
    expect(held.publication('DE-LU', start)).toMatchObject({ until: end, next: at('2026-11-25T12:00:00Z') });
  });

  // Promise P-068 operate/live: answers from such a day are marked
  it('of a doubtful day are marked', () => {
    const day = { date: '2026-11-26', resolution: 3600, count: 24, prices: new Array<number>(24).fill(0.1) };
    const originOf = (more: object) => {
      const origin = { feed: 'omie' };
      const held = replayed({
        get: () => ({ days: new Map([[day.date, { ...day, ...more, origin }]]), replay: false }),
      });
      return held.publication('ES', deliveryDay(day.date).start).origin;
    };
    expect(originOf({})).toEqual({ kind: 'live', feed: 'omie' });
    expect(originOf({ doubtful: true })).toEqual({ kind: 'live', feed: 'omie', doubtful: true });
  });

  it('end with tomorrow, though a file already holds the day after', () => {
    const dayOf = (date: string) => ({ date, resolution: 3600, count: 24, prices: new Array<number>(24).fill(0.1) });
    const dates = ['2026-11-25', '2026-11-26', '2026-11-27'];
    const held = replayed({
      get: () => ({ days: new Map(dates.map((date) => [date, dayOf(date)])), replay: false }),
    });
    const now = at('2026-11-25T14:00:00Z');
    const tomorrow = deliveryDay('2026-11-26');
    expect(held.publication('DE-LU', now).until).toBe(tomorrow.end);
    const points = held.pointsOf('DE-LU', { start: now, end: tomorrow.end + 86_400 }, now);
    expect(points.at(-1)?.end).toBe(tomorrow.end);
  });

  it('are none for a zone without prices', () => {
    expect(exchange.pointsOf('NO1', week, week.end)).toEqual([]);
  });
});
