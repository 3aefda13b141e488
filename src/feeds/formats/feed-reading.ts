import { z } from 'zod';
import type { Instant, LocalDate, Span } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { endsOf, type Quote } from './quote.ts';

/** What a feed has said of the days asked; nothing yet where it has no quotes. */
export interface FeedReading {
  readonly quotes: readonly Quote[];
  /** Of the quotes; the euro where it is left out. */
  readonly currency?: string;
  /** Why prices of a delivery day were left out; the day is then without them. */
  readonly leftOut?: ReadonlyMap<LocalDate, string>;
  /** The feed knows no such data: its first answer was 404. */
  readonly notFound?: boolean;
  /** Units of the market's currency per euro that the feed itself reckoned with, by delivery day. */
  readonly perEuro?: ReadonlyMap<LocalDate, number>;
}

/** A price of which only the beginning is given; `null` where there is none. */
export interface Listed {
  readonly start: Instant;
  readonly price: number | null;
}

/** The prices that begin in `span`; one that is missing leaves a hole. */
export function listedQuotes(listed: readonly Listed[], span: Span): Quote[] {
  const inside = listed
    .filter(({ start }) => span.start <= start && start < span.end)
    .sort((a, b) => a.start - b.start);
  const ends = endsOf(inside.map(({ start }) => start));
  return inside.flatMap(({ start, price }, i) => (price === null ? [] : { start, end: ends[i] ?? start, price }));
}

/** The rate of each delivery day, from the prices that show it best: the dearest ones. */
export function ratesIn(
  listed: readonly (Listed & { readonly perEuro: number | undefined })[],
): ReadonlyMap<LocalDate, number> {
  const rates = new Map<LocalDate, number>();
  for (const { start, perEuro } of listed.toSorted((a, b) => Math.abs(a.price ?? 0) - Math.abs(b.price ?? 0)))
    if (perEuro !== undefined && perEuro > 0) rates.set(deliveryDate(start), perEuro);
  return rates;
}

/** JSON that `schema` describes. Throws an `Error` that names the place; it never quotes the body, which may echo a token. */
export function jsonOf<T>(body: string, schema: z.ZodType<T>): T {
  const read = schema.safeParse(parsed(body));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`$${(issue?.path ?? []).map((key) => `.${String(key)}`).join('')}: ${issue?.message}`);
}

/** Twenty times what any answer has; a short text of many small lists would fill the memory. */
const MOST_PARTS = 50_000;

function parsed(body: string): unknown {
  let parts = 0;
  for (let i = 0; i < body.length; i++) if (body[i] === '{' || body[i] === '[') parts++;
  if (parts > MOST_PARTS) throw new Error(`has more than ${MOST_PARTS} lists and objects`);
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('is no JSON');
  }
}

/** More than a month of quarter hours; what is longer is refused unread, and not entry by entry. */
export const MOST_ENTRIES = 5000;

/** A list of what `schema` describes. */
export const many = <T>(schema: z.ZodType<T>) => z.array(z.unknown()).max(MOST_ENTRIES).pipe(z.array(schema));

/** A time with its offset, as UNIX seconds. */
export const isoSeconds = z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso) / 1000);

/** Per kWh, from a price per MWh. */
export const perKwh = (perMwh: number): number => perMwh / 1000;
