import { z } from 'zod';
import type { Span } from '../../core/time.ts';
import { type FeedReading, isoSeconds, jsonOf, listedQuotes, many, perKwh, ratesIn } from './feed-reading.ts';

/** Prices as small services list them, each with its beginning. */

/** elprisetjustnu.se and hvakosterstrommen.no: a file a day, in euro and at the rate `EXR`. */
const daily = many(z.object({ EUR_per_kWh: z.number().nullable(), EXR: z.number(), time_start: isoSeconds }));

export function readDailyList(body: string, span: Span): FeedReading {
  const listed = jsonOf(body, daily).map((entry) => ({
    start: entry.time_start,
    price: entry.EUR_per_kWh,
    perEuro: entry.EXR,
  }));
  const rates = ratesIn(listed.filter(({ start }) => span.start <= start && start < span.end));
  return { quotes: listedQuotes(listed, span), perEuro: rates };
}

/** dashboard.elering.ee: four countries in one answer, per MWh. */
const rows = many(z.object({ timestamp: z.int(), price: z.number().nullable() })).optional();
const elering = z.object({ success: z.literal(true), data: z.object({ ee: rows, lv: rows, lt: rows, fi: rows }) });
export type EleringCountry = keyof z.output<typeof elering>['data'];

export function readElering(body: string, span: Span, country: EleringCountry): FeedReading {
  const ours = jsonOf(body, elering).data[country];
  if (!ours) throw new Error(`is not about ${country}`);
  const listed = ours.map(({ timestamp, price }) => ({
    start: timestamp,
    price: price === null ? null : perKwh(price),
  }));
  return { quotes: listedQuotes(listed, span) };
}

/** api.spot-hinta.fi: the local today and tomorrow; `PriceWithTax` has the country's value added tax in it. */
const spotHinta = many(z.object({ DateTime: isoSeconds, PriceNoTax: z.number().nullable() }));

export function readSpotHinta(body: string, span: Span): FeedReading {
  const listed = jsonOf(body, spotHinta).map(({ DateTime: start, PriceNoTax: price }) => ({ start, price }));
  return { quotes: listedQuotes(listed, span) };
}
