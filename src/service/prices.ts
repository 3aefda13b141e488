import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalDate } from '../core/time.ts';
import { resolutions } from '../core/vocabulary.ts';
import { CatalogueError } from './catalogue-error.ts';

/** The auction results of one delivery day without holes, from 00:00 to 24:00 Central European time. */
export interface PriceDay {
  readonly date: LocalDate;
  /** Seconds per price. */
  readonly resolution: number;
  /** Euro per kWh. */
  readonly prices: readonly number[];
}

/** Per bidding zone its delivery days by date; a day that the source lacks is not there. */
export type PriceStore = ReadonlyMap<string, ReadonlyMap<LocalDate, PriceDay>>;

/** Hours of a day with a clock change, and of any other. */
const dayLengths = [23, 24, 25];

/**
 * Reads every `<zone>.txt` of a folder: after a header and an empty line one line per delivery day, with the date, the
 * seconds per price, the first price in hundredths of a euro per MWh and the change to each next one.
 */
export function loadPrices(dir: string): PriceStore {
  const files = readdirSync(dir).filter((name) => name.endsWith('.txt'));
  return new Map(files.map((name) => [name.slice(0, -'.txt'.length), readZone(join(dir, name))]));
}

function readZone(file: string): ReadonlyMap<LocalDate, PriceDay> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const header = lines.indexOf('');
  const days = new Map<LocalDate, PriceDay>();
  for (const [i, line] of lines.entries()) {
    if (i <= header || line === '') continue;
    const day = readDay(line, (problem) => new CatalogueError(file, `line ${i + 1}: ${problem}`));
    days.set(day.date, day);
  }
  return days;
}

function readDay(line: string, error: (problem: string) => CatalogueError): PriceDay {
  const [, date = '', numbers = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw error(`"${date}" is no date YYYY-MM-DD`);
  if (!/^-?\d+( -?\d+)*$/.test(numbers)) throw error('prices must be whole hundredths of a euro per MWh');
  // JSON makes no text of every number: a year of quarter hours would leave megabytes behind.
  const [resolution, ...changes] = JSON.parse(`[${numbers.replaceAll(' ', ',')}]`) as [number, ...number[]];
  if (!resolutions.some((allowed) => allowed === resolution))
    throw error(`seconds per price must be one of ${resolutions.join(', ')}`);
  if (!dayLengths.includes((changes.length * resolution) / 3600))
    throw error(`${changes.length} prices of ${resolution} s are no day of ${dayLengths.join(', ')} hours`);
  let price = 0;
  const prices = changes.map((change) => {
    price += change;
    return price / 1e5;
  });
  return { date, resolution, prices };
}
