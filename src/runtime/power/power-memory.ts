import { z } from 'zod';
import { parse } from '../../messages/parse.ts';
import type { PowerSettings } from '../../messages/power/power.ts';
import type { PowerSource } from './power-source.ts';

const day = z.object({ date: z.string(), kw: z.array(z.number().nullable()) });

const source: z.ZodType<PowerSource> = z.object({
  forecast: z.object({ from: z.number(), kw: z.array(z.number()), at: z.number() }).nullable(),
  measured: z.object({
    days: z.array(day),
    quarter: z.object({ start: z.number(), sum: z.number(), seconds: z.number() }),
    last: z.object({ kw: z.number(), at: z.number() }).nullable(),
  }),
});

const memory = z.object({ schema: z.literal(1), kind: z.string(), source });

/** A source as a store keeps it. */
export const sourceMemory = ({ kind }: PowerSettings, source: PowerSource): object => ({ schema: 1, kind, source });

/** The source that a store kept; nothing of one that was of another kind. Throws a `MessageError` on what is none. */
export function readPowerSource(kept: unknown, settings: PowerSettings): PowerSource | undefined {
  const { kind, source } = parse(memory, kept);
  return kind === settings.kind ? source : undefined;
}
