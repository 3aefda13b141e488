import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/markets.ts';
import { currentPrice, nextBoundary } from '../../src/messages/now.ts';
import type { SeriesFacts } from '../../src/messages/series.ts';
import { nowMessage } from '../../src/messages/to-message.ts';

const instant = (text: string) => Date.parse(text) / 1000;
const HOUR = 3600;

/** Hourly prices in Germany from `from` on; `null` leaves an hour out. */
function hours(from: string, prices: readonly (number | null)[]): SeriesFacts {
  const points = prices.map((energy, i) => ({
    start: instant(from) + i * HOUR,
    end: instant(from) + (i + 1) * HOUR,
    energy: energy ?? 0,
  }));
  return {
    country: 'DE',
    resolution: 3600,
    currency: 'EUR',
    consumption: { points: points.filter((_, i) => prices[i] !== null) },
    asked: ['energy'],
    fetchedAt: instant(from),
    nextPoll: instant(from),
    attribution: [],
  };
}

const midnight = '2026-11-19T23:00:00Z';
const twoDays = hours(midnight, [0.1, 0.3, 0.2, 0.2, ...Array(20).fill(0.5), 0.01]);
const unknown = { rank: null, slots: null, level: null, min: null, max: null, average: null };

function messageAt(facts: SeriesFacts, now: number) {
  const price = currentPrice(facts, now);
  return price && nowMessage(price);
}

describe('nowMessage', () => {
  // Promise P-265 integrate/topics: the day of a rank is the local day
  it('sets the interval that runs against its local day', () => {
    expect(messageAt(twoDays, instant('2026-11-20T01:59:59Z'))).toEqual({
      now: 0.2,
      next: 0.2,
      start: '2026-11-20T02:00:00+01:00',
      end: '2026-11-20T03:00:00+01:00',
      rank: 2,
      slots: 24,
      level: 'VERY_CHEAP',
      min: 0.1,
      max: 0.5,
      average: 0.45,
      currency: 'EUR',
      unit: 'EUR/kWh',
    });
  });

  it.each([
    ['the first hour', '2026-11-19T23:00:00Z', 0.1, 0.3, 1],
    ['the dearer second', '2026-11-20T00:00:00Z', 0.3, 0.2, 4],
    ['a tie', '2026-11-20T02:00:00Z', 0.2, 0.5, 2],
    ['the day’s last hour, with tomorrow next', '2026-11-20T22:00:00Z', 0.5, 0.01, 5],
    ['tomorrow’s first, alone in its day', '2026-11-20T23:00:00Z', 0.01, null, null],
  ])('says now, next and rank of %s', (_, at, now, next, rank) => {
    expect(messageAt(twoDays, instant(at))).toMatchObject({ now, next, rank });
  });

  it.each<[string, CountryCode, string, number, number, object]>([
    ['today', 'FI', '2026-11-20T08:00:00Z', 25, 0.11, { rank: 11, slots: 24, min: 0.01, max: 0.24, average: 0.125 }],
    [
      'the first hour of tomorrow',
      'FI',
      '2026-11-20T22:00:00Z',
      25,
      0.25,
      { rank: 24, slots: 24, min: 0.02, max: 0.25 },
    ],
    ['the first hour of tomorrow', 'EE', '2026-11-20T22:00:00Z', 25, 0.25, { level: 'VERY_EXPENSIVE', average: 0.135 }],
    ['the first hour of tomorrow', 'GR', '2026-11-20T22:00:00Z', 25, 0.25, { level: 'VERY_EXPENSIVE', slots: 24 }],
    ['a day whose night is unknown', 'FI', '2026-11-20T08:00:00Z', 12, 0.11, unknown],
  ])('compares %s in %s with a whole day', (_, country, at, count, now, expected) => {
    const cents = Array.from({ length: count }, (_, i) => (i + 1) / 100);
    const facts = { ...hours('2026-11-19T22:00:00Z', cents), country };
    expect(messageAt(facts, instant(at))).toMatchObject({ now, ...expected });
  });

  it.each([
    ['before the series', '2026-11-19T22:59:59Z'],
    ['after it', '2026-11-21T00:00:00Z'],
  ])('says nothing %s', (_, at) => {
    expect(messageAt(twoDays, instant(at))).toBeUndefined();
  });

  it('says nothing in a gap, and no next price before one', () => {
    const gap = hours(midnight, [0.1, null, 0.3]);
    expect(messageAt(gap, instant(midnight))).toMatchObject({ now: 0.1, next: null, ...unknown });
    expect(messageAt(gap, instant('2026-11-20T00:30:00Z'))).toBeUndefined();
  });

  it.each([
    ['2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['2025-10-26', '2025-10-25T22:00:00Z', 25],
  ])('client rule 3: counts the hours of %s by its local day', (_, from, slots) => {
    expect(messageAt(hours(from, Array(30).fill(0.2)), instant(from))).toMatchObject({ slots, level: 'NORMAL' });
  });

  it('takes the export prices where only those were asked', () => {
    const { consumption, ...rest } = twoDays;
    const feedin = { points: consumption?.points ?? [] };
    expect(messageAt({ ...rest, feedin }, instant(midnight))).toMatchObject({ now: 0.1 });
  });
});

describe('nextBoundary', () => {
  const gap = hours(midnight, [0.1, null, 0.3]);
  it.each([
    ['before the series: its beginning', '2026-11-19T20:00:00Z', midnight],
    ['within an interval: its end', '2026-11-19T23:59:59Z', '2026-11-20T00:00:00Z'],
    ['in a gap: its end', '2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z'],
    ['in the last interval: its end', '2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z'],
  ])('is, %s', (_, now, boundary) => {
    expect(nextBoundary(gap, instant(now))).toBe(instant(boundary));
  });

  it('is not, after the last interval', () => {
    expect(nextBoundary(gap, instant('2026-11-20T02:00:00Z'))).toBeUndefined();
  });
});
