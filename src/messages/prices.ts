import { z } from 'zod';
import { MOST_PRICE } from '../core/components.ts';
import { isTimeZone } from '../core/time.ts';
import type { PricedSpan } from '../planner/types.ts';
import { instantOf, isoText } from './iso.ts';
import { MessageError, parse } from './parse.ts';

/** Prices of one market over time, per kWh, whatever the source. */
export interface MarketPrices {
  readonly spans: readonly PricedSpan[];
  /** Paid for export, where the source says so. */
  readonly feedin?: readonly PricedSpan[];
  /** IANA zone of the market, where the source says so. */
  readonly timeZone?: string;
}

const time = isoText.transform(instantOf);

/** More than a year of hours. */
const MOST_ENTRIES = 10_000;

const rate = z.number().min(-MOST_PRICE).max(MOST_PRICE).optional();

const entry = z
  .object({
    start: time,
    end: time.optional(),
    total: rate,
    value: rate,
    price: rate,
  })
  .refine((entry) => priceOf(entry) !== undefined, 'has none of total, value, price');
type Entry = z.infer<typeof entry>;

const timeZone = z.string().refine(isTimeZone, 'expected an IANA zone, as Europe/Berlin');
const some = z.array(z.unknown()).max(MOST_ENTRIES, `at most ${MOST_ENTRIES} prices`);
const list = some.min(1).pipe(z.array(entry));
const series = z
  .object({
    prices: some.pipe(z.array(entry)),
    feedin: some.pipe(z.array(entry)).default([]),
    timeZone: timeZone.optional(),
  })
  .refine(({ prices, feedin }) => prices.length + feedin.length > 0, {
    path: ['prices'],
    error: 'expected at least one price',
  });
const powerSaver = z.object({ priceData: list });

/** True of a payload that holds prices, by its keys; any other is a demand. */
export const isPrices = (payload: object): boolean =>
  Array.isArray(payload) || 'prices' in payload || 'priceData' in payload;

/**
 * A series payload, an array or `{prices}` of `{start, end?, total|value|price}`, or `{priceData: [{start, value}]}`.
 * Without an `end` an interval reaches to the next start, the last one as far as the one before it. Throws a
 * `MessageError` that names the entry; whether the intervals overlap is the planner's to judge.
 */
export function readPrices(payload: object): MarketPrices {
  if (Array.isArray(payload)) return { spans: spansOf(parse(list, payload)) };
  if ('priceData' in payload) return { spans: spansOf(parse(powerSaver, payload).priceData) };
  const { prices, feedin, timeZone } = parse(series, payload);
  return {
    spans: spansOf(prices),
    ...(feedin.length > 0 ? { feedin: spansOf(feedin) } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

const spansOf = (entries: readonly Entry[]): PricedSpan[] =>
  entries.map((entry, i) => ({ start: entry.start, end: endOf(entries, i), price: priceOf(entry) ?? Number.NaN }));

function endOf(entries: readonly Entry[], i: number): number {
  const { start, end } = entries[i] as Entry;
  const known = end ?? entries[i + 1]?.start;
  if (known !== undefined) return known;
  const before = entries[i - 1];
  if (!before) throw new MessageError(`${i}.end: a single price needs an end`);
  return start + (endOf(entries, i - 1) - before.start);
}

const priceOf = ({
  total,
  value,
  price,
}: {
  total?: number | undefined;
  value?: number | undefined;
  price?: number | undefined;
}) => total ?? value ?? price;
