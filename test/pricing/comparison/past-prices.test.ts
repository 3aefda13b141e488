import { describe, expect, it } from 'vitest';
import type { MeterReading } from '../../../src/core/series.ts';
import type { Book, Levy } from '../../../src/pricing/book.ts';
import { compareTariffs } from '../../../src/pricing/comparison/compare.ts';
import { pastBook } from '../../../src/pricing/comparison/past-prices.ts';
import type { PriceRule } from '../../../src/pricing/tariff.ts';
import { at, bookOf, exchangeOf, tariffOf } from '../../support/service/pricing-fixture.ts';

const year = { start: at('2025-05-31T22:00:00Z'), end: at('2026-05-31T22:00:00Z') };
const spotAt = (start: number) => 0.08 + 0.06 * Math.sin(start / 9000);
const { pointsOf } = exchangeOf(year.end, spotAt);
const exchange = (zone: string, span: typeof year) => pointsOf(zone, span, year.end);

const flat = (price: number): PriceRule => ({ kind: 'clock', rates: [{ price }] });
const spot = (margin: number): PriceRule => ({ kind: 'spot', zone: 'DE-LU', settlement: 3600, coefficient: 1, margin });
const clock = (night: number, day: number): PriceRule => ({
  kind: 'clock',
  rates: [{ price: night, when: { hours: ['22:00-06:00'] } }, { price: day }],
});
const dated = (...rows: [string, number][]) => rows.map(([from, value]) => ({ from, value }));
const levy = (name: string, rates: Levy['rates'], more: Partial<Levy> = {}): Levy => ({
  ...{ name, component: 'fees', basis: 'kwh', rates, source: 'a test' },
  ...more,
});
const grid = tariffOf(
  'grid',
  { '20250101': clock(0.03, 0.08), '20260101': clock(0.04, 0.09) },
  { sector: 'grid', companyId: 'north' },
);
const book: Book = bookOf({
  companies: new Map([['north', { id: 'north', name: 'North', householdTariff: 'grid' }]]),
  tariffs: new Map([['grid', grid]]),
  levies: [
    levy('duty', dated(['2025-01-01', 0.02], ['2026-01-01', 0.01])),
    levy('share', dated(['2025-01-01', 0.06]), { basis: 'share' }),
    levy('transmission', dated(['2025-01-01', 0.007]), { component: 'grid' }),
  ],
  vat: [{ rates: dated(['2025-01-01', 0.2], ['2026-04-01', 0.1]), source: 'a test' }],
});
const place = { span: year, operator: 'north' };
const contract = tariffOf('contract', { '20250101': spot(0.01), '20251115': spot(0.02) });

/** The hour of the clock and the month, as the browser's own calendar has them. */
const german = new Intl.DateTimeFormat('en-CA', {
  ...{ timeZone: 'Europe/Berlin', hourCycle: 'h23' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
});
function clockAt(instant: number) {
  const part = Object.fromEntries(german.formatToParts(instant * 1000).map(({ type, value }) => [type, value]));
  return { date: `${part.year}-${part.month}-${part.day}`, hour: Number(part.hour) };
}

const useAt = (start: number) => 0.1 + 0.05 * Math.cos(start / 4000);
const quarters: MeterReading[] = [];
for (let start = year.start; start < year.end; start += 900)
  quarters.push({ start, end: start + 900, kWh: Math.round(useAt(start) * 1000) / 1000 });

describe('a year of quarter hours', () => {
  // Promise P-534 use/compare: levies, VAT, network charges and versions count on their days
  it('costs to the cent what a plain sum says, by month and component, over both clock changes and every new rate', () => {
    const sums = new Map<string, { energy: number; grid: number; fees: number; vat: number }>();
    for (const { start, kWh } of quarters) {
      const { date, hour } = clockAt(start);
      const from = start - (start % 3600);
      const mean = [0, 900, 1800, 2700].reduce((sum, each) => sum + spotAt(from + each), 0) / 4;
      const energy = mean + (date < '2025-11-15' ? 0.01 : 0.02);
      const isNight = hour >= 22 || hour < 6;
      const network = (isNight ? 0.03 : 0.08) + (date < '2026-01-01' ? 0 : 0.01) + 0.007;
      const fees = (date < '2026-01-01' ? 0.02 : 0.01) + 0.06 * (energy + network);
      const vat = (energy + network + fees) * (date < '2026-04-01' ? 0.2 : 0.1);
      const month = date.slice(0, 7);
      const sum = sums.get(month) ?? { energy: 0, grid: 0, fees: 0, vat: 0 };
      sum.energy += kWh * energy;
      sum.grid += kWh * network;
      sum.fees += kWh * fees;
      sum.vat += kWh * vat;
      sums.set(month, sum);
    }
    const past = pastBook(book, place, exchange);
    const { points, components } = past.consumption(contract);
    const [cost] = compareTariffs({ consumption: quarters, timeZone: 'Europe/Berlin' }, [
      { id: 'contract', name: 'contract', prices: points, components },
    ]).tariffs;
    const cents = (amount = Number.NaN) => Math.round(amount * 100);
    expect(quarters).toHaveLength(365 * 96);
    expect(components).toEqual(['energy', 'grid', 'fees', 'vat']);
    expect(cost?.unpriced).toEqual([]);
    expect(
      cost?.months.map(({ month, energy, grid, fees, vat }) => [month, ...[energy, grid, fees, vat].map(cents)]),
    ).toEqual(
      [...sums].map(([month, { energy, grid, fees, vat }]) => [month, ...[energy, grid, fees, vat].map(cents)]),
    );
    const total = [...sums.values()].reduce((all, { energy, grid, fees, vat }) => all + energy + grid + fees + vat, 0);
    expect(cents(cost?.sum.total)).toBe(cents(total));
    expect(cents(total)).toBeGreaterThan(50_000);
  });
});

describe('the prices of the past', () => {
  const pointAt = (iso: string, points: readonly { start: number; end: number }[]) =>
    points.find(({ start, end }) => start <= at(iso) && at(iso) < end);

  // Promise P-544 use/compare: a component is known from its first day on
  it('have a network charge, and every levy, from its first day on', () => {
    const before = { ...place, span: { start: at('2024-12-31T12:00:00Z'), end: at('2025-01-01T12:00:00Z') } };
    const { points } = pastBook(book, before, exchange).consumption(tariffOf('old', { '20250101': flat(0.2) }));
    expect(points[0]?.start).toBe(at('2024-12-31T23:00:00Z'));
    const lateGrid = { ...grid, versions: [{ ...grid.versions[0], version: '20250701' }] } as const;
    const later = pastBook({ ...book, tariffs: new Map([['grid', lateGrid]]) }, place, exchange).consumption(contract);
    expect(pointAt('2025-06-30T21:45:00Z', later.points)).not.toHaveProperty('grid');
    expect(pointAt('2025-06-30T22:00:00Z', later.points)).toHaveProperty('grid');
  });

  it('have the network charge before a typed one until its day', () => {
    const typed = tariffOf('typed', { '20260501': flat(0.06) }, { sector: 'grid', before: 'grid' });
    const past = pastBook({ ...book, tariffs: new Map([['grid', grid]]) }, { ...place, grid: typed }, exchange);
    const { points } = past.consumption(tariffOf('old', { '20250101': flat(0.2) }));
    expect(pointAt('2026-04-30T21:45:00Z', points)).toMatchObject({ grid: 0.047 });
    expect(pointAt('2026-04-30T22:00:00Z', points)).toMatchObject({ grid: 0.067 });
  });

  // Promise P-548 use/compare: a contract is priced as if it had always been offered
  it('take a contract, with the network charge typed beside it, as if it had been offered before', () => {
    const own = tariffOf('own', { '20260501': flat(0.25) }, { gridTariff: 'own-grid' });
    const ownGrid = tariffOf('own-grid', { '20260501': flat(0.06) }, { sector: 'grid', companyId: own.companyId });
    const { points } = pastBook({ ...book, tariffs: new Map([['own-grid', ownGrid]]) }, place, exchange).consumption(
      own,
    );
    expect(points[0]).toMatchObject({ start: year.start, energy: 0.25, grid: 0.067 });
  });

  it('have no price where the exchange has none', () => {
    const half = exchangeOf(at('2025-12-31T23:00:00Z'), spotAt);
    const { points } = pastBook(book, place, (zone, span) => half.pointsOf(zone, span, year.end)).consumption(contract);
    expect(points.at(-1)?.end).toBe(at('2025-12-31T23:00:00Z'));
  });

  it('of feed-in are its energy alone', () => {
    const feedin = tariffOf('feedin', { '20250101': flat(0.07) }, { sector: 'feedin' });
    const [first, second, ...others] = pastBook(book, place, exchange).feedin(feedin);
    const day = 86_400;
    expect(first).toEqual({ start: year.start, end: year.start + day, energy: 0.07 });
    expect(second).toEqual({ start: year.start + day, end: year.start + 2 * day, energy: 0.07 });
    expect(others).toHaveLength(363);
  });
});

describe('the provisional days of a contract', () => {
  const marked: Book = {
    ...book,
    levies: [levy('duty', [{ from: '2025-01-01', value: 0.02, until: '2026-04-30' }])],
    tariffs: new Map([
      ['grid', { ...grid, versions: [{ ...grid.versions[0], grade: 'X' }, ...grid.versions.slice(1)] }],
    ]),
  };
  const past = pastBook(marked, place, exchange);

  it('are those that rest on an example or an expired figure: of the network until 2025, of the levies from May 2026 on', () => {
    expect(past.provisional(contract)).toEqual({
      ...{ days: 214 + 31, first: '2025-06-01', last: '2026-05-31' },
      marks: { examples: ['grid'], expired: { fees: '2026-04-30' } },
    });
  });

  it('of a feed-in contract are those of its own figures', () => {
    const sun = tariffOf('sun', { '20250101': flat(0.08) }, { sector: 'feedin' });
    expect(past.provisional(sun)).toBeUndefined();
    expect(past.provisional({ ...sun, grade: 'X' })?.days).toBe(365);
  });
});
