import { describe, expect, it } from 'vitest';
import { markets } from '../../../src/core/markets.ts';
import type { PricePoint } from '../../../src/core/series.ts';
import { addDays, dashedDate, type LocalDate, localDay, wallTime } from '../../../src/core/time.ts';
import type { Book } from '../../../src/pricing/book.ts';
import { priceSeries } from '../../../src/pricing/price-series.ts';
import type { Tariff } from '../../../src/pricing/tariff.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';

const { books } = loadCatalogue('data/catalogue');

/** A supplier's flat price of one unit per kWh, so that every other component can be read from the series. */
const flat: Tariff = {
  id: 'flat',
  companyId: 'test',
  sector: 'consumption',
  name: 'flat',
  link: null,
  description: null,
  type: 'static',
  available: true,
  household: true,
  versions: [{ version: '20200101', available: true, price: { kind: 'clock', rates: [{ price: 1 }] } }],
};
const noExchange = { publication: () => ({ until: 0, next: 0 }), pointsOf: () => [] };

const gridTariffs = (book: Book) => [...book.tariffs.values()].filter(({ sector }) => sector === 'grid');

/** The days from 2025-12-01 on on which a levy, VAT or the network charge `grid` begins. */
function changeDays({ levies, vat }: Book, grid: Tariff): LocalDate[] {
  const ofGrid = grid.versions.flatMap(({ price }) => (price.kind === 'periods' ? price.periods : []));
  const rows = [...[...levies, ...vat].flatMap(({ rates }) => rates), ...ofGrid];
  const versions = grid.versions.map(({ version }) => dashedDate(version));
  return [...new Set([...rows.map(({ from }) => from), ...versions])].filter((date) => date >= '2025-12-01');
}

/** The points of `date` in an answer that is given at noon of `asked`. */
function pointsOn(book: Book, grid: Tariff, date: LocalDate, asked: LocalDate): PricePoint[] {
  const { timeZone } = markets[book.country];
  const now = wallTime(asked, '12:00', timeZone);
  const include = new Set(['fees', 'vat'] as const);
  const question = { now, consumption: flat, grid, historicDays: 0, include, resolution: 900 as const };
  const day = localDay(date, timeZone);
  const { consumption = [] } = priceSeries({ ...question, operator: grid.companyId }, book, noExchange);
  return consumption.filter(({ start }) => start >= day.start && start < day.end);
}

describe.each([...books.values()].filter((book) => gridTariffs(book).length > 0))(
  'the network charges of $country',
  (book) => {
    it('are on the eve of every change what they are on the day', () => {
      for (const grid of gridTariffs(book)) {
        if (grid.type === 'dynamic') continue;
        for (const date of changeDays(book, grid)) {
          const onEve = pointsOn(book, grid, date, addDays(date, -1));
          expect(onEve, `${grid.id} ${date}`).toEqual(pointsOn(book, grid, date, date));
          expect(onEve.length, `${grid.id} ${date}`).toBeGreaterThan(0);
        }
      }
    });
  },
);
