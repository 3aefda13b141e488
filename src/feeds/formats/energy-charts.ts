import { z } from 'zod';
import type { Span } from '../../core/time.ts';
import { type FeedReading, jsonOf, listedQuotes, many, perKwh } from './feed-reading.ts';

/** https://api.energy-charts.info: one list of times, one of prices; always in euro, whatever the zone. */
const answer = z.object({
  unix_seconds: many(z.int()),
  price: many(z.number().nullable()),
  unit: z.literal(['EUR / MWh', 'EUR/MWh', 'No Unit']),
});

export function readEnergyChartsDays(body: string, span: Span): FeedReading {
  const { unix_seconds: starts, price } = jsonOf(body, answer);
  if (starts.length !== price.length) throw new Error('price: must have as many prices as unix_seconds');
  const listed = starts.map((start, i) => {
    const value = price[i];
    return { start, price: value == null ? null : perKwh(value) };
  });
  return { quotes: listedQuotes(listed, span) };
}
