import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { countryCode, countryCodes } from '../core/markets.ts';
import { type Instant, utcTime } from '../core/time.ts';
import { meterUnits } from '../metering/amount.ts';
import { refuseSize } from '../metering/decode.ts';
import { joinedMeters } from '../metering/join-meters.ts';
import { isMeterFileError } from '../metering/meter-file-error.ts';
import { readMeter } from '../metering/read-meter.ts';
import type { MeterColumns, MeterFile, MeterOptions } from '../metering/types.ts';
import { billCsv } from '../runtime/comparison/bill-csv.ts';
import { contractBills } from '../runtime/comparison/contract-bills.ts';
import { contractCosts } from '../runtime/comparison/contract-costs.ts';
import { costHoldings } from '../runtime/comparison/cost-holdings.ts';
import { CostQuestionError } from '../runtime/comparison/cost-place.ts';
import { foreignClock } from '../runtime/comparison/file-clock.ts';
import { cacheFolder } from '../runtime/live/shared-live.ts';
import { alternativesOf, billFlags, billOptions, homeOf } from './bills/flags.ts';
import { billReport } from './bills/report.ts';
import { compareReport } from './compare-report.ts';
import { defaultFigures } from './figures/default-folder.ts';
import { checked, split, textFlag, UsageError } from './flags.ts';

/** `dayahead-service compare --meter FILE… --country CC`: what each contract would have cost over the time of a meter file. */

const oneOf = <T extends string>(flag: string, allowed: readonly [T, ...T[]]) =>
  z.enum(allowed, `--${flag} must be one of ${allowed.join(', ')}`).optional();
const [unit = 'kWh', ...units] = meterUnits;

const flags = z
  .object({
    meter: z.array(z.string().min(1)).default([]),
    country: z
      .string('--country must be given, e.g. AT')
      .transform((typed) => countryCode(typed))
      .refine((code) => code !== undefined, `--country must be one of ${countryCodes.join(', ')}`),
    format: textFlag('format'),
    columns: z.array(z.string()).optional().transform(readColumns),
    unit: oneOf('unit', [unit, ...units]),
    direction: oneOf('direction', ['consumption', 'feed-in']),
    point: textFlag('point'),
    cumulative: oneOf('cumulative', ['yes', 'no']),
    'postal-code': textFlag('postal-code'),
    grid: textFlag('grid'),
    tariff: z.array(z.string()).optional(),
    shift: z
      .string()
      .regex(/^\d{1,4}([.,]\d{1,3})?$/, '--shift must be kWh per day, e.g. 4')
      .transform((typed) => Number(typed.replace(',', '.')))
      .optional(),
    json: z.boolean().optional(),
    ...billFlags,
    catalogue: textFlag('catalogue'),
    prices: textFlag('prices'),
    own: textFlag('own'),
    keep: textFlag('keep'),
    figures: textFlag('figures'),
  })
  .refine(
    ({ bill, csv, choice, contracted, fuse, instead }) => bill || !(csv || choice || contracted || fuse || instead),
    {
      error: '--csv, --choice, --contracted, --fuse and --instead need --bill',
    },
  )
  .refine(({ json, csv }) => !(json && csv), { error: '--csv and --json cannot both be given' });

const string = { type: 'string' } as const;
const boolean = { type: 'boolean' } as const;
const several = { type: 'string', multiple: true } as const;
const options = {
  ...{ meter: several, country: string, format: string, columns: several, unit: string, direction: string },
  ...{ point: string, cumulative: string, 'postal-code': string, grid: string, tariff: several, shift: string },
  ...billOptions,
  ...{ json: boolean, catalogue: string, prices: string, own: string, keep: string, figures: string },
} as const;

/** The lines to print, and whether some contract could be reckoned as a whole. */
export interface CompareOutcome {
  readonly lines: readonly string[];
  readonly isDone: boolean;
}

/**
 * Reads the files and reckons the contracts. Throws a `UsageError` for a command line that cannot be followed and an `Error`
 * for a file that cannot be read.
 */
export function compareCommand(args: readonly string[], now: Instant): CompareOutcome {
  const { values, positionals } = split({ args, options, allowPositionals: true });
  const given = checked(flags, values);
  const {
    country,
    catalogue,
    own,
    figures = defaultFigures(),
    keep = join(cacheFolder(), 'prices'),
    shift,
    json,
  } = given;
  const names = [...given.meter, ...positionals];
  if (names.length === 0) throw new UsageError('--meter must be given: the file of the meter');
  if (country === undefined) throw new UsageError('--country must be given, e.g. AT');
  const read = names.map((name) => readFileAt(name, meterOptions(given)));
  const metered = about(names.join(', '), () => joinedMeters(read));
  const { book, ...held } = costHoldings({ catalogue, own, keep, figures, prices: given.prices }, country, now);
  if (!book) throw new UsageError(`--country ${country}: no contract for this country is known`);
  const question = { country, postalCode: given['postal-code'], grid: given.grid, tariffs: given.tariff };
  const costs = asked(() => contractCosts({ ...question, shiftKwh: shift }, book, metered, held));
  const bills = given.bill
    ? asked(() =>
        contractBills(
          { ...question, home: homeOf(given), alternatives: alternativesOf(given) },
          book,
          metered,
          held.exchange,
        ),
      )
    : undefined;
  if (given.csv && bills) return { isDone: bills.bills.length > 0, lines: billCsv(bills, costs.currency) };
  const isDone = [...costs.contracts, ...costs.feedins].some(({ unpriced }) => unpriced.length === 0);
  const recognised = read.map((each) => each.recognised);
  const otherZone = foreignClock(
    recognised.map(({ zone }) => zone),
    country,
  );
  const facts = { files: recognised, findings: metered.findings, ...(otherZone !== undefined && { otherZone }) };
  if (json) return { isDone, lines: [jsonOf({ ...facts, ...costs, ...bills })] };
  const billed = bills ? billReport(bills, costs.currency, given.tariff !== undefined) : [];
  return { isDone, lines: [...compareReport(facts, costs), ...billed] };
}

/** Instants as RFC 3339. */
const jsonOf = (value: object) =>
  JSON.stringify(value, (key, each) =>
    (key === 'start' || key === 'end') && typeof each === 'number' ? utcTime(each) : each,
  );

function meterOptions({
  country,
  format,
  columns,
  unit,
  direction,
  point,
  cumulative,
}: z.output<typeof flags>): MeterOptions {
  return {
    ...(country && { country }),
    ...(format !== undefined && { format }),
    ...(columns && { columns }),
    ...(unit && { unit }),
    ...(direction && { direction }),
    ...(point !== undefined && { meter: point }),
    ...(cumulative && { cumulative: cumulative === 'yes' }),
  };
}

/** `start=Date`, `consumption=3`: a column by its name or its number. */
function readColumns(typed: readonly string[] | undefined, context: z.RefinementCtx): MeterColumns | undefined {
  if (!typed) return undefined;
  const columns: Record<string, (string | number)[]> = {};
  for (const one of typed) {
    const [, key = '', name = ''] = /^(start|end|consumption|feed-in)=(.+)$/.exec(one) ?? [];
    if (key === '')
      context.addIssue(`--columns must be start=, end=, consumption= or feed-in= with a column, not ${one}`);
    columns[key] = [...(columns[key] ?? []), /^\d+$/.test(name) ? Number(name) : name];
  }
  const { 'feed-in': feedIn, ...others } = columns;
  return { ...others, ...(feedIn && { feedIn }) };
}

function readFileAt(name: string, options: MeterOptions): MeterFile {
  return about(name, () => {
    const stats = statSync(name);
    if (stats.isDirectory()) throw new Error(`${name}: this is a folder: --meter takes the files in it`);
    refuseSize(stats.size);
    return readMeter(readFileSync(name), options);
  });
}

/** An error of a meter file with the name of the file. */
function about<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!isMeterFileError(cause)) throw cause;
    const flag = cause.key === 'several-meters' ? ' --point chooses it.' : '';
    throw new Error(`${name}: ${cause.message}${flag}`, { cause });
  }
}

function asked<T>(reckon: () => T): T {
  try {
    return reckon();
  } catch (cause) {
    throw cause instanceof CostQuestionError ? new UsageError(cause.message, { cause }) : cause;
  }
}
