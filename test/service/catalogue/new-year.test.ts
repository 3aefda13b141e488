import { describe, expect, it } from 'vitest';
import { type ComponentName, componentNames } from '../../../src/core/components.ts';
import { markets } from '../../../src/core/markets.ts';
import type { PricePoint } from '../../../src/core/series.ts';
import { type Instant, localDay } from '../../../src/core/time.ts';
import type { Book } from '../../../src/pricing/book.ts';
import { CannotPrice } from '../../../src/pricing/calendar/registers.ts';
import { priceSeries } from '../../../src/pricing/price-series.ts';
import type { Tariff } from '../../../src/pricing/tariff.ts';
import { at, exchangeOf } from '../../support/service/pricing-fixture.ts';
import { booksUntilYearEnd } from '../../support/service/year-end.ts';

const books = booksUntilYearEnd();
/** The exchange is ahead of both questions, so that only figures of the catalogue can be missing. */
const exchange = exchangeOf(at('2027-01-03T23:00:00Z'), () => 0.08);

function pricesAt(book: Book, tariffs: { consumption: Tariff; grid?: Tariff }, now: Instant) {
  const question = { now, historicDays: 0, resolution: 3600, include: new Set(['fees', 'vat'] as const) } as const;
  const { consumption: points = [], marks } = priceSeries({ ...question, ...tariffs }, book, exchange);
  return { points, marks };
}

/** The components that every one of some points has. */
const inEach = (points: readonly PricePoint[]): ComponentName[] =>
  componentNames.filter((name) => points.length > 0 && points.every((point) => point[name] !== undefined));

/** Prices by date each, and one of each other form: those with a clock alone cannot differ in what they lose. */
function formsOf(tariffs: readonly Tariff[]): Tariff[] {
  const byForm = new Map<string, Tariff>();
  for (const tariff of tariffs) {
    const kinds = tariff.versions.map(({ price }) => price.kind);
    const isDated = kinds.includes('periods') || kinds.includes('calendar');
    byForm.set(isDated ? tariff.id : `${kinds.at(-1)} ${tariff.bundled ?? ''}`, tariff);
  }
  return [...byForm.values()];
}

/** Contracts alone, and network charges with a contract. */
function questionsIn({ tariffs }: Book): { consumption: Tariff; grid?: Tariff }[] {
  const pick = (sector: Tariff['sector']) =>
    formsOf([...tariffs.values()].filter((tariff) => tariff.sector === sector));
  const contracts = pick('consumption');
  const plain = contracts.find(({ bundled, versions }) => !bundled && versions[0].price.kind !== 'registers');
  return [
    ...contracts.map((consumption) => ({ consumption })),
    ...(plain ? pick('grid').map((grid) => ({ consumption: plain, grid })) : []),
  ];
}

/** The components of the last hours of 2026 that a price of 2027 lacks, a minute before and after midnight. */
function lostAt(midnight: Instant, book: Book, tariffs: { consumption: Tariff; grid?: Tariff }): string[] {
  try {
    const [eve, newYear] = [-60, 60].map((seconds) => pricesAt(book, tariffs, midnight + seconds).points);
    const before = inEach((eve ?? []).filter(({ start }) => start < midnight));
    const after = inEach([...(eve ?? []), ...(newYear ?? [])].filter(({ start }) => start >= midnight));
    const lost = before.filter((name) => !after.includes(name));
    return lost.map((name) => `${tariffs.consumption.id} ${tariffs.grid?.id}: ${name}`);
  } catch (error) {
    if (error instanceof CannotPrice) return [];
    throw error;
  }
}

describe('where nothing is published for 2027', () => {
  // Promise P-051 operate/live: after its validity a figure is carried on
  it.each(books)('midnight of 2027-01-01 takes no component from any price in %s', (country, book) => {
    const { start: midnight } = localDay('2027-01-01', markets[country].timeZone);
    expect(questionsIn(book).flatMap((tariffs) => lostAt(midnight, book, tariffs))).toEqual([]);
  });

  it.each(books)('the figures of 2026 are marked as expired from 2027-01-01 on in %s', (country, book) => {
    const { start: midnight } = localDay('2027-01-01', markets[country].timeZone);
    const grid = [...book.tariffs.values()].find(({ sector, told }) => sector === 'grid' && !told);
    const { consumption } = questionsIn(book).find(({ consumption }) => !consumption.bundled) ?? {};
    if (!consumption) return;
    const { points, marks } = pricesAt(book, { consumption, ...(grid && { grid }) }, midnight + 60);
    const charged = inEach(points).filter((name) => name !== 'energy');
    expect(marks.expired ?? {}).toEqual(Object.fromEntries(charged.map((name) => [name, '2026-12-31'])));
  });
});
