import { describe, expect, it } from 'vitest';
import type { PricePoint } from '../../../../src/core/series.ts';
import { localDay } from '../../../../src/core/time.ts';
import { marketDays } from '../../../../src/runtime/market-days.ts';
import { newOutlook, type Outlook, taught, withPast } from '../../../../src/runtime/prices/expected/outlook.ts';

const HOUR = 3600;
const ZONE = 'Europe/Berlin';
const holidays = new Set(['2026-05-01']);
/** A Sunday. */
const FIRST = '2026-04-12';

const { start: beginning } = localDay(FIRST, ZONE);
const calendar = marketDays({ start: beginning, end: beginning + 75 * 24 * HOUR }, ZONE, holidays);

interface Tariff {
  /** Of the exchange, by the hour. */
  readonly energy: (hour: number, working: boolean) => number;
  readonly grid?: number;
  readonly fees?: number;
  /** As a share. */
  readonly vat?: number;
}

/** The hours of `count` local days from FIRST on, as a service prices them. */
function pointsFrom(first: number, count: number, { energy, grid, fees, vat = 0 }: Tariff): PricePoint[] {
  return calendar.slice(first, first + count).flatMap(({ start, end, kind }) =>
    Array.from({ length: (end - start) / HOUR }, (_, hour) => {
      const price = energy(hour, kind === 'working');
      const tax = vat * (price + (grid ?? 0) + (fees ?? 0));
      return {
        start: start + hour * HOUR,
        end: start + (hour + 1) * HOUR,
        energy: price,
        ...(grid !== undefined && { grid }),
        ...(fees !== undefined && { fees }),
        ...(vat && { vat: tax }),
      };
    }),
  );
}

type Points = readonly PricePoint[];
type Expected = ReturnType<typeof taught>['expected'];

/** The outlook of a node that has learned each of the `lessons`, and what it expects after the last. */
function taughtBy(lessons: readonly Points[], resolution: 900 | 3600 = 3600) {
  let outlook: Outlook = newOutlook;
  const daysOf = (points: Points) =>
    marketDays({ start: lessons[0]?.[0]?.start ?? 0, end: points.at(-1)?.end ?? 0 }, ZONE, holidays);
  for (const points of lessons.slice(0, -1)) outlook = withPast(outlook, points, daysOf(points));
  const last = lessons.at(-1) ?? [];
  return taught(outlook, last, daysOf(last), resolution);
}

/** A node that has run from day 0 to day `last`, and has learned today and tomorrow every day. */
const livedTo = (last: number, tariffOn: (day: number) => Tariff, resolution?: 900) =>
  taughtBy(
    Array.from({ length: last }, (_, day) => [0, 1].flatMap((i) => pointsFrom(day + i, 1, tariffOn(day + i)))),
    resolution,
  );

/** 10 ct by night and 20 ct from 08:00 on, on other days 10 ct less. */
const plain: Tariff = { energy: (hour, working) => (hour < 8 ? 0.1 : 0.2) - (working ? 0 : 0.1) };
const at = (iso: string) => Date.parse(iso) / 1000;
const totalAt = (expected: Expected, iso: string) => expected.find(({ start }) => start === at(iso))?.total;

describe('the days after the known ones', () => {
  // Promise P-232 internals/forecast: any other expects nothing until it has seen fourteen days, then eight days
  it.each([
    [12, 0, 'thirteen days teach nothing'],
    [13, 8 * 24, 'fourteen are enough for eight days'],
    [20, 8 * 24, 'three weeks'],
  ])('are expected once fourteen are known: %i days after the first %i hours', (last, hours) => {
    expect(livedTo(last, () => plain).expected).toHaveLength(hours);
  });

  it('begin where the known ones end, in the intervals of the node', () => {
    const hourly = livedTo(20, () => plain).expected;
    expect(hourly[0]).toMatchObject({ start: at('2026-05-03T00:00+02:00'), end: at('2026-05-03T01:00+02:00') });
    expect(hourly.at(-1)?.end).toBe(at('2026-05-11T00:00+02:00'));
    expect(livedTo(20, () => plain, 900).expected).toHaveLength(8 * 96);
  });

  // Promise P-233 internals/forecast: a holiday costs what a Sunday does
  it('cost what days of their kind did, a holiday as a Sunday', () => {
    const { expected } = livedTo(17, () => plain);
    expect([
      ['Thursday night', totalAt(expected, '2026-04-30T03:00+02:00')],
      ['Thursday noon', totalAt(expected, '2026-04-30T12:00+02:00')],
      ['Friday, Labour Day', totalAt(expected, '2026-05-01T12:00+02:00')],
      ['Saturday noon', totalAt(expected, '2026-05-02T12:00+02:00')],
      ['Monday noon', totalAt(expected, '2026-05-04T12:00+02:00')],
    ]).toEqual([
      ['Thursday night', 0.1],
      ['Thursday noon', 0.2],
      ['Friday, Labour Day', 0.1],
      ['Saturday noon', 0.1],
      ['Monday noon', 0.2],
    ]);
  });

  // Promise P-234 internals/forecast: network charge, levies and VAT are those of the newest day of the kind: a new
  //   rate is no error
  it('have the network charge, levies and VAT of the newest days, so that new rates are no error', () => {
    const rates = (grid: number, vat: number) => ({ ...plain, grid, fees: 0.05, vat });
    const { expected } = livedTo(20, (day) => (day < 18 ? rates(0.1, 0.19) : rates(0.02, 0.07)));
    // (0.20 + 0.02 + 0.05) * 1.07
    expect(totalAt(expected, '2026-05-05T12:00+02:00')).toBeCloseTo(0.2889, 4);
  });

  // Promise P-236 internals/forecast: prices without their parts are forecast as totals
  it('are means by totals where a price comes without its parts', () => {
    const totals = (day: number) =>
      pointsFrom(day, 1, { energy: (hour) => (hour < 8 ? 0.25 : 0.35) }).map(({ start, end, energy = 0 }) => ({
        start,
        end,
        total: energy,
      }));
    const { outlook, expected } = taughtBy(Array.from({ length: 16 }, (_, day) => totals(day)));
    expect(outlook.surcharges).toEqual({});
    expect(totalAt(expected, '2026-04-29T12:00+02:00')).toBe(0.35);
  });

  // Promise P-227 internals/forecast: sixty days are kept
  it('are learned from sixty days at the most', () => {
    const { outlook } = livedTo(70, () => plain);
    expect(outlook.days).toHaveLength(60);
    expect(outlook.days[0]?.prices).toHaveLength(24);
  });
});
