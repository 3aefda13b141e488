import { parseArgs } from 'node:util';
import { z } from 'zod';

export const usage =
  'usage: dayahead-service [--port N] [--host H] [--catalogue DIR] [--prices DIR] [--now ISO] [--delay MS] [--trust-proxy]';

/** A command line that cannot be followed; its message names the flag. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const wholeNumber = (flag: string, max: number) => {
  const message = `--${flag} must be a whole number from 0 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((n) => n <= max, message)
    .optional();
};

const text = (flag: string) => z.string().min(1, `--${flag} must not be empty`).optional();

const flags = z.object({
  port: wholeNumber('port', 65_535),
  host: text('host'),
  catalogue: text('catalogue'),
  prices: text('prices'),
  now: z.iso
    .datetime({ offset: true, error: '--now must be a time such as 2026-01-15T10:00:00Z or 2026-01-15T11:00:00+01:00' })
    .transform((iso) => Math.floor(Date.parse(iso) / 1000))
    .optional(),
  delay: wholeNumber('delay', 600_000),
  'trust-proxy': z.boolean().optional(),
});
/** `now` in UNIX seconds, `delay` in milliseconds. */
export type Flags = z.output<typeof flags>;

/** Reads the command line; throws a `UsageError` for a flag that is unknown, wrong or without its value. */
export function readFlags(args: readonly string[]): Flags {
  const read = flags.safeParse(split(args));
  if (read.success) return read.data;
  throw new UsageError(read.error.issues.map((issue) => issue.message).join('; '));
}

const string = { type: 'string' } as const;
const options = {
  port: string,
  host: string,
  catalogue: string,
  prices: string,
  now: string,
  delay: string,
  'trust-proxy': { type: 'boolean' },
} as const;

function split(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
