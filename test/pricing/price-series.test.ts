import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComponentName } from '../../src/core/components.ts';
import type { PricePoint } from '../../src/core/series.ts';
import type { Book, Levy, Vat } from '../../src/pricing/book.ts';
import { priceSeries } from '../../src/pricing/price-series.ts';
import type { Question } from '../../src/pricing/question.ts';
import type { PriceRule, Tariff } from '../../src/pricing/tariff.ts';
import { at, bookOf, exchangeOf, tariffOf } from '../support/service/pricing-fixture.ts';

const flat = (price: number): PriceRule => ({ kind: 'clock', rates: [{ price }] });
const spot: PriceRule = { kind: 'spot', zone: 'DE-LU', settlement: 3600, coefficient: 1, margin: 0 };

const now = at('2026-04-15T10:20:00Z');
const today = { start: at('2026-04-14T22:00:00Z'), end: at('2026-04-15T22:00:00Z') };
const exchange = exchangeOf(today.end, (start) => Math.sin(start / 5000));

const spotTariff = tariffOf('spot', { '20250101': spot });
const fixed = tariffOf('fixed', { '20250101': flat(0.2), '20250401': flat(0.21), '20260101': flat(0.22) });
const grid = tariffOf(
  'grid',
  {
    '20260101': {
      kind: 'clock',
      rates: [{ price: 0.02, when: { hours: ['22:15-06:30'] } }, { price: 0.1 }],
    },
  },
  { sector: 'grid', companyId: 'north' },
);

const rates = (value: number) => [{ from: '2026-01-01', value }];
const levy = (name: string, value: number, more: Partial<Levy> = {}): Levy => ({
  ...{ name, component: 'fees', basis: 'kwh', rates: rates(value), source: 'a test' },
  ...more,
});
const vat = (value: number, more: Partial<Vat> = {}): Vat => ({ rates: rates(value), source: 'a test', ...more });

const ask = (question: Partial<Question>, book: Book = bookOf()) =>
  priceSeries({ now, historicDays: 0, include: new Set(), resolution: 3600, ...question }, book, exchange);
const all = new Set(['fees', 'vat'] as const);

/** Components of the hour that begins at the local time of 2026-04-15, rounded to 9 decimals. */
function hourAt(time: string, points: readonly PricePoint[] = []) {
  const { start, end, ...components } = points.find((point) => point.start === at(`2026-04-15T${time}:00+02:00`)) ?? {
    start: 0,
    end: 0,
  };
  return Object.fromEntries(
    Object.entries<number>(components).map(([name, value]) => [name as ComponentName, Number(value.toFixed(9))]),
  );
}

describe('the components of a consumption series', () => {
  const book = bookOf({
    levies: [
      levy('duty', 0.02),
      levy('transmission', 0.01, { component: 'grid' }),
      levy('share', 0.1, { basis: 'share' }),
    ],
    vat: [vat(0.25)],
  });

  it.each<[string, Partial<Question>, object]>([
    ['energy alone', {}, { energy: 0.22 }],
    ['with a grid tariff', { grid }, { energy: 0.22, grid: 0.11 }],
    ['with fees', { include: new Set(['fees']) }, { energy: 0.22, fees: 0.042 }],
    ['with VAT alone, none on levies', { include: new Set(['vat']) }, { energy: 0.22, vat: 0.055 }],
    ['all', { grid, include: all }, { energy: 0.22, grid: 0.11, fees: 0.053, vat: 0.09575 }],
  ])('%s', (_, question, components) => {
    expect(hourAt('12:00', ask({ consumption: fixed, ...question }, book).consumption)).toEqual(components);
  });

  it('leaves out fees and VAT where the market has none', () => {
    expect(hourAt('12:00', ask({ consumption: fixed, include: all }).consumption)).toEqual({ energy: 0.22 });
  });

  it('takes VAT as a negative amount of a negative price', () => {
    const paid = tariffOf('paid', { '20250101': flat(-0.1) });
    const { energy, vat } = hourAt(
      '12:00',
      ask({ consumption: paid, include: all }, bookOf({ vat: [vat25] })).consumption,
    );
    expect([energy, vat]).toEqual([-0.1, -0.025]);
  });
  const vat25 = vat(0.25);

  it('blends a clock that switches at a quarter past into the hour, while the spot is hourly', () => {
    const series = (resolution: 3600 | 900) => ask({ consumption: spotTariff, grid, resolution }).consumption ?? [];
    expect(hourAt('22:00', series(3600)).grid).toBe(0.04);
    const from = at('2026-04-15T22:00:00+02:00');
    const quarters = series(900).filter(({ start }) => from <= start && start < from + 3600);
    expect(quarters.map((point) => point.grid)).toEqual([0.1, 0.02, 0.02, 0.02]);
    expect(new Set(quarters.map((point) => point.energy)).size).toBe(1);
  });

  // Promise P-644 use/catalogue: `feedin` is its energy price alone
  it('of feed-in are its energy alone', () => {
    const { feedin, gridTariff } = ask({ feedin: fixed, grid, include: all }, book);
    expect([hourAt('12:00', feedin), gridTariff]).toEqual([{ energy: 0.22 }, undefined]);
  });

  it('a grid tariff alone has no series and is not named', () => {
    expect(ask({ grid }, book)).toEqual({ marks: {} });
  });

  it('VAT and levies are read at the local date of each point', () => {
    const change = [
      { from: '2020-01-01', value: 0.05 },
      { from: '2026-04-16', value: 0 },
    ];
    const { consumption = [] } = ask(
      { consumption: fixed, include: all },
      bookOf({ vat: [vat(0, { rates: change })] }),
    );
    expect(consumption.map((point) => point.vat)).toEqual([
      ...new Array(24).fill(0.22 * 0.05),
      ...new Array(24).fill(0),
    ]);
  });
});

describe('the network of an address', () => {
  const household: Tariff = { ...grid, id: 'household', companyId: 'south' };
  const book = bookOf({
    companies: new Map([['south', { id: 'south', name: 'South', householdTariff: 'household' }]]),
    tariffs: new Map([['household', household]]),
    levies: [
      levy('concession', 0.0132),
      levy('concession', 0.02, { scope: { operators: ['south'] } }),
      levy('concession', 0.03, { scope: { operators: ['south'], postalCodes: ['99'] } }),
      levy('concession', 0.01, { scope: { operators: ['north'] } }),
    ],
    vat: [vat(0.19), vat(0, { scope: { postalCodes: ['99'] } })],
  });
  const served = { consumption: fixed, operator: 'south', include: all };

  it.each<[string, Partial<Question>, string | undefined, number, number]>([
    ['no address: country-wide levies', { consumption: fixed, include: all }, undefined, 0.0132, 0.044308],
    ['an operator’s address', { ...served, postalCode: '10115' }, 'household', 0.02, 0.0646],
    ['a code with rows of its own', { ...served, postalCode: '99000' }, 'household', 0.03, 0],
    [
      'another operator’s tariff: its levies, the address’s VAT',
      { ...served, postalCode: '99000', grid },
      'grid',
      0.01,
      0,
    ],
    ['a grid tariff without an address', { consumption: fixed, include: all, grid }, 'grid', 0.0132, 0.063308],
  ])('%s', (_, question, gridId, fees, vat) => {
    const { consumption, gridTariff } = ask(question, book);
    const hour = hourAt('12:00', consumption);
    expect([gridTariff?.id, hour.fees, hour.vat]).toEqual([gridId, fees, vat]);
  });

  it('is the national tariff where the market has one', () => {
    const national = bookOf({ network: { national: 'household' }, tariffs: book.tariffs });
    expect(ask({ consumption: fixed }, national).gridTariff?.id).toBe('household');
    expect(ask({ feedin: fixed }, national).gridTariff).toBeUndefined();
  });
});

describe('a bundled rate', () => {
  const bundled = { ...fixed, bundled: true };
  const book = bookOf({
    network: { national: 'grid' },
    tariffs: new Map([['grid', grid]]),
    levies: [
      levy('duty', 0.02),
      levy('inside', 0.01, { component: 'grid', scope: { operators: ['north'] } }),
      levy('local', 0.005, { scope: { postalCodes: ['99'] } }),
    ],
    vat: [vat(0.25)],
  });

  // Promise P-645 use/catalogue: `bundled` is energy, network and levies together
  it('is energy, the own network with the levies inside it, and country-wide fees together', () => {
    const parts = hourAt('12:00', ask({ consumption: bundled, include: all }, book).consumption);
    expect(parts).toEqual({ energy: 0.09, grid: 0.11, fees: 0.02, vat: 0.055 });
  });

  it('a levy of one place comes on top', () => {
    const parts = hourAt('12:00', ask({ consumption: bundled, include: all, postalCode: '99000' }, book).consumption);
    expect(parts).toEqual({ energy: 0.09, grid: 0.11, fees: 0.025, vat: 0.05625 });
  });
});

describe('the window and the version', () => {
  it.each([
    ['a spot tariff ends with the last published delivery day', spotTariff, 0, today.start, today.end],
    ['a fixed one with the local tomorrow', fixed, 0, today.start, at('2026-04-16T22:00:00Z')],
    ['earlier days come before', spotTariff, 3, at('2026-04-11T22:00:00Z'), today.end],
  ])('%s', (_, consumption, historicDays, start, end) => {
    const { consumption: points = [] } = ask({ consumption, historicDays });
    expect([points[0]?.start, points.at(-1)?.end, points.length]).toEqual([start, end, (end - start) / 3600]);
  });

  it('nothing published is a series without points', () => {
    const nothing = exchangeOf(today.start, () => 0);
    const question = { now, consumption: spotTariff, historicDays: 0, include: all, resolution: 900 } as const;
    expect(priceSeries(question, bookOf(), nothing)).toEqual({ consumption: [], marks: {} });
  });

  it.each([
    [undefined, 0.22],
    ['20250615', 0.21],
    ['20240101', 0.2],
  ])('a contract signed on %s is priced at %d', (version, energy) => {
    const { consumption } = ask({ consumption: fixed, ...(version && { version }) });
    expect(hourAt('12:00', consumption)).toEqual({ energy });
  });

  it('a contract signed at a fixed price is served to the end of tomorrow, though it is sold on the exchange today', () => {
    const nowSpot = tariffOf('now spot', { '20250101': flat(0.2), '20260101': spot });
    const signed = ask({ consumption: nowSpot, version: '20250615' }).consumption ?? [];
    const sold = ask({ consumption: nowSpot }).consumption ?? [];
    expect([signed.at(-1)?.end, sold.at(-1)?.end]).toEqual([at('2026-04-16T22:00:00Z'), today.end]);
  });

  it('the grid tariff is priced as of today whatever the version', () => {
    const older = tariffOf('older', { '20200101': flat(9), '20260101': flat(0.1) }, { sector: 'grid' });
    expect(hourAt('12:00', ask({ consumption: fixed, grid: older, version: '20240101' }).consumption).grid).toBe(0.1);
  });
});

describe('laws', () => {
  const rule = fc.record({
    kind: fc.constant('spot' as const),
    zone: fc.constant('DE-LU'),
    settlement: fc.constantFrom(900 as const, 1800 as const, 3600 as const),
    coefficient: fc.double({ min: 0, max: 2, noNaN: true }),
    margin: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
    floor: fc.constant(-0.2),
    cap: fc.constant(0.4),
  });
  const book = bookOf({ levies: [levy('duty', 0.02), levy('share', 0.05, { basis: 'share' })], vat: [vat(0.19)] });
  const mean = (points: readonly PricePoint[], name: ComponentName) =>
    points.reduce((sum, point) => sum + (point[name] ?? Number.NaN) * (point.end - point.start), 0) / 86_400;

  it('the mean of a day is the same in every resolution', () => {
    fc.assert(
      fc.property(rule, (price) => {
        const consumption = tariffOf('any', { '20250101': price });
        const series = ([3600, 1800, 900] as const).map(
          (resolution) => ask({ consumption, grid, include: all, resolution }, book).consumption ?? [],
        );
        for (const name of ['energy', 'grid', 'fees', 'vat'] as const) {
          const [hourly, ...finer] = series.map((points) => mean(points, name));
          for (const other of finer) expect(other).toBeCloseTo(hourly ?? Number.NaN, 12);
        }
      }),
      { seed: 20_260_415, numRuns: 50 },
    );
  });
});

describe('a network charge that is a share of the exchange price', () => {
  const shared = tariffOf(
    'shared',
    { '20250101': { ...spot, coefficient: 0.05 } },
    { sector: 'grid', type: 'dynamic' },
  );

  it('ends the series of a fixed contract where the exchange price is not published', () => {
    const { consumption = [] } = ask({ consumption: fixed, grid: shared });
    expect([consumption[0]?.start, consumption.at(-1)?.end]).toEqual([today.start, today.end]);
    expect(consumption.every(({ grid }) => grid !== undefined)).toBe(true);
    expect(ask({ consumption: fixed, grid }).consumption?.at(-1)?.end).toBeGreaterThan(today.end);
  });
});
