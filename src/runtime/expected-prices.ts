import type { LocalDate } from '../core/time.ts';
import { standIn } from '../forecast/stand-in.ts';
import type { KnownPrice } from '../forecast/types.ts';
import { marketDays } from './market-days.ts';

/** No device knows the holidays of its market; its forecast does. */
const HOLIDAYS: ReadonlySet<LocalDate> = new Set();

/** Prices for all that `known` leaves open of its days and the eight after them: those of a `forecast`, else stand-ins. */
export function expectedPrices(
  known: readonly KnownPrice[],
  forecast: readonly KnownPrice[],
  timeZone: string,
): KnownPrice[] {
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return [...forecast];
  const days = marketDays({ start: first.start, end: last.end }, timeZone, HOLIDAYS);
  const from = forecast[0]?.start ?? Number.POSITIVE_INFINITY;
  const until = forecast.at(-1)?.end ?? Number.NEGATIVE_INFINITY;
  const others = standIn(known, days).filter(({ start, end }) => end <= from || start >= until);
  return [...others, ...forecast].sort((a, b) => a.start - b.start);
}
