import { z } from 'zod';
import type { Span } from '../../../core/time.ts';
import { type FeedReading, jsonOf, many } from '../feed-reading.ts';

/**
 * Swiss dynamic tariffs in the common form of the operators' association: a list of stretches, in each the values of the
 * tariff by unit, of which that per kWh counts. Values are in francs without VAT.
 */

/** With or without seconds, and with its offset: whoever leaves that out means some local time. */
const stamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/, 'must be a time with its offset')
  .transform((iso) => Date.parse(iso) / 1000)
  .refine(Number.isFinite);
const answer = z.object({
  prices: many(
    z.object({
      start_timestamp: stamp,
      end_timestamp: stamp,
      integrated: z.array(z.object({ unit: z.string(), value: z.number() })).max(20),
    }),
  ),
});
const PER_KWH = ['CHF_kWh', 'CHF/kWh'];

export function readVseTariff(body: string, span: Span): FeedReading {
  const quotes = jsonOf(body, answer).prices.map(({ start_timestamp: start, end_timestamp: end, integrated }) => {
    const [price, second] = integrated.filter(({ unit }) => PER_KWH.includes(unit));
    if (!price || second) throw new Error('has a stretch without one price per kWh');
    return { start, end, price: price.value };
  });
  return {
    quotes: quotes.filter(({ start, end }) => span.start <= start && end <= span.end && start < end),
    currency: 'CHF',
  };
}
