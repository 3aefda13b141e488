import { z } from 'zod';
import type { Span } from '../../core/time.ts';
import { type FeedReading, isoSeconds, jsonOf, many } from './feed-reading.ts';

/** What suppliers publish of their own prices. */

/** https://public.api.energyzero.nl: three days for each date asked, prices as text; `base` is without any tax. */
const quarterPrices = z.object({
  base: many(
    z.object({
      start: isoSeconds,
      end: isoSeconds,
      price: z.object({ value: z.string().regex(/^-?\d{1,4}(\.\d+)?$/, 'must be a number as text') }),
    }),
  ),
});

export function readEnergyZero(body: string, span: Span): FeedReading {
  const quotes = jsonOf(body, quarterPrices).base.map(({ start, end, price }) => ({
    start,
    end,
    price: Number(price.value),
  }));
  return { quotes: quotes.filter(({ start, end }) => span.start <= start && end <= span.end && start < end) };
}

/** https://api.octopus.energy, unit rates of a tariff: in pence, newest first; the price without VAT counts. */
const unitRates = z.object({
  next: z.string().nullish(),
  results: many(
    z.object({
      value_exc_vat: z.number(),
      valid_from: isoSeconds,
      valid_to: isoSeconds.nullable(),
      payment_method: z.string().nullish(),
    }),
  ),
});

const PENCE = 100;

export function readUnitRates(body: string, span: Span): FeedReading {
  const quotes = jsonOf(body, unitRates).results.flatMap((rate) => {
    const { valid_from: start, valid_to: end, value_exc_vat: pence } = rate;
    const ours = rate.payment_method !== 'NON_DIRECT_DEBIT' && end !== null && span.start <= start && end <= span.end;
    return ours ? { start, end, price: pence / PENCE } : [];
  });
  return { quotes, currency: 'GBP' };
}
