import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../../src/core/markets.ts';
import type { PricePoint } from '../../../src/core/series.ts';
import { localDate } from '../../../src/core/time.ts';
import type { Book } from '../../../src/pricing/book.ts';
import { resolveAddress, servingOperator } from '../../../src/pricing/place/address.ts';
import { priceSeries } from '../../../src/pricing/price-series.ts';
import type { Question } from '../../../src/pricing/question.ts';
import type { PriceRule, Tariff } from '../../../src/pricing/tariff.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';
import { replayed } from '../../../src/service/exchange/replay.ts';
import { at } from '../../support/service/pricing-fixture.ts';

const { books, sources } = loadCatalogue('data/catalogue');
const exchange = replayed(loadPrices('data/prices'));
const bookOf = (country: CountryCode): Book => books.get(country) ?? raise(`no book of ${country}`);
const raise = (message: string): never => {
  throw new Error(message);
};
const tariff = (book: Book, id: string) => book.tariffs.get(id) ?? raise(`no tariff ${id}`);

interface Asked extends Partial<Omit<Question, 'consumption' | 'grid' | 'now'>> {
  now: string;
  consumption: string;
  grid?: string;
}

function ask(country: CountryCode, { now, consumption, grid, ...rest }: Asked) {
  const book = bookOf(country);
  const question: Question = {
    now: at(now),
    consumption: tariff(book, consumption),
    ...(grid && { grid: tariff(book, grid) }),
    historicDays: 0,
    include: new Set(['fees', 'vat']),
    resolution: 900,
    ...rest,
  };
  return priceSeries(question, book, exchange).consumption ?? [];
}

const pointAt = (points: readonly PricePoint[], time: string) =>
  points.find(({ start }) => start === at(time)) ?? raise(`no point at ${time}`);
const minor = (value = Number.NaN) => Number((100 * value).toFixed(8));

describe('Denmark', () => {
  const january = { now: '2026-01-14T12:30:00Z', consumption: 'dk-example-spot-dk2', grid: 'dk-radius-c' };

  it.each([
    ['17:00', 87.88 + 4.3 + 7.2, 125.225],
    ['20:45', 99.38, 125.225],
    ['21:00', 29.29 + 4.3 + 7.2, 51.9875],
    ['03:00', 9.76 + 4.3 + 7.2, 27.575],
  ])(
    'dayahead rule 6: Radius in January 2026 at %s: network %d øre, all but energy %d øre with VAT',
    (time, network, total) => {
      const { energy = 0, grid = 0, fees = 0, vat } = pointAt(ask('DK', january), `2026-01-14T${time}:00+01:00`);
      expect([minor(grid), minor(fees)]).toEqual([Number(network.toFixed(8)), 0.8]);
      expect(minor((grid + fees) * 1.25)).toBe(total);
      expect(minor(vat)).toBeCloseTo(minor(0.25 * (energy + grid + fees)), 8);
    },
  );

  it.each([
    ['31 March prices 1 April on summer rates', '2026-03-31T12:30:00Z', 0, '2026-04-01T17:00:00+02:00', 41.4082],
    ['1 April prices 31 March on winter rates', '2026-04-01T08:00:00Z', 1, '2026-03-31T17:00:00+02:00', 87.88],
    ['30 September prices 1 October on winter rates', '2026-09-30T12:30:00Z', 0, '2026-10-01T17:00:00+02:00', 95.5573],
    ['30 September itself', '2026-09-30T12:30:00Z', 0, '2026-09-30T17:00:00+02:00', 41.4082],
    ['1 October prices 30 September on summer rates', '2026-10-01T08:00:00Z', 1, '2026-09-30T17:00:00+02:00', 41.4082],
    ['1 October itself', '2026-10-01T08:00:00Z', 1, '2026-10-01T17:00:00+02:00', 95.5573],
  ])('%s', (_, now, historicDays, time, rate) => {
    const { grid } = pointAt(ask('DK', { ...january, now, historicDays }), time);
    expect(minor(grid)).toBe(Number((rate + 4.3 + 7.2).toFixed(8)));
  });

  it('levies change with the year at local midnight', () => {
    const points = ask('DK', { ...january, now: '2025-12-31T12:30:00Z' });
    const fees = ['2025-12-31T23:45:00+01:00', '2026-01-01T00:00:00+01:00'].map((time) => pointAt(points, time).fees);
    expect(fees.map(minor)).toEqual([72, 0.8]);
  });

  it('17.925 ct on the exchange are 1.3372731 kr, with the margin 1.3772731', () => {
    const { energy } = pointAt(ask('DK', january), '2026-01-14T17:00:00+01:00');
    expect(energy).toBeCloseTo(0.17925 * 7.46038 + 0.04, 12);
    expect(energy).toBeCloseTo(1.3772731, 7);
  });

  it('weekends and holidays have rates of their own at FLOW', () => {
    const points = (now: string) => ask('DK', { ...january, now, grid: 'dk-flow-elnet-c' });
    const noon = ['2026-11-20', '2026-11-21', '2026-12-25'].map((day) =>
      minor(pointAt(points(`${day}T08:00:00Z`), `${day}T12:00:00+01:00`).grid),
    );
    expect(noon).toEqual([35.23, 23.37, 23.37]);
  });
});

describe('Germany', () => {
  const spring = { now: '2026-03-28T12:30:00Z', consumption: 'de-example-spot-15min' };

  it('dayahead rule 7: fees of 2026 without a postal code are 6.316 ct, with VAT 7.51604', () => {
    const [{ fees = 0 } = {}] = ask('DE', spring);
    expect([minor(fees), minor(fees * 1.19)]).toEqual([6.316, 7.51604]);
  });

  it.each([
    ['2026-03-28T12:30:00Z', '2026-03-29', 92, 23],
    ['2025-10-25T12:30:00Z', '2025-10-26', 100, 25],
    ['2026-10-24T12:30:00Z', '2026-10-25', 100, 25],
  ])('window rule 3: asked at %s, %s has %d quarter hours in %d hours', (now, date, quarters, hours) => {
    const of = (resolution: 900 | 3600) =>
      ask('DE', { ...spring, now, resolution }).filter(({ start }) => localDate(start, 'Europe/Berlin') === date);
    expect([of(900).length, of(3600).length]).toEqual([quarters, hours]);
  });

  it.each([
    ['de-netze-bw-module-3', '2026-01-14', '17:00', 11.06],
    ['de-netze-bw-module-3', '2026-01-14', '10:00', 3.03],
    ['de-stromnetz-berlin-module-3', '2026-01-14', '06:15', 2.61],
    ['de-stromnetz-berlin-module-3', '2026-01-14', '06:30', 7.46],
    ['de-bayernwerk-module-3', '2026-01-14', '18:00', 4.72],
    ['de-bayernwerk-module-3', '2026-04-14', '18:00', 9.03],
    ['de-avacon-module-3', '2026-01-14', '16:30', 8.41],
    ['de-avacon-module-3', '2026-06-14', '16:30', 6.04],
    ['de-westnetz-module-3', '2026-06-14', '19:45', 15.65],
    ['de-e-dis-module-3', '2026-11-14', '23:30', 0.55],
    ['de-n-ergie-module-3', '2026-06-14', '14:00', 2.38],
    ['de-bayernwerk-household', '2025-12-31', '18:00', 7.35],
    ['de-bayernwerk-module-3', '2025-12-31', '18:00', 9.73],
    ['de-bayernwerk-household', '2026-01-01', '18:00', 4.72],
    ['de-hamburg-module-3', '2026-12-01', '22:30', 2.51],
    ['de-hamburg-module-3', '2026-09-30', '22:30', 7.29],
    ['de-sw-schwaebisch-hall-module-3', '2026-11-14', '22:00', 1.11],
    ['de-sw-schwaebisch-hall-module-3', '2026-08-14', '22:00', 5.53],
  ])('postal_code rule 12: %s on %s at %s is %d ct', (grid, date, time, price) => {
    const points = ask('DE', { now: `${date}T12:30:00Z`, consumption: 'de-example-fixed', grid });
    const slot = Number(time.slice(0, 2)) * 4 + Number(time.slice(3)) / 15;
    expect(minor(points[slot]?.grid)).toBe(price);
  });

  it('postal_code rule 7: Helgoland pays no VAT and no electricity duty, but its network levies', () => {
    const [point] = ask('DE', { ...spring, postalCode: '27498', operator: 'de-example-network' });
    expect([minor(point?.fees), point?.vat]).toEqual([4.266, 0]);
  });

  it('postal_code rule 7: Büsingen takes its electricity from abroad: no operator, and refused', () => {
    const address = { code: '78266' };
    expect(servingOperator(bookOf('DE'), address)).toBeUndefined();
    expect(resolveAddress(bookOf('DE'), address)).toEqual({
      refusal: expect.stringContaining('Büsingen am Hochrhein'),
    });
  });
});

describe('Austria', () => {
  const noon = (grid: string, day: string, place: { postalCode?: string; operator?: string } = {}) => {
    const offset = day > '2026-03-28' && day < '2026-10-25' ? '+02:00' : '+01:00';
    const points = ask('AT', { now: `${day}T08:00:00Z`, consumption: 'at-example-fixed', grid, ...place });
    return pointAt(points, `${day}T12:00:00${offset}`);
  };

  it.each([
    // 6.98, at midday in summer 5.58, and losses of 0.7
    ['at-wien-household', '2026-07-15', 7.68],
    ['at-wien-level-7', '2026-07-15', 6.28],
    ['at-wien-level-7', '2026-03-31', 7.68],
    ['at-wien-level-7', '2027-07-15', 6.28],
    ['at-salzburg-household', '2026-07-15', 6.947],
    // 2025 is unknown
    ['at-wien-household', '2025-12-31', undefined],
  ])('%s at noon on %s is %d ct', (grid, day, price) => {
    const { grid: charge } = noon(grid, day);
    expect(charge === undefined ? undefined : minor(charge)).toBe(price);
  });

  it.each([
    // 14 of energy and 7.68 of network; 6 % to February, then 7 %
    ['Vienna', '1010', '2026-02-28', 0.62 + 0.1 + 0.06 * 21.68, 0.2],
    ['Vienna', '1010', '2026-03-01', 0.62 + 0.1 + 0.07 * 21.68, 0.2],
    ['Vienna', '1010', '2027-01-01', 0.62 + 1.5 + 0.07 * 21.68, 0.2],
    // 14 of energy alone
    ['Vienna', '1010', '2025-12-31', 0.796 + 1.5 + 0.06 * 14, 0.2],
    ['Salzburg', '5020', '2026-07-15', 0.62 + 0.1 + 0.3789, 0.2],
    ['Salzburg', '5020', '2025-12-31', 0.796 + 1.5, 0.2],
    ['Linz', '4020', '2026-07-15', 0.62 + 0.1, 0.2],
    ['Kleinwalsertal', '6991', '2026-07-15', 0.62 + 0.1, 0.19],
  ])('%s (%s) levies on %s %d ct, with VAT of %d', (_, postalCode, day, levies, rate) => {
    const operator = servingOperator(bookOf('AT'), { code: postalCode }) ?? raise('no operator');
    const { energy = 0, grid = 0, fees = 0, vat = 0 } = noon(`${operator}-household`, day, { postalCode, operator });
    expect(minor(fees)).toBeCloseTo(levies, 8);
    expect(vat / (energy + grid + fees)).toBeCloseTo(rate, 8);
  });
});

describe('the whole catalogue', () => {
  const consumption = [...books].flatMap(([country, book]) =>
    [...book.tariffs.values()]
      // Registers need an address; the sweep gives them one.
      .filter(({ sector, versions }) => sector === 'consumption' && versions[0].price.kind !== 'registers')
      .map(({ id }) => [country, id] as const),
  );

  it.each(consumption)('resolution rule 2: %s %s: the day’s mean is the same in every resolution', (country, id) => {
    const [hourly = 0, ...finer] = ([3600, 1800, 900] as const).map((resolution) => {
      const points = ask(country, { now: '2026-03-29T10:00:00Z', consumption: id, resolution }).slice(
        0,
        (23 * 3600) / resolution,
      );
      return (
        points.reduce((sum, point) => sum + (point.energy ?? Number.NaN) + (point.vat ?? Number.NaN), 0) / points.length
      );
    });
    for (const other of finer) expect(other).toBeCloseTo(hourly, 12);
  });

  it.each([
    ['AT', 14],
    ['BE', 14],
    ['CH', 30],
    ['CZ', 3],
    ['DE', 112],
    ['DK', 32],
    ['NO', 73],
    ['PL', 5],
    ['SE', 11],
  ] as const)('holds the charges of real network operators: %s %d', (country, count) => {
    const grid = [...bookOf(country).tariffs.values()].filter(({ sector }) => sector === 'grid');
    const real = grid.filter(({ name }) => !name.includes('example value'));
    expect(new Set(real.map(({ companyId }) => companyId)).size).toBe(count);
  });

  it('has ids of its own in every country', () => {
    for (const kind of ['companies', 'tariffs'] as const) {
      const ids = [...books.values()].flatMap((book) => [...book[kind].keys()]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it.each<[string, (rule: PriceRule, tariff: Tariff) => boolean]>([
    ['a coefficient', (rule) => rule.kind === 'spot' && rule.coefficient !== 1],
    ['a margin below zero', (rule) => rule.kind === 'spot' && rule.margin < 0],
    ['a cap', (rule) => rule.kind === 'spot' && rule.cap !== undefined],
    ['a floor', (rule) => rule.kind === 'spot' && rule.floor !== undefined],
    ['settlement by the quarter hour', (rule) => rule.kind === 'spot' && rule.settlement === 900],
    ['settlement by the half hour', (rule) => rule.kind === 'spot' && rule.settlement === 1800],
    ['settlement by the hour', (rule) => rule.kind === 'spot' && rule.settlement === 3600],
    ['one rate', (rule) => rule.kind === 'clock' && rule.rates.length === 1],
    [
      'a clock by the weekday',
      (rule) => rule.kind === 'clock' && rule.rates.some(({ when }) => when?.weekdays !== undefined),
    ],
    [
      'a clock by the holiday',
      (rule) => rule.kind === 'clock' && rule.rates.some(({ when }) => when?.days !== undefined),
    ],
    [
      'a clock by the quarter',
      (rule) => rule.kind === 'clock' && rule.rates.some(({ when }) => when?.months?.length === 6),
    ],
    ['two windows', (rule) => rule.kind === 'clock' && rule.rates.some(({ when }) => when?.hours?.length === 2)],
    ['a calendar, day by day', (rule) => rule.kind === 'calendar'],
    ['a rate of the month', (rule) => rule.kind === 'periods' && rule.periods[0]?.to === '2025-10-31'],
    ['registers', (rule) => rule.kind === 'registers'],
    ['a bundled price', (_, { bundled }) => bundled === true],
    ['a price per region', (_, { region }) => region !== undefined],
  ])('has a tariff with %s', (_, isSo) => {
    const tariffs = [...books.values()].flatMap((book) => [...book.tariffs.values()]);
    expect(tariffs.some((one) => one.versions.some(({ price }) => isSo(price, one)))).toBe(true);
  });

  it('knows the public holidays wherever a clock or a schedule asks for working days', () => {
    const asking = [...books].filter(([, { tariffs, schedules }]) =>
      JSON.stringify([[...tariffs.values()], schedules]).includes('"days":"'),
    );
    expect(asking.filter(([, { holidays }]) => holidays.rules.length === 0).map(([country]) => country)).toEqual([]);
    expect(asking.length).toBeGreaterThan(5);
  });

  it('says that spot prices are replayed in a notice per country, and in no name, which live prices have too', () => {
    for (const [country, book] of books) {
      const spot = [...book.tariffs.values()].filter(({ versions }) =>
        versions.some(({ price }) => price.kind === 'spot'),
      );
      expect(spot.filter(({ name }) => /replay|2025/.test(name))).toEqual([]);
      if (spot.length === 0) continue;
      const notices = sources.filter(({ countries }) => countries?.includes(country)).map(({ notice }) => notice);
      expect(notices.some((notice) => notice.includes('replay'))).toBe(true);
    }
  });
});
