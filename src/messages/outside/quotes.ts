import { isDate } from 'node:util/types';
import { z } from 'zod';
import { type ComponentName, MOST_PRICE, type Priced, round6 } from '../../core/components.ts';
import { type CountryCode, countryCode } from '../../core/markets.ts';
import type { PricePoint } from '../../core/series.ts';
import { DAY_SECONDS, type Instant, MINUTE_SECONDS, utcTime } from '../../core/time.ts';
import type { Notice, PriceOrigin } from '../../core/vocabulary.ts';
import { instantOf, isoText } from '../iso.ts';
import { MessageError } from '../parse.ts';

/** The price of an interval as others send it. */
export interface QuotedPrice extends Priced {
  /** Minus infinity: it holds already. */
  readonly start: Instant;
  /** Left out: it lasts to the next one. Infinity: no end is known. */
  readonly end?: Instant | undefined;
}

/** The prices of one message of others. */
export interface ForeignPrices {
  readonly prices: readonly QuotedPrice[];
  readonly feedin?: readonly QuotedPrice[];
  /** Prices as they are expected. */
  readonly forecast?: readonly QuotedPrice[];
  /** Gains per kWh from waiting 1, 2, … days for such prices. */
  readonly forecastGains?: readonly number[] | undefined;
  readonly country?: CountryCode | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The markets that they can be of, where they do not tell which. */
  readonly soldIn?: readonly CountryCode[];
  /** The components of a complete price, of which they lack some; left out where they are complete. */
  readonly asked?: readonly ComponentName[];
  /** The origin that a series names; left out: they are of the one whose form they have. */
  readonly origin?: PriceOrigin | undefined;
  /** The credit that the sources of a series want. */
  readonly attribution?: readonly Notice[] | undefined;
  /** Every interval is as long as the shortest, so that a longer distance between two is a gap. */
  readonly even?: boolean;
}

/** More than a year of hours. */
const MOST_ENTRIES = 10_000;

/** ISO 8601, with a blank instead of `T` as Python prints it, or the date object of a function node, which is one of another realm. */
export const moment = z.preprocess((value) => {
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\d) /, '$1T');
  return isDate(value) && Number.isFinite(value.getTime()) ? value.toISOString() : value;
}, isoText.transform(instantOf));

export const amount = z.number().min(-MOST_PRICE).max(MOST_PRICE);

/** An amount per kWh from one in a smaller unit, of which `units` make one. */
export const amountPer = (units: number) =>
  z
    .number()
    .min(-units * MOST_PRICE)
    .max(units * MOST_PRICE)
    .transform((amount) => round6(amount / units));

/** Filled at most with so many that nobody is kept waiting. */
export const some = <T>(item: z.ZodType<T>) =>
  z.array(z.unknown()).max(MOST_ENTRIES, `at most ${MOST_ENTRIES} prices`).pipe(z.array(item));

/** ISO 4217; whatever is none is not said. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .optional()
  .catch(undefined);

/** What lies at `path` inside of `value`; `undefined` where nothing does. */
export const valueAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner ? Reflect.get(inner, key) : undefined),
    value,
  );

/** The market of a bidding zone, as `SE3`. */
export const countryOfArea = (area: string): CountryCode | undefined =>
  areaCountries[area] ?? countryCode(area.slice(0, 2));

/** Names of Norwegian zones by their towns, whose first letters are no code. */
const areaCountries: Readonly<Record<string, 'NO'>> = {
  Oslo: 'NO',
  'Kr.sand': 'NO',
  Bergen: 'NO',
  Molde: 'NO',
  'Tr.heim': 'NO',
  Tromsø: 'NO',
};

/** Gives an open start or end a time: the start of today or the end of tomorrow, in UTC. Leaves out what is over by then. */
export function withoutOpenEnds(quotes: readonly QuotedPrice[], now: Instant): QuotedPrice[] {
  const today = Math.floor(now / DAY_SECONDS) * DAY_SECONDS;
  return quotes.flatMap((quote) => {
    const isEndless = quote.end === Number.POSITIVE_INFINITY;
    if (!isEndless && quote.start !== Number.NEGATIVE_INFINITY) return [quote];
    const start = Math.max(quote.start, today);
    const end = isEndless ? today + 2 * DAY_SECONDS : quote.end;
    return end !== undefined && end <= start ? [] : [{ ...quote, start, end }];
  });
}

/** `quotes` in their order, each once. Throws a `MessageError` where two of them are about the same time. */
export function pointsOf(quotes: readonly QuotedPrice[], even = false): PricePoint[] {
  const once = [...new Map(quotes.map((quote) => [JSON.stringify(quote), quote])).values()];
  const sorted = once.sort((a, b) => a.start - b.start);
  const ends = endsOf(sorted, even);
  return sorted.map((quote, i) => {
    const end = ends[i] as Instant;
    if (quote.start % MINUTE_SECONDS || end % MINUTE_SECONDS)
      throw new MessageError(`${utcTime(quote.start)} is no whole minute`);
    if (end <= quote.start) throw new MessageError(`an interval from ${utcTime(quote.start)} ends before it begins`);
    const next = sorted[i + 1]?.start;
    if (next !== undefined && next < end) throw new MessageError(`two prices for ${utcTime(next)}`);
    return { ...quote, end };
  });
}

/** The ends, where they are missing: the next start; the last repeats the length before it. */
function endsOf(quotes: readonly QuotedPrice[], even: boolean): Instant[] {
  const steps = quotes.flatMap(({ start }, i) => (quotes[i + 1] ? [(quotes[i + 1] as QuotedPrice).start - start] : []));
  const step = even ? Math.min(...steps) : Number.POSITIVE_INFINITY;
  const ends: Instant[] = [];
  for (const [i, { start, end }] of quotes.entries()) {
    const known = end ?? (i < steps.length ? start + Math.min(step, steps[i] as number) : undefined);
    ends.push(known ?? lastEnd(quotes, ends, start, step));
  }
  return ends;
}

function lastEnd(quotes: readonly QuotedPrice[], ends: readonly Instant[], start: Instant, step: number): Instant {
  const before = ends.at(-1);
  if (before === undefined) throw new MessageError(`${quotes.length - 1}.end: a single price needs an end`);
  return start + Math.min(step, before - (quotes.at(-2) as QuotedPrice).start);
}
