import type { Dated } from '../../core/dated.ts';
import { addDays, type LocalDate } from '../../core/time.ts';
import type { FeedRequest, FeedTerms } from '../feed.ts';
import { isPlausibleRate } from './plausible-rate.ts';

/** The euro's reference rates of the European Central Bank: one a working day, about 16:00, which holds until the next. */
export const ecb: {
  readonly name: 'ecb';
  readonly publisher: string;
  readonly address: string;
  readonly terms: FeedTerms;
} = {
  name: 'ecb',
  publisher: 'European Central Bank',
  address: 'https://www.ecb.europa.eu',
  terms: {
    use: 'open',
    licence: 'free, with the source named',
    notice: 'Exchange rates: euro foreign exchange reference rates of the European Central Bank.',
    shareAlike: false,
  },
};

/** Units of a currency per euro, by currency; the rows of each are sorted by date. */
export type ReferenceRates = ReadonlyMap<string, readonly Dated<number>[]>;

/** The rates of the last ninety days, or those of the last working day alone. */
export const ratesRequest = (span: 'ninety-days' | 'last-day'): FeedRequest => ({
  path: `/stats/eurofxref/eurofxref-${span === 'last-day' ? 'daily' : 'hist-90d'}.xml`,
});

const cubes =
  /<Cube\s+(?:time=["'](\d{4}-\d\d-\d\d)["']|currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,9}(?:\.\d+)?)["'])/g;

/** Reads both; a rate that cannot be is left out. Throws an `Error` where none is left, or where two of a day differ. */
export function readReferenceRates(body: string): ReferenceRates {
  const rates = new Map<string, Dated<number>[]>();
  let from: LocalDate | undefined;
  for (const [, time, currency, rate] of body.matchAll(cubes)) {
    if (time) from = time;
    else if (from && currency && isPlausibleRate(currency, Number(rate))) {
      const rows = rates.get(currency) ?? [];
      if (rows.some((row) => row.from === from && row.value !== Number(rate)))
        throw new Error(`has two rates of ${currency} for ${from}`);
      rows.push({ from, value: Number(rate) });
      rates.set(currency, rows);
    }
  }
  if (rates.size === 0) throw new Error('holds no reference rates');
  return new Map([...rates].map(([currency, rows]) => [currency, sorted(rows)]));
}

/** Days up to the last rate for which they are kept: a whole long list, and what was missed before it. */
const KEPT = 120;

/** The rows of both, the older ones of them left out; of the same day those of `newer`. */
export function joinedRates(older: ReferenceRates, newer: ReferenceRates): ReferenceRates {
  const currencies = new Set([...older.keys(), ...newer.keys()]);
  return new Map(
    [...currencies].map((currency) => {
      const rows = [...(older.get(currency) ?? []), ...(newer.get(currency) ?? [])];
      return [currency, latest(sorted([...new Map(rows.map((row) => [row.from, row])).values()]))];
    }),
  );
}

/** From the rate on that held so many days before the last. */
function latest(rows: readonly Dated<number>[]): readonly Dated<number>[] {
  const last = rows.at(-1);
  if (!last) return rows;
  const since = addDays(last.from, -KEPT);
  const first = rows.findLastIndex(({ from }) => from <= since);
  return rows.slice(Math.max(0, first));
}

const sorted = (rows: readonly Dated<number>[]) => rows.toSorted((a, b) => (a.from < b.from ? -1 : 1));
