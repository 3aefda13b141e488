import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/pricing/book.ts';
import { lastPublished, nextDraw } from '../../src/pricing/next.ts';
import type { Question } from '../../src/pricing/question.ts';
import type { PriceRule } from '../../src/pricing/tariff.ts';
import { at, bookOf, exchangeOf, tariffOf } from '../support/service/pricing-fixture.ts';

const berlin = 'Europe/Berlin';
const fixed: PriceRule = { kind: 'clock', rates: [{ price: 1 }] };
const spot: PriceRule = { kind: 'spot', zone: 'DE-LU', settlement: 900, coefficient: 1, margin: 0 };
const fixedTariff = tariffOf('fixed', { '20250101': fixed });
const spotTariff = tariffOf('spot', { '20240101': fixed, '20250101': spot });

/** Next publication at 11:00 UTC. */
const exchange = exchangeOf(at('2026-01-14T10:59:00Z'), () => 0);
const now = at('2026-01-14T10:20:00Z');

const next = (question: Partial<Question>, random = 0, prices = exchange) => {
  const asked: Question = { now, historicDays: 0, include: new Set(), resolution: 3600, ...question };
  return nextDraw(asked, prices, berlin)(() => random);
};

describe('the recommended time of the next call', () => {
  it.each([
    [0, '2026-01-14T11:00:00Z'],
    [0.5, '2026-01-14T11:15:00Z'],
    [0.9999, '2026-01-14T11:29:59Z'],
  ])('next rule 1: of a spot tariff it follows the publication by up to half an hour: random %d', (random, time) => {
    expect(next({ consumption: spotTariff }, random)).toBe(at(time));
  });

  it('window rule 6: a late publication is tried again a few minutes out, without a spread', () => {
    const late = exchangeOf(at('2026-01-14T10:00:00Z'), () => 0);
    expect([0, 0.9].map((random) => next({ consumption: spotTariff }, random, late))).toEqual([now + 300, now + 300]);
  });

  it.each([
    ['2026-01-14T05:59:59Z', '2026-01-14T06:00:00Z'],
    ['2026-01-14T06:00:00Z', '2026-01-15T06:00:00Z'],
    ['2026-03-28T10:20:00Z', '2026-03-29T05:00:00Z'],
    ['2026-10-24T10:20:00Z', '2026-10-25T06:00:00Z'],
  ])('next rule 2: of a static tariff it is 07:00 in the market: asked at %s, %s', (asked, time) => {
    expect(next({ now: at(asked), consumption: fixedTariff }, 0.5)).toBe(at(time));
  });

  it('of two tariffs is the earlier', () => {
    expect(next({ consumption: fixedTariff, feedin: spotTariff })).toBe(at('2026-01-14T11:00:00Z'));
  });

  it('is that of the version that is priced', () => {
    expect(next({ consumption: spotTariff, version: '20240601' })).toBe(at('2026-01-15T06:00:00Z'));
  });

  it('without a priced tariff is 07:00, as nothing is published', () => {
    expect(next({})).toBe(at('2026-01-15T06:00:00Z'));
  });
});

describe('the next call for a calendar published at 11:00 of the day before', () => {
  const calendar: PriceRule = {
    kind: 'calendar',
    publishedAt: '11:00',
    clocks: { blue: [{ price: 1 }] },
    days: { '2026-01-14': 'blue', '2026-01-15': 'blue' },
  };
  const consumption = tariffOf('calendar', { '20250101': calendar });

  it.each([
    ['before it', '2026-01-14T09:59:00Z', '2026-01-14T10:15:00Z'],
    ['after it', '2026-01-14T10:20:00Z', '2026-01-15T10:15:00Z'],
    ['where the next day is late', '2026-01-15T10:20:00Z', '2026-01-15T10:25:00Z'],
    ['where it is still late after midnight', '2026-01-15T23:20:00Z', '2026-01-15T23:25:00Z'],
    ['where only the day that runs is missing', '2026-01-13T10:20:00Z', '2026-01-13T10:25:00Z'],
  ])('next rule 1: %s', (_, asked, time) => {
    expect(next({ now: at(asked), consumption }, 0.5)).toBe(at(time));
  });

  it('next rule 1: days that are not named have a clock of their own and are never late', () => {
    const consumption = tariffOf('calendar', { '20250101': { ...calendar, otherwise: 'blue' } });
    expect(next({ now: at('2026-01-15T10:20:00Z'), consumption }, 0.5)).toBe(at('2026-01-16T10:15:00Z'));
  });
});

it.each([
  ['the day that runs before it', '2026-01-14T09:59:59Z', '2026-01-14'],
  ['the next day from it on', '2026-01-14T10:00:00Z', '2026-01-15'],
  ['the day that runs after midnight', '2026-01-14T23:00:00Z', '2026-01-15'],
])('of days published at 11:00 for the next the last is %s', (_, asked, day) => {
  expect(lastPublished('11:00', at(asked), berlin)).toBe(day);
});

describe('the next call where the network charge is published day by day', () => {
  const grid = tariffOf('network', { '20250101': spot }, { sector: 'grid', type: 'dynamic' });
  const book = bookOf({ tariffs: new Map([[grid.id, grid]]), network: { national: grid.id } });
  const drawIn = (question: Partial<Question>, held: Book, prices = exchange) => {
    const asked: Question = { now, historicDays: 0, include: new Set(), resolution: 3600, ...question };
    return nextDraw(asked, prices, berlin, held)(() => 0);
  };

  it.each([
    ['the one asked for', { consumption: fixedTariff, grid }, bookOf()],
    ['the national one', { consumption: fixedTariff }, book],
  ])('next rule 1: a fixed contract follows the publication of the network charge: %s', (_, question, held) => {
    expect(drawIn(question, held)).toBe(at('2026-01-14T11:00:00Z'));
  });

  it('next rule 1: a late network charge is tried again a few minutes out', () => {
    const late = exchangeOf(at('2026-01-14T10:00:00Z'), () => 0);
    expect(drawIn({ consumption: fixedTariff, grid }, bookOf(), late)).toBe(now + 300);
  });

  it('next rule 2: it does not count for export', () => {
    expect(drawIn({ feedin: fixedTariff }, book)).toBe(at('2026-01-15T06:00:00Z'));
  });
});
