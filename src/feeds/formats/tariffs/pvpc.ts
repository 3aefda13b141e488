import { z } from 'zod';
import { HOUR_SECONDS, type LocalDate, type Span } from '../../../core/time.ts';
import { type FeedReading, jsonOf, many, perKwh } from '../feed-reading.ts';
import type { Quote } from '../quote.ts';

/**
 * https://api.esios.ree.es, archive 70: the regulated price of a day by the hour, EUR per MWh with a decimal comma, with
 * tolls and charges and without taxes. `PCB` is that of the mainland, the Balearics and the Canaries. Hours count on where the
 * clocks are set back, to `24-25`; where they are set forward `02-03` is left out.
 */
const hour = z.object({
  Dia: z.string(),
  Hora: z.string().regex(/^(0\d|1\d|2[0-4])-(0\d|1\d|2[0-5])$/, 'must be an hour as 00-01'),
  PCB: z.string().regex(/^-?\d{1,4},\d+$/, 'must be a number with a decimal comma'),
});
/** Of a day that is not published yet there is a message alone. */
const answer = z
  .object({ PVPC: many(hour).optional(), message: z.string().optional() })
  .refine(({ PVPC, message }) => PVPC ?? message, 'has no prices');

export function readPvpc(body: string, span: Span, date: LocalDate): FeedReading {
  const hours = (span.end - span.start) / HOUR_SECONDS;
  const { PVPC = [] } = jsonOf(body, answer);
  const quotes = PVPC.map(({ Dia, Hora, PCB }): Quote => {
    if (Dia !== date.split('-').toReversed().join('/')) throw new Error(`is not about ${date}`);
    const named = Number(Hora.slice(0, 2));
    const hour = hours === 23 && named > 2 ? named - 1 : named;
    if (hour >= hours || (hours === 23 && named === 2)) throw new Error(`has an hour that is none of ${date}`);
    const start = span.start + hour * HOUR_SECONDS;
    return { start, end: start + HOUR_SECONDS, price: perKwh(Number(PCB.replace(',', '.'))) };
  });
  return { quotes };
}
