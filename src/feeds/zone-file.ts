import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DayOrigin,
  NO_REPLAY,
  PRICE_FILE_EXTENSION,
  priceFileLines,
  priceLine,
  zonePricesIn,
} from '../core/price-file.ts';
import type { LocalDate } from '../core/time.ts';
import type { AssembledDay } from './formats/days.ts';

/** The days that a file got, those of its own that were replaced, and those that it had as they are: how many of each. */
export interface Written {
  readonly file: string;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

/**
 * Writes whole days into a zone's price file, beside those that it holds from `since` on; what is in it already is not
 * written again. Throws a `FileError` where the file is there and cannot be read.
 */
export function writeDays(
  dir: string,
  zone: string,
  days: readonly (AssembledDay & DayOrigin)[],
  source: string,
  since: LocalDate = '',
): Written {
  const file = join(dir, `${zone}${PRICE_FILE_EXTENSION}`);
  const { header, lines } = existsSync(file) ? parts(file) : { header: headerOf(zone, source), lines: new Map() };
  const fresh = days.map((day) => [day.date, priceLine(day.date, day.resolution, day.prices, day)] as const);
  const added = fresh.filter(([date]) => !lines.has(date));
  const changed = fresh.filter(([date, line]) => lines.has(date) && lines.get(date) !== line);
  const result = { file, added: added.length, changed: changed.length };
  if (added.length + changed.length > 0) {
    const kept = [...lines, ...fresh].filter(([date]) => date >= since);
    replace(dir, file, header, new Map(kept));
  }
  return { ...result, unchanged: fresh.length - added.length - changed.length };
}

function parts(file: string): { header: string; lines: ReadonlyMap<LocalDate, string> } {
  const content = readFileSync(file, 'utf8');
  zonePricesIn(content, file);
  const { header, days } = priceFileLines(content);
  return { header: header.join('\n'), lines: new Map(days.map(([, line]) => [line.slice(0, 10), line])) };
}

/** Whoever reads the file meanwhile has the old or the new one, and never a half, nor one that cannot be read. */
function replace(dir: string, file: string, header: string, lines: ReadonlyMap<LocalDate, string>): void {
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => `${line}\n`);
  const content = `${header}\n\n${sorted.join('')}`;
  zonePricesIn(content, file);
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

const headerOf = (zone: string, source: string) => `zone: ${zone}
source: ${source}
unit: 0.01 EUR/MWh, excluding VAT and levies
${NO_REPLAY}
lines: delivery day (00:00 to 24:00 Central European time), seconds per price (feed, exchange rate), first price, change to each next price`;
