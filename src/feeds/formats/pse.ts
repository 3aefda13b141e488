import { z } from 'zod';
import { type Instant, type LocalDate, offsetsOver, type Span } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { type FeedReading, jsonOf, many, perKwh } from './feed-reading.ts';
import type { Quote } from './quote.ts';

/** https://api.raporty.pse.pl, `csdac-pln`: `dtime` is the end of a quarter hour on the wall in Poland. */
const answer = z.object({
  value: many(z.object({ dtime: z.string(), business_date: z.string().optional(), csdac_pln: z.number().nullable() })),
  nextLink: z.string().optional(),
});

const WARSAW = 'Europe/Warsaw';

/** The query of the next page, or nothing where all quarter hours of `span` are there or none follows. */
export function pageAfter(bodies: readonly string[], span: Span): string | undefined {
  const pages = bodies.map((body) => jsonOf(body, answer));
  const rows = pages.reduce((sum, { value }) => sum + value.length, 0);
  const { nextLink = '' } = pages.at(-1) ?? {};
  return rows < (span.end - span.start) / QUARTER_HOUR ? /\?[\w$%&=.,'+~*-]*$/.exec(nextLink)?.[0] : undefined;
}

export function readPseQuarters(bodies: readonly string[], span: Span, date: LocalDate): FeedReading {
  const rows = bodies.flatMap((body) => jsonOf(body, answer).value);
  if (rows.some(({ business_date: day }) => day !== undefined && day !== date)) throw new Error(`is not about ${date}`);
  const free = quartersByEnd(span);
  const quotes = rows.flatMap(({ dtime, csdac_pln: zloty }): Quote[] => {
    // The hour that is repeated in autumn is marked by letters, or not at all: then the first comes first.
    const start = free.get(dtime.replace(/[ab]/, '').slice(0, 16))?.shift();
    if (start === undefined) throw new Error('has a dtime that is none of the day, or too often');
    return zloty === null ? [] : [{ start, end: start + QUARTER_HOUR, price: perKwh(zloty) }];
  });
  return { quotes, currency: 'PLN' };
}

/** The quarter hours of a day by what the clock shows at their end: in autumn some have the same. */
function quartersByEnd(span: Span): Map<string, Instant[]> {
  const offsetAt = offsetsOver({ start: span.start, end: span.end + QUARTER_HOUR }, WARSAW);
  const quarters = new Map<string, Instant[]>();
  for (let start = span.start; start < span.end; start += QUARTER_HOUR) {
    const end = start + QUARTER_HOUR;
    const shown = new Date((end + offsetAt(end)) * 1000).toISOString().slice(0, 16).replace('T', ' ');
    quarters.set(shown, [...(quarters.get(shown) ?? []), start]);
  }
  return quarters;
}
