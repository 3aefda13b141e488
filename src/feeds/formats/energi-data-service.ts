import { z } from 'zod';
import type { Span } from '../../core/time.ts';
import { type FeedReading, jsonOf, listedQuotes, many, perKwh, ratesIn } from './feed-reading.ts';

/** https://www.energidataservice.dk, `DayAheadPrices`: UTC without saying so, in euro and, sometimes later, in kroner. */
const answer = z.object({
  total: z.int(),
  records: many(
    z.object({
      TimeUTC: z.iso.datetime({ local: true }).transform((iso) => Date.parse(`${iso.replace(/Z$/, '')}Z`) / 1000),
      PriceArea: z.string(),
      DayAheadPriceEUR: z.number().nullable(),
      DayAheadPriceDKK: z.number().nullish(),
    }),
  ),
});

export function readDayAheadRecords(body: string, span: Span, area: string): FeedReading {
  const { total, records } = jsonOf(body, answer);
  if (total > records.length) throw new Error(`holds ${records.length} of ${total} records`);
  if (records.some(({ PriceArea }) => PriceArea !== area)) throw new Error(`is not about ${area} alone`);
  const listed = records.map(({ TimeUTC, DayAheadPriceEUR: euro, DayAheadPriceDKK: kroner }) => ({
    start: TimeUTC,
    price: euro === null ? null : perKwh(euro),
    perEuro: euro && kroner ? kroner / euro : undefined,
  }));
  return { quotes: listedQuotes(listed, span), ...(area.startsWith('DK') && { perEuro: ratesIn(listed) }) };
}
