import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import { country } from '../../messages/selection.ts';
import { LARGEST_METER_FILE } from '../../metering/decode.ts';
import { joinedMeters } from '../../metering/join-meters.ts';
import { isMeterFileError } from '../../metering/meter-file-error.ts';
import { readMeter } from '../../metering/read-meter.ts';
import type { MeterFile } from '../../metering/types.ts';
import { type ContractCosts, CostQuestionError, contractCosts } from './contract-costs.ts';
import { type CostPlaces, costHoldings } from './cost-holdings.ts';

/** The answer to the files of a meter: the costs of the contracts, or why they cannot be told. */
export interface CostsAnswer {
  readonly costs?: ContractCosts;
  /** The layouts that the files have, and the days of which readings are missing or odd. */
  readonly formats?: readonly string[];
  readonly oddDays?: number;
  /** A `MeterFileError` as its key and values, and the file where it is one's. */
  readonly problem?: {
    readonly file: string;
    readonly key: string;
    readonly values: Readonly<Record<string, string | number>>;
  };
  /** A wrong address. */
  readonly refusal?: string;
}

/** Of as many years as a household has, by month. */
const MOST_FILES = 100;

const question = z.object({
  country,
  postalCode: z.string().max(16).default(''),
  shiftKwh: z.number().min(0).max(1000).default(0),
  /** Packed by GZIP, in base 64. */
  files: z
    .array(z.object({ name: z.string(), data: z.string() }))
    .min(1)
    .max(MOST_FILES),
});

/** Reads the files of a question, of which nothing is kept, and reckons the contracts. @throws MessageError */
export function answerCosts(asked: unknown, places: CostPlaces, now: Instant): CostsAnswer {
  const { files, country, postalCode, shiftKwh } = parse(question, asked);
  let file = '';
  try {
    const read = files.map(({ name, data }): MeterFile => {
      file = name;
      return readMeter(unpacked(data), { country });
    });
    file = files.map(({ name }) => name).join(', ');
    const metered = joinedMeters(read);
    const { book, exchange } = costHoldings(places, country, now);
    if (!book) return { refusal: `no contract of ${country} is held` };
    const oddDays = new Set(metered.findings.map(({ date }) => date)).size;
    const formats = [...new Set(read.map(({ recognised }) => recognised.format))];
    return { costs: contractCosts({ country, postalCode, shiftKwh }, book, metered, exchange), formats, oddDays };
  } catch (error) {
    if (isMeterFileError(error)) return { problem: { file, key: error.key, values: error.values } };
    if (error instanceof CostQuestionError) return { refusal: error.message };
    throw error;
  }
}

function unpacked(data: string): Uint8Array {
  try {
    return gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: LARGEST_METER_FILE });
  } catch (cause) {
    throw new MessageError('files: expected files of at most 32 MB, packed by GZIP, in base 64', { cause });
  }
}
