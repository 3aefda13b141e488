import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from '../../core/file-error.ts';
import { PRICE_FILE_EXTENSION, type PriceDay, zonePricesIn } from '../../core/price-file.ts';
import { addDays, type LocalDate } from '../../core/time.ts';
import type { FeedDay } from '../../feeds/day-findings.ts';
import { writeDays } from '../../feeds/zone-file.ts';
import { fileStamp } from '../../service/file-stamp.ts';
import { setAside } from '../../service/replace-file.ts';

/** Whole days of a zone in a folder; a metered year can be reckoned from them. */
export interface KeptDays {
  /**
   * Kept in step with the file, whoever writes it: another object as soon as it is another. Of a file that cannot be read
   * the name is changed, and it begins anew.
   */
  days(): ReadonlyMap<LocalDate, PriceDay>;
  write(day: FeedDay, today: LocalDate): void;
}

/** Days that are kept at the most. */
export const KEPT = 400;
const SOURCE = 'public feeds, each day from the one that is named beside it';

export function keptDays(dir: string, zone: string): KeptDays {
  const file = join(dir, `${zone}${PRICE_FILE_EXTENSION}`);
  let known: { readonly stamp: string; readonly days: ReadonlyMap<LocalDate, PriceDay> } | undefined;
  return {
    days() {
      const stamp = fileStamp(file) ?? '';
      if (known?.stamp !== stamp) known = { stamp, days: read(file) };
      return known.days;
    },
    write(day, today) {
      known = undefined;
      writeDays(dir, zone, [day], SOURCE, addDays(today, -KEPT));
    },
  };
}

function read(file: string): ReadonlyMap<LocalDate, PriceDay> {
  if (!existsSync(file)) return new Map();
  try {
    return zonePricesIn(readFileSync(file, 'utf8'), file).days;
  } catch (error) {
    // Its days are requested again. If it cannot be renamed, each day that cannot be written is reported.
    if (error instanceof FileError) setAside(file, error);
    return new Map();
  }
}
