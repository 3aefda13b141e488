import type { LocalDate, Span } from '../../core/time.ts';
import { type FeedReading, perKwh } from './feed-reading.ts';

/** https://www.omie.es, `INT_PBC_EV_H`: a row of prices per country, a column per period of the delivery day; decimal commas. */

/** More than the file has; what is longer is not read on. */
const MOST_ROWS = 20;

const rowsOf = {
  // The file is ISO-8859-1: its accented letter may have become any other.
  ES: /^Precio marginal en el sistema espa.{1,2}ol \(EUR\/MWh\)$/,
  PT: /^Precio marginal en el sistema portugu.{1,2}s \(EUR\/MWh\)$/,
};

export function readOmieDay(body: string, span: Span, date: LocalDate, country: 'ES' | 'PT'): FeedReading {
  const rows = body.split(/\r?\n/, MOST_ROWS).map((line) => line.split(';').map((cell) => cell.trim()));
  const [title, day] = [rows[0]?.[0], rows[0]?.[3]];
  if (!title?.startsWith('OMIE')) throw new Error('is no file of OMIE');
  if (day !== date.split('-').toReversed().join('/')) throw new Error(`is not about ${date}`);
  const [row, second] = rows.filter(([name = '']) => rowsOf[country].test(name));
  if (second && String(second) !== String(row)) throw new Error(`has two rows of prices of ${country}`);
  if (!row) throw new Error(`has no prices of ${country}`);
  const prices = row.slice(1, row.findLastIndex((cell) => cell !== '') + 1);
  const step = (span.end - span.start) / prices.length;
  if (![900, 3600].includes(step)) throw new Error(`has ${prices.length} periods, which make no day`);
  return {
    quotes: prices.flatMap((text, i) => {
      if (text === '') return [];
      const start = span.start + i * step;
      return { start, end: start + step, price: perKwh(numberOf(text)) };
    }),
  };
}

function numberOf(text: string): number {
  if (!/^-?\d{1,5},\d+$/.test(text)) throw new Error('has a price that is no number with a decimal comma');
  return Number(text.replace(',', '.'));
}
