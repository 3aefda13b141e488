import { describe, expect, it } from 'vitest';
import { type CountryCode, markets } from '../../../src/core/markets.ts';
import { normalisePostalCode } from '../../../src/core/postal-code.ts';
import { localDate, wallTime } from '../../../src/core/time.ts';
import { resolveAddress } from '../../../src/pricing/place/address.ts';
import { priceSeries } from '../../../src/pricing/price-series.ts';
import type { Tariff } from '../../../src/pricing/tariff.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';

/**
 * All-in prices worked out by hand from the sourced figures of November 2026, without a look at the catalogue: an
 * energy price of one unit, the network charge, the levies and VAT at three or more instants of each market, on both sides of
 * its dated changes. Figures are in hundredths of the currency per kWh (CZK, HUF: whole units) and without VAT.
 */

const { books } = loadCatalogue('data/catalogue');

interface Asked {
  readonly grid?: string;
  readonly postalCode?: string;
  /** A contract that follows the exchange. */
  readonly isSpot?: boolean;
}

const supply = (price: number, type: 'static' | 'dynamic'): Tariff => ({
  ...{ id: 'supply', companyId: 'supplier', sector: 'consumption', name: 'supply', link: null, description: null },
  ...{ type, available: true, household: true },
  versions: [{ version: '20200101', available: true, price: { kind: 'clock', rates: [{ price }] } }],
});
const noExchange = { publication: () => ({ until: 0, next: 0 }), pointsOf: () => [] };

const hundredths = (country: CountryCode) => (['CZK', 'HUF'].includes(markets[country].currency) ? 1 : 100);

/** Network, levies and the total with VAT of a kWh whose energy costs `energy`. */
function priceAt(country: CountryCode, local: string, energy: number, { grid, postalCode, isSpot }: Asked) {
  const book = books.get(country);
  if (!book) throw new Error(`no book of ${country}`);
  const { timeZone } = markets[country];
  const [date = '', time = ''] = local.split(' ');
  const now = wallTime(date, time, timeZone);
  const unit = hundredths(country);
  const gridTariff = grid === undefined ? undefined : book.tariffs.get(grid);
  if (grid !== undefined && !gridTariff) throw new Error(`no grid tariff ${grid}`);
  const code = postalCode === undefined ? undefined : normalisePostalCode(country, postalCode);
  const address = code && resolveAddress(book, code);
  if (address && 'refusal' in address) throw new Error(address.refusal);
  const { consumption = [] } = priceSeries(
    {
      ...{ now, historicDays: 0, resolution: 900, include: new Set(['fees', 'vat'] as const) },
      consumption: supply(energy / unit, isSpot ? 'dynamic' : 'static'),
      ...(gridTariff && { grid: gridTariff }),
      ...(code && { postalCode: code.code, ...address }),
    },
    book,
    noExchange,
  );
  const point = consumption.find(({ start }) => start === now);
  if (!point || localDate(point.start, timeZone) !== date) throw new Error(`no point at ${local}`);
  const { grid: network, fees = 0, vat = 0 } = point;
  const rounded = (value: number) => Number((value * unit).toFixed(4));
  return {
    grid: network === undefined ? null : rounded(network),
    fees: rounded(fees),
    total: rounded(energy / unit + (network ?? 0) + fees + vat),
  };
}

type Row = readonly [local: string, asked: Asked, grid: number | null, fees: number, total: number];

function agrees(country: CountryCode, energy: number, rows: readonly Row[]): void {
  it.each(rows)(`${country} %s %j`, (local, asked, grid, fees, total) => {
    const rounded = (value: number) => Number(value.toFixed(4));
    expect(priceAt(country, local, energy, asked)).toEqual({
      grid: grid === null ? null : rounded(grid),
      fees: rounded(fees),
      total: rounded(total),
    });
  });
}

describe('Austria, energy 10 ct', () => {
  const [duty, duty2027, support] = [0.1, 1.5, 0.62];
  const vienna = 6.98 + 0.7;
  agrees('AT', 10, [
    ['2026-02-28 12:00', { postalCode: '1010' }, vienna, duty + support + 0.06 * 17.68, 23.353],
    ['2026-03-01 12:00', { postalCode: '1010' }, vienna, duty + support + 0.07 * 17.68, 23.5651],
    ['2026-07-01 12:00', { postalCode: '1010' }, vienna, duty + support + 0.07 * 17.68, 23.5651],
    ['2026-07-01 12:00', { postalCode: '1010', isSpot: true }, 5.58 + 0.7, 0.72 + 0.07 * 16.28, 21.7675],
    ['2026-07-01 16:00', { postalCode: '1010', isSpot: true }, vienna, 0.72 + 0.07 * 17.68, 23.5651],
    ['2026-03-31 12:00', { postalCode: '1010', isSpot: true }, vienna, 0.72 + 0.07 * 17.68, 23.5651],
    ['2027-01-02 12:00', { postalCode: '1010' }, vienna, duty2027 + support + 0.07 * 17.68, 25.2451],
    ['2026-11-26 12:00', { postalCode: '5020' }, 6.59 + 0.357, duty + support + 0.3789, 21.6551],
    ['2026-11-26 12:00', { postalCode: '6991' }, 17.73 + 0.401, duty + support, 28.851 * 1.19],
    ['2025-12-15 12:00', { postalCode: '7000' }, null, 1.5 + 0.796, 12.296 * 1.2],
  ]);
});

describe('Germany, energy 10 ct', () => {
  const fees = 2.05 + 0.446 + 0.941 + 1.559 + 1.32;
  const fees2025 = 2.05 + 0.277 + 0.816 + 1.558 + 1.32;
  agrees('DE', 10, [
    ['2026-11-26 12:00', { grid: 'de-stromnetz-berlin-household' }, 7.46, fees, 28.2934],
    ['2026-11-26 18:00', { grid: 'de-stromnetz-berlin-module-3' }, 13.94, fees, 36.0046],
    ['2026-11-26 18:00', { grid: 'de-stromnetz-berlin-household' }, 7.46, fees, 28.2934],
    ['2026-11-26 12:00', { grid: 'de-westnetz-household' }, 9.53, fees, 30.7567],
    ['2026-11-26 12:00', { grid: 'de-bayernwerk-module-3' }, 4.72, fees, 25.0328],
    ['2026-07-01 12:00', { grid: 'de-bayernwerk-module-3' }, 0.47, fees, 19.9753],
    ['2026-12-31 12:00', { grid: 'de-netze-bw-household' }, 7.57, fees, 28.4243],
    ['2025-12-31 12:00', { grid: 'de-netze-bw-household' }, 9.73, fees2025, 30.6437],
    ['2025-12-31 18:00', { grid: 'de-netze-bw-module-3' }, 14.36, fees2025, 36.1534],
    ['2027-01-02 12:00', { grid: 'de-netze-bw-household' }, 7.57, fees, 28.4243],
  ]);
});

describe('the Netherlands, energy 10 ct', () => {
  agrees('NL', 10, [
    ['2025-12-31 12:00', { postalCode: '1012' }, 0, 10.154, 24.3863],
    ['2026-11-26 12:00', { postalCode: '1012' }, 0, 9.161, 23.1848],
    ['2027-01-02 12:00', { postalCode: '1012' }, 0, 8.8, 22.748],
  ]);
});

describe('Denmark, energy 50 øre', () => {
  agrees('DK', 50, [
    ['2026-01-14 18:00', { grid: 'dk-radius-c' }, 87.88 + 4.3 + 7.2, 0.8, 187.725],
    ['2026-09-15 18:00', { grid: 'dk-radius-c' }, 41.4082 + 11.5, 0.8, 129.6353],
    ['2026-11-26 18:00', { grid: 'dk-radius-c' }, 95.5573 + 11.5, 0.8, 197.3216],
    ['2026-11-26 12:00', { grid: 'dk-radius-c' }, 31.8524 + 11.5, 0.8, 117.6905],
    ['2027-01-02 18:00', { grid: 'dk-radius-c' }, 95.5573 + 10.5, 0.8, 196.0716],
    ['2025-12-15 18:00', { grid: 'dk-radius-c' }, 87.88 + 6.1 + 7.4, 72, 279.225],
  ]);
});

describe('France, energy 10 ct', () => {
  agrees('FR', 10, [
    ['2026-01-31 12:00', { grid: 'fr-network-base' }, 4.84, 2.998, 21.4056],
    ['2026-02-01 12:00', { grid: 'fr-network-base' }, 4.84, 3.085, 21.51],
    ['2026-07-31 12:00', { grid: 'fr-network-base' }, 4.84, 3.085, 21.51],
    ['2026-08-01 12:00', { grid: 'fr-network-base' }, 4.99, 3.085, 21.69],
    ['2026-11-26 12:00', { grid: 'fr-network-hc' }, 7.72, 3.085, 24.966],
    ['2026-11-26 23:30', { grid: 'fr-network-hc' }, 4.09, 3.085, 20.61],
    ['2026-09-15 12:00', { grid: 'fr-network-hc' }, 1.71, 3.085, 17.754],
  ]);
});

describe('Spain, energy 10 ct', () => {
  const p1 = 9.7553;
  const tax = 0.0511269632;
  agrees('ES', 10, [
    ['2026-03-20 12:00', { postalCode: '28001' }, p1, 19.7553 * tax, 19.7553 * (1 + tax) * 1.21],
    ['2026-04-15 12:00', { postalCode: '28001' }, p1, 0.1, 19.8553 * 1.1],
    ['2026-11-26 12:00', { postalCode: '28001' }, p1, 19.7553 * tax, 19.7553 * (1 + tax) * 1.21],
    ['2026-11-26 15:00', { postalCode: '28001' }, 2.9267, 12.9267 * tax, 12.9267 * (1 + tax) * 1.21],
    ['2026-11-28 12:00', { postalCode: '28001' }, 0.3292, 10.3292 * tax, 10.3292 * (1 + tax) * 1.21],
    ['2026-11-26 12:00', { postalCode: '35001' }, p1, 19.7553 * tax, 19.7553 * (1 + tax)],
  ]);
});

describe('Italy, energy 10 ct', () => {
  agrees('IT', 10, [
    ['2026-11-26 12:00', {}, 1.473, 3.0295 + 2.27, 18.4498],
    ['2027-01-02 12:00', {}, 1.473, 3.0295 + 2.27, 18.4498],
    ['2026-11-26 12:00', { postalCode: '23041' }, 1.473, 3.0295, 14.5025],
  ]);
});

describe('Portugal, energy 10 ct', () => {
  agrees('PT', 10, [
    ['2026-11-26 12:00', {}, 6.07, 0.1, 17.1402],
    ['2026-06-15 12:00', {}, 6.07, 0.1, 17.1402],
    ['2027-01-02 12:00', {}, 6.07, 0.1, 17.1402],
  ]);
});

describe('Hungary, energy 40 HUF', () => {
  agrees('HU', 40, [
    ['2026-01-15 12:00', {}, 23.4, 0, 80.518],
    ['2026-11-26 12:00', {}, 23.4, 0, 80.518],
    ['2027-01-02 12:00', {}, 23.4, 0, 80.518],
  ]);
});

describe('Sweden, energy 50 öre', () => {
  agrees('SE', 50, [
    ['2025-12-15 12:00', { grid: 'se-vattenfall-e4' }, 31.2, 43.9, 156.375],
    ['2026-11-26 12:00', { grid: 'se-vattenfall-e4' }, 35.6, 36, 152],
    ['2026-11-26 12:00', { grid: 'se-vattenfall-t4' }, 61.2, 36, 184],
    ['2026-11-28 12:00', { grid: 'se-vattenfall-t4' }, 24.4, 36, 138],
    ['2026-12-24 12:00', { grid: 'se-vattenfall-t4' }, 24.4, 36, 138],
    ['2026-05-31 12:00', { grid: 'se-ellevio-house' }, 5, 36, 113.75],
    ['2026-06-01 12:00', { grid: 'se-ellevio-house' }, 20.8, 36, 133.5],
    ['2025-12-31 12:00', { grid: 'se-goteborg-house' }, 20, 43.9, 142.375],
    ['2026-01-01 12:00', { grid: 'se-goteborg-house' }, 18.4, 36, 130.5],
    ['2026-08-31 12:00', { grid: 'se-jonkoping-house' }, 4.864, 36, 113.58],
    ['2026-09-01 12:00', { grid: 'se-jonkoping-house' }, 23.432, 36, 136.79],
    ['2027-01-02 12:00', { grid: 'se-ellevio-house' }, 20.8, 36, 133.5],
  ]);
});

describe('Norway, energy 50 øre', () => {
  agrees('NO', 50, [
    ['2026-11-26 12:00', { grid: 'no-elvia-grid' }, 28.99 + 1, 7.13, 108.9],
    ['2026-11-26 23:00', { grid: 'no-elvia-grid' }, 16.99 + 1, 7.13, 93.9],
    ['2026-11-28 12:00', { grid: 'no-elvia-grid' }, 16.99 + 1, 7.13, 93.9],
    ['2026-09-30 12:00', { grid: 'no-glitre-grid' }, 25.6 + 1, 7.13, 104.6625],
    ['2026-10-01 12:00', { grid: 'no-glitre-grid' }, 27.872 + 1, 7.13, 107.5025],
    ['2026-10-03 12:00', { grid: 'no-glitre-grid' }, 27.872 + 1, 7.13, 107.5025],
    ['2027-01-02 12:00', { grid: 'no-glitre-grid' }, 27.872 + 1, 7.13, 107.5025],
  ]);
});

describe('Finland, energy 10 ct', () => {
  agrees('FI', 10, [
    ['2026-03-31 12:00', { grid: 'fi-caruna-general' }, null, 2.253, 15.3775],
    ['2026-11-26 12:00', { grid: 'fi-helen-general' }, 3.76, 2.325, 20.1867],
    ['2026-11-26 12:00', { grid: 'fi-caruna-season' }, 5.36, 2.325, 22.1947],
    ['2026-11-29 12:00', { grid: 'fi-caruna-season' }, 2.57, 2.325, 18.6932],
    ['2026-12-26 12:00', { grid: 'fi-caruna-season' }, 5.36, 2.325, 22.1947],
    ['2026-11-26 22:30', { grid: 'fi-elenia-day-night' }, 2.2, 2.325, 18.2289],
  ]);
});

describe('Estonia, energy 10 ct', () => {
  agrees('EE', 10, [
    ['2026-04-30 12:00', { grid: 'ee-vork-2' }, 6.07, 0.84 + 0.21 + 0.758 + 0.373, 22.6312],
    ['2026-05-01 12:00', { grid: 'ee-vork-2' }, 3.51, 0.84 + 0.307 + 0.758 + 0.373, 19.5771],
    ['2026-11-26 12:00', { grid: 'ee-vork-2' }, 6.07, 2.278, 22.7515],
    ['2026-11-28 12:00', { grid: 'ee-vork-2' }, 3.51, 2.278, 19.5771],
  ]);
});

describe('Belgium, energy 10 ct', () => {
  const brussels = 12.2292 / 1.06;
  const night = (12.2292 - 6.0667 + 3.64) / 1.06;
  agrees('BE', 10, [
    ['2026-07-31 12:00', { grid: 'be-sibelga-single' }, brussels, 4.9407, 28.0664],
    ['2026-08-01 12:00', { grid: 'be-sibelga-single' }, brussels, 4.6, 27.7052],
    ['2026-11-26 23:00', { grid: 'be-sibelga-two-rate' }, night, 4.6, 25.2785],
    ['2026-11-28 12:00', { grid: 'be-sibelga-two-rate' }, night, 4.6, 25.2785],
    ['2026-11-26 12:00', { grid: 'be-sibelga-two-rate' }, brussels, 4.6, 27.7052],
  ]);
});

describe('Great Britain, energy 20 p', () => {
  agrees('GB', 20, [
    ['2026-09-30 12:00', {}, null, 0, 21],
    ['2026-10-01 12:00', {}, null, 0, 20],
    ['2027-03-31 12:00', {}, null, 0, 20],
    ['2027-04-01 12:00', {}, null, 0, 21],
  ]);
});

describe('Great Britain, a contract of a region', () => {
  const now = wallTime('2026-11-26', '12:00', 'Europe/London');
  const book = books.get('GB');
  it.each([
    ['signed, 2026-01-15: 3.0 p', { version: '20260115' }, 3],
    ['signed, 2026-05-15: 3.2 p', { version: '20260515' }, 3.2],
    ['asked for, as it has no day of signature: 3.2 p', {}, 3.2],
  ])('has the network charge of the quarter in which it was %s', (_, version, pence) => {
    const consumption = book?.tariffs.get('gb-example-standard-a');
    if (!book || !consumption) throw new Error('the contract of region A is not in the catalogue');
    const question = { now, historicDays: 0, resolution: 3600 as const, include: new Set<'fees'>(), consumption };
    const points =
      priceSeries({ ...question, ...version, operator: 'gb-region-a' }, book, noExchange).consumption ?? [];
    expect((points.find(({ start }) => start === now)?.grid ?? 0) * 100).toBeCloseTo(pence, 6);
  });
});

describe('Ireland, energy 10 ct', () => {
  agrees('IE', 10, [
    ['2026-01-15 12:00', {}, null, 0, 10.9],
    ['2026-11-26 12:00', {}, null, 0, 10.9],
    ['2027-01-02 12:00', {}, null, 0, 10.9],
  ]);
});

/** Where the split over network and levies is free, their sum counts. */
function agreesInSum(
  country: CountryCode,
  energy: number,
  rows: readonly (readonly [string, Asked, number, number])[],
): void {
  it.each(rows)(`${country} %s %j`, (local, asked, charges, total) => {
    const { grid, fees, total: answered } = priceAt(country, local, energy, asked);
    const rounded = (value: number) => Number(value.toFixed(4));
    expect([rounded((grid ?? 0) + fees), rounded(answered)]).toEqual([rounded(charges), rounded(total)]);
  });
}

describe('Switzerland, energy 10 Rp.', () => {
  const national = 2.3 + 0.27 + 0.41 + 0.05;
  agreesInSum('CH', 10, [
    ['2026-11-26 12:00', { grid: 'ch-ekz-400st' }, 7.95 + national, 20.98 * 1.081],
    ['2027-01-02 12:00', { grid: 'ch-ekz-400st' }, 7.8 + national, 20.83 * 1.081],
    ['2026-11-26 12:00', { grid: 'ch-ewz-nna' }, 11.92 + national, 24.95 * 1.081],
    ['2026-11-29 12:00', { grid: 'ch-ewz-nna' }, 5.97 + national, 19 * 1.081],
    ['2027-01-02 12:00', { grid: 'ch-ewz-nna' }, 12.6 + national, 25.63 * 1.081],
    ['2026-11-28 18:00', { grid: 'ch-sig-double' }, 11.1 + national, 24.13 * 1.081],
  ]);
});

describe('Poland, energy 40 gr', () => {
  const levies = 3.32 + 0.73 + 0.3 + 0.5;
  agreesInSum('PL', 40, [
    ['2026-01-31 12:00', { grid: 'pl-tauron-g11' }, 24.64 + levies - 0.01, 69.48 * 1.23],
    ['2026-02-01 12:00', { grid: 'pl-tauron-g11' }, 24.64 + levies, 69.49 * 1.23],
    ['2026-11-26 12:00', { grid: 'pl-tauron-g11' }, 24.64 + levies, 69.49 * 1.23],
    ['2026-11-26 13:30', { grid: 'pl-tauron-g12' }, 5.58 + levies, 50.43 * 1.23],
    ['2026-07-01 13:30', { grid: 'pl-tauron-g12' }, 28.41 + levies, 73.26 * 1.23],
    ['2026-07-01 15:30', { grid: 'pl-tauron-g12' }, 5.58 + levies, 50.43 * 1.23],
    ['2026-07-01 22:30', { grid: 'pl-tauron-g12' }, 28.41 + levies, 73.26 * 1.23],
    ['2026-12-24 12:00', { grid: 'pl-tauron-g12w' }, 5.12 + levies, 49.97 * 1.23],
    ['2027-01-02 12:00', { grid: 'pl-tauron-g11' }, 24.64 + levies, 69.49 * 1.23],
  ]);
});

describe('Czechia, energy 2 CZK', () => {
  const levies = 0.16424 + 0.0283;
  agreesInSum('CZ', 2, [
    ['2026-11-26 12:00', { grid: 'cz-cez-d02d' }, 2.07858 + levies, 4.27112 * 1.21],
    ['2026-11-27 11:45', { grid: 'cz-cez-d61d' }, 3.30667 + levies, 5.49921 * 1.21],
    ['2026-11-27 12:00', { grid: 'cz-cez-d61d' }, 0.1165 + levies, 2.30904 * 1.21],
    ['2026-11-29 21:45', { grid: 'cz-cez-d61d' }, 0.1165 + levies, 2.30904 * 1.21],
    ['2026-11-29 22:00', { grid: 'cz-cez-d61d' }, 3.30667 + levies, 5.49921 * 1.21],
    ['2027-01-02 12:00', { grid: 'cz-cez-d02d' }, 2.07858 + levies, 4.27112 * 1.21],
  ]);
});

describe('Portugal by two rates, energy 10 ct', () => {
  agrees('PT', 10, [
    ['2026-11-26 12:00', { grid: 'pt-network-bi' }, 8.35, 0.1, 19.557],
    ['2026-11-26 23:00', { grid: 'pt-network-bi' }, 1.58, 0.1, 12.3808],
    ['2026-07-15 10:45', { grid: 'pt-network-tri' }, 24.52, 0.1, 36.6972],
    ['2026-12-15 10:45', { grid: 'pt-network-tri' }, 4.12, 0.1, 15.0732],
    ['2026-12-15 09:15', { grid: 'pt-network-tri' }, 24.52, 0.1, 36.6972],
  ]);
});

/** Where the levies are not in the file, the network charge alone. */
function agreesInNetwork(country: CountryCode, rows: readonly (readonly [string, Asked, number])[]): void {
  it.each(rows)(`${country} %s %j`, (local, asked, grid) => {
    expect(priceAt(country, local, 10, asked).grid).toBe(grid);
  });
}

describe('the network charges of Lithuania, Slovenia and Flanders', () => {
  agreesInNetwork('LT', [
    ['2026-11-26 12:00', { grid: 'lt-eso-one-standard' }, 9.2],
    ['2026-11-26 07:30', { grid: 'lt-eso-two-standard' }, 10.7],
    ['2026-07-01 07:30', { grid: 'lt-eso-two-standard' }, 5.9],
    ['2026-07-01 08:30', { grid: 'lt-eso-two-standard' }, 10.7],
    ['2026-07-01 23:30', { grid: 'lt-eso-two-standard' }, 10.7],
    ['2026-11-28 12:00', { grid: 'lt-eso-two-standard' }, 5.9],
    ['2027-01-04 12:00', { grid: 'lt-eso-two-home' }, 9.1],
  ]);
  agreesInNetwork('SI', [
    ['2026-11-26 12:00', {}, 2.217],
    ['2026-11-26 15:00', {}, 1.998],
    ['2026-11-26 23:00', {}, 1.717],
    ['2026-11-28 12:00', {}, 1.998],
    ['2026-07-15 12:00', {}, 1.998],
    ['2026-07-18 23:00', {}, 1.299],
    ['2027-01-04 12:00', {}, 2.217],
  ]);
});

describe('the lines per kWh of published bills', () => {
  it('Brussels, the regulator’s simulation of 2026-09-09: six network lines of 3,500 kWh with 6 % VAT', () => {
    const { grid } = priceAt('BE', '2026-09-09 12:00', 10, { grid: 'be-sibelga-single' });
    const lines = [212.33, 80.7, 32.42, 20.18, 2.84, 79.54];
    const printed = lines.reduce((sum, line) => sum + line, 0);
    // Each of the six lines is rounded to the cent.
    expect(Math.abs(((grid ?? 0) / 100) * 3500 * 1.06 - printed)).toBeLessThan(6 * 0.005);
  });

  it('Flanders, Eneco to 2026-06-04: the excise of 15.09 kWh is 0.72 EUR', () => {
    const { fees } = priceAt('BE', '2026-03-01 12:00', 10, { grid: 'be-midden-vlaanderen-digital' });
    expect(((fees - 0.1926) / 100) * 15.09).toBeCloseTo(0.72, 2);
  });

  it('Stockholm, Tibber in June 2026: VAT of 25 % on 8.84 kronor is 2.21', () => {
    const { total, grid, fees } = priceAt('SE', '2026-06-20 12:00', 50, { grid: 'se-ellevio-house' });
    expect(8.84 * (total / (50 + (grid ?? 0) + fees) - 1)).toBeCloseTo(2.21, 4);
  });
});

describe('Greece, whose household network charge and levies are example values', () => {
  it.each(['2025-12-15 12:00', '2026-11-26 12:00', '2027-01-02 12:00'])(
    'takes 6 %% of VAT on all of them at %s',
    (local) => {
      const { grid, fees, total } = priceAt('GR', local, 10, {});
      expect(total).toBeCloseTo((10 + (grid ?? 0) + fees) * 1.06, 3);
    },
  );
});
