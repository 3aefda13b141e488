import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { CountryCode } from '../../core/markets.ts';
import { type Instant, localDate } from '../../core/time.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import { country } from '../../messages/selection.ts';
import { meterUnits } from '../../metering/amount.ts';
import { decodedMeterFile, LARGEST_METER_FILE } from '../../metering/decode.ts';
import { joinedMeters } from '../../metering/join-meters.ts';
import { tableHead } from '../../metering/layouts/recognised-table.ts';
import { isMeterFileError } from '../../metering/meter-file-error.ts';
import { readMeter } from '../../metering/read-meter.ts';
import type { MeterFile } from '../../metering/types.ts';
import { type ContractBills, type CountryHome, contractBills, homeIn } from './contract-bills.ts';
import { type ContractCosts, contractCosts } from './contract-costs.ts';
import { type CostPlaces, costHoldings } from './cost-holdings.ts';
import { CostQuestionError } from './cost-place.ts';
import { countryOfClock, foreignClock } from './file-clock.ts';

/** The answer to the files of a meter: the costs of the contracts, or why they cannot be told. */
export interface CostsAnswer {
  readonly costs?: ContractCosts;
  /** The bills of contracts that are no examples. */
  readonly bills?: ContractBills['bills'];
  /** The country that was chosen, else the one whose clock the files show. */
  readonly country?: CountryCode;
  /** The zone of a file whose layout is of another country. */
  readonly otherZone?: string;
  /** Nothing in a file shows whether its times are starts or ends. */
  readonly startOrEnd?: true;
  /** No network charge is known at the postal code: it was left out. */
  readonly withoutAddress?: true;
  /** The layouts that the files have, and the days of which readings are missing or odd. */
  readonly formats?: readonly string[];
  readonly oddDays?: number;
  /** A `MeterFileError` as its key and values, and the file where it is one's. */
  readonly problem?: {
    readonly file: string;
    readonly key: string;
    readonly values: Readonly<Record<string, string | number>>;
  };
  /** The first rows of a file of which someone is to say what its columns are. */
  readonly table?: readonly (readonly string[])[];
  /** Neither the choice nor a file tells the country, or no contract of it is held. */
  readonly refusal?: 'country' | 'contracts';
}

/** A column by its name in the header, or by its number from 1. */
const column = z.array(z.union([z.string().max(400), z.int().min(1).max(10_000)])).max(20);

/** Of as many years as a household has, by month. */
const MOST_FILES = 100;

const question = z.object({
  /** Empty where it is not chosen. */
  country: z.literal('').or(country),
  /** Of a file with several; empty for the only one. */
  meter: z.string().max(200).default(''),
  postalCode: z.string().max(16).default(''),
  /** What is what in a table of no known layout. */
  columns: z
    .object({
      start: column.exactOptional(),
      end: column.exactOptional(),
      consumption: column.exactOptional(),
      feedIn: column.exactOptional(),
    })
    .exactOptional(),
  unit: z.enum(meterUnits).exactOptional(),
  shiftKwh: z.number().min(0).max(1000).default(0),
  /** Packed by GZIP, in base 64. */
  files: z
    .array(z.object({ name: z.string(), data: z.string() }))
    .min(1)
    .max(MOST_FILES),
});

/** Bytes of all files of one question once they are unpacked: far more than the files of a household's years. */
const MAX_UNPACKED = 96_000_000;

/**
 * Reads the files of a question, of which nothing is kept, and reckons the contracts.
 * @param maxUnpacked bytes of all files together, unpacked.
 * @throws MessageError
 */
export function answerCosts(
  asked: unknown,
  { home, ...places }: CostPlaces & { readonly home?: CountryHome | undefined },
  now: Instant,
  maxUnpacked = MAX_UNPACKED,
): CostsAnswer {
  const { files, country: chosen, meter, columns, unit, ...address } = parse(question, asked);
  const options = {
    ...(chosen !== '' && { country: chosen }),
    ...(meter !== '' && { meter }),
    ...(columns && { columns }),
    ...(unit && { unit }),
  };
  let file = '';
  let bytes: Uint8Array = new Uint8Array();
  let remaining = maxUnpacked;
  try {
    const read = files.map(({ name, data }): MeterFile => {
      file = name;
      bytes = unpacked(data, remaining, maxUnpacked);
      remaining -= bytes.length;
      return readMeter(bytes, options);
    });
    file = files.map(({ name }) => name).join(', ');
    const metered = joinedMeters(read);
    const zones = read.map(({ recognised }) => recognised.zone);
    const country = chosen || countryOfClock(zones);
    if (!country) return { refusal: 'country' };
    const { book, ...held } = costHoldings(places, country, now);
    if (!book) return { refusal: 'contracts', country };
    const oddDays = oddDaysOf(read);
    const startOrEnd = metered.findings.some(({ reason }) => reason === 'start-or-end');
    const formats = [...new Set(read.map(({ recognised }) => recognised.format))];
    const otherZone = foreignClock(zones, country);
    const { grid, ...facts } = home ? homeIn(book, home) : {};
    const reckon = (typed: Address) => {
      // A postal code that is typed may be of another house.
      const question = { country, ...typed, ...(typed.postalCode === '' && { grid }) };
      return {
        costs: contractCosts(question, book, metered, held),
        bills: contractBills({ ...question, home: facts, examples: false }, book, metered, held.exchange).bills.filter(
          hasEnergy,
        ),
      };
    };
    const doubts = { ...(otherZone !== undefined && { otherZone }), ...(startOrEnd && { startOrEnd }) };
    return { ...reckoned(address, reckon), country, formats, oddDays, ...doubts };
  } catch (error) {
    if (!isMeterFileError(error)) throw error;
    if (chosen === '' && error.key === 'zone-needed') return { refusal: 'country' };
    const table = columns || error.key === 'unknown-format' ? tableHead(decodedMeterFile(bytes)) : [];
    const isTable = table.some((cells) => cells.length > 1);
    return { problem: { file, key: error.key, values: error.values }, ...(isTable && { table }) };
  }
}

/**
 * Days that the files go on to without a value, as to the end of the month, are not metered yet, and nothing is odd about them.
 * A doubt about all times of a file is none about its first day.
 */
function oddDaysOf(read: readonly MeterFile[]): number {
  const end = Math.max(...read.map(({ recognised }) => recognised.end));
  const odd = read.flatMap(({ findings, recognised: { zone } }) =>
    findings.filter(
      ({ kind, reason, date }) => reason !== 'start-or-end' && (kind !== 'missing' || date <= localDate(end - 1, zone)),
    ),
  );
  return new Set(odd.map(({ date }) => date)).size;
}

/** False of a contract whose energy is priced by example figures, such as an exchange rate. */
const hasEnergy = ({ missing }: ContractBills['bills'][number]) =>
  !missing.some(({ name, reason }) => name === 'energy' && reason === 'figure');

interface Address {
  readonly postalCode: string;
  readonly shiftKwh: number;
}

/** An address that leads to no network charge is left out. */
function reckoned(address: Address, reckon: (address: Address) => Pick<CostsAnswer, 'costs' | 'bills'>): CostsAnswer {
  try {
    return reckon(address);
  } catch (error) {
    if (!(error instanceof CostQuestionError) || address.postalCode === '') throw error;
    return { ...reckon({ ...address, postalCode: '' }), withoutAddress: true };
  }
}

function unpacked(data: string, remaining: number, maxUnpacked: number): Uint8Array {
  try {
    return gunzipSync(Buffer.from(data, 'base64'), {
      maxOutputLength: Math.max(1, Math.min(LARGEST_METER_FILE, remaining)),
    });
  } catch (cause) {
    const isTooLong = cause instanceof RangeError && remaining < LARGEST_METER_FILE;
    if (isTooLong)
      throw new MessageError(`files: expected at most ${maxUnpacked / 1e6} MB unpacked, all files together`, { cause });
    throw new MessageError('files: expected files of at most 32 MB, packed by GZIP, in base 64', { cause });
  }
}
