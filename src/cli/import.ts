import { z } from 'zod';
import { readAll } from '../core/file-error.ts';
import { type AssembledDay, assemble } from '../feeds/formats/days.ts';
import { readPriceFile } from '../feeds/formats/read-file.ts';
import { type Written, writeDays } from '../feeds/zone-file.ts';
import { fileFactsOf } from '../feeds/zones.ts';
import { checked, split, UsageError } from './flags.ts';
import { oddities } from './import-report.ts';

/** `dayahead-service import --zone Z --prices DIR FILE…`: prices of others into the files that the service reads. */

const flags = z.object({
  zone: z
    .string('--zone must be given, e.g. DE-LU')
    .regex(/^[\w-]+$/, '--zone must be letters, digits, - and _, e.g. DE-LU'),
  prices: z.string('--prices must be given: the folder to write into').min(1, '--prices must not be empty'),
  'per-euro': z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, '--per-euro must be a number, e.g. 0.8735')
    .transform(Number)
    .refine((rate) => rate > 0, '--per-euro must be more than 0')
    .optional(),
});

const string = { type: 'string' } as const;
const options = { zone: string, prices: string, 'per-euro': string } as const;

/**
 * Reads the files, writes the whole delivery days among them, and returns what there is to say. Throws a `UsageError` for
 * a command line that cannot be followed and a `FileError` for a file that cannot be read, and
 * an `Error` where no delivery day is whole; then nothing is written.
 */
export function importCommand(args: readonly string[]): readonly string[] {
  const { values, positionals: files } = split({ args, options, allowPositionals: true });
  const { zone, prices: dir, 'per-euro': perEuro } = checked(flags, values);
  if (files.length === 0) throw new UsageError('import takes one or more files of prices');
  const readouts = readAll(files, (file) => ({
    file,
    ...readPriceFile(file, { zone, perEuro, ...fileFactsOf(zone) }),
  }));
  const assembled = assemble(readouts.flatMap(({ quotes }) => quotes));
  const whole = assembled.days.filter(({ holes }) => holes.length === 0);
  const sources = [...new Set(readouts.map(({ source }) => source))].join(', ');
  const notes = [
    ...readouts.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
    ...oddities(assembled),
  ];
  if (whole.length === 0) throw new Error([`${zone}: no complete delivery day`, ...notes].join('\n  '));
  const written = writeDays(dir, zone, whole, sources);
  return [`${zone}: ${describe(whole)} from ${sources}`, ...[...notes, summary(written)].map((line) => `  ${line}`)];
}

function describe(days: readonly AssembledDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  return first === last
    ? `delivery day ${first?.date}`
    : `${days.length} delivery days, ${first?.date} to ${last?.date},`;
}

function summary({ file, added, changed, unchanged }: Written): string {
  if (added + changed === 0) return `nothing new; ${file} is unchanged`;
  return `${added} new, ${changed} changed, ${unchanged} as before: ${file}`;
}
