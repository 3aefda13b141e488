import { z } from 'zod';
import type { FormatHabits, ToldMeter } from '../entry.ts';
import { stampOf } from '../stamp.ts';
import type { MeterOptions } from '../types.ts';

/** A layout of a JSON document. */
export interface MeterDocument {
  readonly format: string;
  readonly zone?: string;
  readonly cumulative?: boolean;
  readonly habits?: FormatHabits;
  /** A key of the document, or of the first item where it is a list, that no other format has. */
  readonly key: string;
  /** Throws a `ZodError` for what does not fit. */
  read(json: unknown, options: MeterOptions): Pick<ToldMeter, 'unit' | 'entries'>;
}

/** A date and time or UNIX milliseconds. */
export const stamp = z.union([z.string(), z.int()]).transform((value, context) => {
  const read = stampOf(String(value));
  if (read) return read;
  context.addIssue('expected a date and time between 2000 and 2100');
  return z.NEVER;
});

/** A number, or its text with a decimal point; `undefined` for a value that is missing. */
export const jsonAmount = z
  .union([z.number(), z.string().regex(/^([+-]?\d+(\.\d+)?(e[+-]?\d+)?)?$/i, 'expected a number')])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? undefined : Number(value)));

/** `undefined` times anything stays `undefined`. */
export const scaled = (value: number | undefined, size: number): number | undefined =>
  value === undefined ? undefined : value * size;
