import { describe, expect, it } from 'vitest';
import { agree, doubtOf, type FeedDay, findingsOf } from '../../src/feeds/day-findings.ts';
import { feedCalled, questionOf } from '../support/feeds/feed-questions.ts';

const DATE = '2026-04-15';
const hours = (price: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => price(hour));
const dayOf = (prices: readonly number[], resolution = 3600): FeedDay => ({
  date: DATE,
  start: 0,
  end: 86_400,
  resolution,
  prices,
  holes: [],
  feed: 'elering',
});
const rising = hours((hour) => hour / 1000);

describe('a whole day', () => {
  it.each([
    ['rises all day', rising, hours(() => 0), undefined],
    ['is the same all day', hours(() => 0.05), undefined, 'every price of the day is the same'],
    [
      'is the same to the cent per MWh',
      hours((hour) => 0.05 + hour / 1e8),
      undefined,
      'every price of the day is the same',
    ],
    ['repeats the one before', rising, rising, 'the day repeats the one before it'],
    [
      'repeats the one before to the cent',
      rising,
      rising.map((price) => price + 1e-7),
      'the day repeats the one before it',
    ],
    ['repeats all but one price', rising, rising.with(7, 0.9), undefined],
    ['follows a day that is longer', rising, [...rising, 0.024], undefined],
  ])('that %s', (_, prices, before, doubt) => {
    expect(doubtOf(dayOf(prices), before)).toBe(doubt);
  });

  it.each([
    ['the same', rising, 3600, true],
    ['the same but for rounding', rising.map((price) => price + 0.000_01), 3600, true],
    ['another price', rising.with(3, 0.0031), 3600, false],
    ['quarters whose means are its hours', rising.flatMap((p) => [p - 0.01, p, p, p + 0.01]), 900, true],
    ['quarters of other means', rising.flatMap((p) => [p, p, p, p + 0.01]), 900, false],
    ['a shorter day', rising.slice(1), 3600, false],
  ])('beside %s', (_, prices, resolution, same) => {
    expect([agree(dayOf(rising), dayOf(prices, resolution)), agree(dayOf(prices, resolution), dayOf(rising))]).toEqual([
      same,
      same,
    ]);
  });
});

describe('a price in another currency', () => {
  const { start } = questionOf('PL', DATE);
  const quotes = hours((hour) => hour).map((hour) => ({
    start: start + hour * 3600,
    end: start + (hour + 1) * 3600,
    price: 0.8,
  }));
  const find = (zone: string, reading: object, rate: number | undefined) =>
    findingsOf({ ...feedCalled('hvakosterstrommen') }, questionOf(zone, DATE), { quotes, ...reading }, () => rate).map(
      (finding) => (finding.kind === 'whole' ? [finding.day.prices[0], finding.day.perEuro] : finding),
    );

  it.each([
    ['in zloty', 'PL', { currency: 'PLN' }, 4, [0.2, 4]],
    ['in euro, in a market that has another currency', 'PL', {}, 4, [0.8, 4]],
    ['in euro, with the rate of the feed', 'SE3', { perEuro: new Map([[DATE, 10]]) }, 4, [0.8, 10]],
    ['in euro, with a rate of the feed that cannot be', 'SE3', { perEuro: new Map([[DATE, 1000]]) }, 4, [0.8, 4]],
    ['in euro, in a market that has it', 'FI', {}, undefined, [0.8, undefined]],
    [
      'without a rate',
      'SE3',
      {},
      undefined,
      { kind: 'unusable', date: DATE, why: 'no rate of SEK is known', lacksRate: true },
    ],
    [
      'in zloty without a rate',
      'PL',
      { currency: 'PLN' },
      undefined,
      { kind: 'unusable', date: DATE, why: 'no rate of PLN is known', lacksRate: true },
    ],
  ])('%s', (_, zone, reading, rate, expected) => {
    expect(find(zone, reading, rate)).toEqual([expected]);
  });
});
