import { type ParseArgsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { thrownText } from '../core/file-error.ts';
import { isLocalDate } from '../core/time.ts';

/** The synopsis of each command. `help/` has a line for each command and option in it. */
export const usage = `usage: dayahead-service [--port N] [--host H] [--catalogue DIR] [--prices DIR] [--own DIR] [--now ISO] [--delay MS]
                        [--trust-proxy] [--state STATE]
                        [--live] [--zone ZONE]... [--source FEED[=ADDRESS]]... [--keep DIR]
                        [--figures DIR] [--update-figures]
       dayahead-service check DIR [--catalogue DIR] [--prices DIR] [--figures DIR] [--now ISO|DAY]
       dayahead-service check --now DAY
       dayahead-service catalogue install FILE|HTTPS-ADDRESS [--yes] [--figures DIR]
       dayahead-service catalogue diff FILE|HTTPS-ADDRESS [--figures DIR]
       dayahead-service catalogue show [--figures DIR]
       dayahead-service compare --meter FILE [--meter FILE]... --country CC [--postal-code P] [--grid TARIFF] [--tariff ID]... [--shift KWH]
                        [--bill [--choice NAME]... [--contracted KW]... [--fuse A] [--instead KEY=VALUE]... [--csv]]
                        [--json] [--format F] [--columns KEY=COLUMN]... [--unit U] [--direction D] [--point ID]
                        [--cumulative yes|no] [--catalogue DIR] [--prices DIR] [--own DIR] [--figures DIR] [--keep DIR]
       dayahead-service doctor [--catalogue DIR] [--prices DIR] [--own DIR] [--figures DIR] [--live] [--zone ZONE]... [--keep DIR]
                        [--state STATE] [--host H] [--port N] [--json]
       dayahead-service feeds
       dayahead-service fetch --zone ZONE [--zone ZONE]... [--from DAY] [--to DAY] [--source FEED[=ADDRESS]]... [--keep DIR]
       dayahead-service import --zone ZONE --prices DIR [--per-euro N] FILE...
       dayahead-service account create|list|activate|deactivate|allow [ACCOUNT] --state STATE
                        [--new-things N] [--requests N] [--companies N] [--tariffs N]
       dayahead-service token issue|renew|revoke|list [ACCOUNT|TOKEN] --state STATE [--now ISO]
       dayahead-service move FILE --state postgres://USER@HOST/DATABASE`;

/** A command line that cannot be followed; its message names the flag. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const wholeNumber = (flag: string, max: number) => {
  const message = `--${flag} must be a whole number from 0 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((n) => n <= max, message)
    .optional();
};

export const textFlag = (flag: string) => z.string().min(1, `--${flag} must not be empty`).optional();

/** UNIX seconds. */
const instant = (allowed: string) =>
  z.iso
    .datetime({ offset: true, error: ({ input }) => `--now must be ${allowed}, got "${input}"` })
    .transform((iso) => Math.floor(Date.parse(iso) / 1000));
export const time = instant('a time such as 2026-01-15T10:00:00Z or 2026-01-15T11:00:00+01:00').optional();

/** A time, or a day. Noon by UTC stands for a day, because every market has that day then. */
export const dayOrTime = z
  .string()
  .transform((text) => (isLocalDate(text) ? `${text}T12:00:00Z` : text))
  .pipe(instant('a day such as 2026-01-15, or a time such as 2026-01-15T10:00:00Z'))
  .optional();

/** The flags that `--live` and `fetch` share. */
export const liveFlags = {
  zone: z.array(z.string()).optional(),
  source: z.array(z.string()).optional(),
  keep: textFlag('keep'),
};

export type LiveFlags = z.output<z.ZodObject<typeof liveFlags>>;

const flags = z
  .object({
    ...liveFlags,
    live: z.boolean().optional(),
    port: wholeNumber('port', 65_535),
    host: textFlag('host'),
    catalogue: textFlag('catalogue'),
    prices: textFlag('prices'),
    own: textFlag('own'),
    now: time,
    delay: wholeNumber('delay', 600_000),
    'trust-proxy': z.boolean().optional(),
    state: textFlag('state'),
    figures: textFlag('figures'),
    'update-figures': z.boolean().optional(),
  })
  .refine(({ live, zone, source, keep }) => live || [zone, source, keep].every((flag) => flag === undefined), {
    error: '--zone, --source and --keep need --live',
  })
  .refine(({ catalogue, figures, 'update-figures': update }) => catalogue === undefined || !(figures || update), {
    error: '--figures and --update-figures cannot be used with --catalogue, which has its own figures',
  })
  .refine(({ live, prices }) => !live || prices === undefined, {
    error: '--live fetches its own prices: leave out --prices',
  });
/** `now` in UNIX seconds, `delay` in milliseconds. */
export type Flags = z.output<typeof flags>;

const string = { type: 'string' } as const;
const several = { type: 'string', multiple: true } as const;
export const liveOptions = { zone: several, source: several, keep: string } as const;
const options = {
  ...liveOptions,
  live: { type: 'boolean' },
  port: string,
  host: string,
  catalogue: string,
  prices: string,
  own: string,
  now: string,
  delay: string,
  'trust-proxy': { type: 'boolean' },
  state: string,
  figures: string,
  'update-figures': { type: 'boolean' },
} as const;

/** Reads the flags of the service; throws a `UsageError` for a flag that is unknown, wrong or without its value. */
export const readFlags = (args: readonly string[]): Flags => checked(flags, split({ args, options }).values);

/** `parseArgs` with errors of our own as a `UsageError`. A negative number after an option is its value. */
export function split<const T extends Omit<ParseArgsConfig, 'args'>>(
  config: T & { readonly args: readonly string[] },
): ReturnType<typeof parseArgs<T>> {
  const args = config.args.flatMap((arg, i, all) => {
    if (isNegative(arg) && isOption(all[i - 1])) return [];
    return isOption(arg) && isNegative(all[i + 1]) ? `${arg}=${all[i + 1]}` : arg;
  });
  try {
    return parseArgs<T>({ ...config, args });
  } catch (cause) {
    throw new UsageError(splitText(thrownText(cause)), { cause });
  }
}

const isNegative = (arg = ''): boolean => /^-\d/.test(arg);
const isOption = (arg = ''): boolean => /^--[\w-]+$/.test(arg);

/** An error of `parseArgs` in our words. An unexpected argument that may have a password is not repeated. */
function splitText(message: string): string {
  const [, argument] = /^Unexpected argument '([^']*)/.exec(message) ?? [];
  if (argument !== undefined)
    return `unexpected argument ${/:\/\/|@/.test(argument) ? '(an address)' : `"${argument}"`}`;
  const [, unknown] = /^Unknown option '([^']*)'/.exec(message) ?? [];
  if (unknown !== undefined) return `Unknown option "${unknown}"`;
  const [, flag] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
  if (flag === undefined) return message;
  return message.includes('does not take an argument') ? `${flag} takes no value` : `${flag} needs a value`;
}

/** The values as `schema` reads them; a `UsageError` has a message for each that is wrong. */
export function checked<T>(schema: z.ZodType<T>, values: unknown): T {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  throw new UsageError(read.error.issues.map((issue) => issue.message).join('; '));
}
