import { thrownText } from '../../core/file-error.ts';
import type { PriceDay } from '../../core/price-file.ts';
import { addDays, type LocalDate } from '../../core/time.ts';
import type { FeedDay } from '../../feeds/day-findings.ts';
import { KEPT, type KeptDays } from './kept-days.ts';

/**
 * The days that are kept, and beside them those that cannot be written, as on a full disk: they hold until the process ends, and are
 * written as soon as they can be. `onUnwritten` hears once that it is so.
 */
export function heldDays(kept: KeptDays, onUnwritten: (text: string) => void): KeptDays {
  const unwritten = new Map<LocalDate, FeedDay>();
  let known: Record<'written' | 'days', ReadonlyMap<LocalDate, PriceDay>> | undefined;

  function tryToWrite(today: LocalDate): void {
    for (const [date, day] of unwritten) {
      kept.write(day, today);
      unwritten.delete(date);
    }
  }

  return {
    days() {
      const written = kept.days();
      if (known?.written !== written) known = { written, days: withUnwritten(written, unwritten.values()) };
      return known.days;
    },
    write(day, today) {
      const isTold = unwritten.size > 0;
      unwritten.set(day.date, day);
      try {
        tryToWrite(today);
      } catch (error) {
        if (!isOfDisk(error)) {
          unwritten.delete(day.date);
          throw error;
        }
        for (const date of unwritten.keys()) if (date < addDays(today, -KEPT)) unwritten.delete(date);
        if (!isTold) onUnwritten(`prices are not kept for a restart: ${thrownText(error)}`);
      }
    },
  };
}

/** A file that holds what nobody can read is another matter. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function withUnwritten(
  written: ReadonlyMap<LocalDate, PriceDay>,
  unwritten: Iterable<FeedDay>,
): ReadonlyMap<LocalDate, PriceDay> {
  const fresh = [...unwritten].map((day) => [day.date, asRead(day)] as const);
  return fresh.length === 0 ? written : new Map([...written, ...fresh].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A day as it is read from a file, to the cent per MWh. */
export function asRead({ date, resolution, prices, feed, perEuro }: FeedDay): PriceDay {
  const missing = prices.filter((price) => price === undefined).length;
  return {
    ...{ date, resolution, count: prices.length },
    prices: prices.map((price = Number.NaN) => Math.round(price * 1e5) / 1e5),
    ...(missing > 0 && { missing }),
    origin: { feed, ...(perEuro !== undefined && { perEuro }) },
  };
}
