import type { MeterEntry } from '../entry.ts';
import type { ZoneClock } from './zone-clock.ts';

/**
 * The entries of a file in hours that has one value for the two hours which autumn shows alike: such a value gets both of
 * them. Ends only; a day that has an entry for each hour stays as it is.
 */
export function withSummedHours<T extends MeterEntry>(entries: readonly T[], clock: ZoneClock): T[] {
  const keyOf = ({ direction, meter, end }: MeterEntry) => `${direction}/${meter}/${end?.seconds}`;
  const repeated = entries.filter(({ end }) => end?.local && clock.occurrences(end.seconds).length === 2);
  const counts = new Map<string, number>();
  for (const entry of repeated) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  const summed = new Set(repeated.filter((entry) => counts.get(keyOf(entry)) === 1));
  return entries.map((entry) => {
    const [first, second] = summed.has(entry) && entry.end ? clock.occurrences(entry.end.seconds) : [];
    if (first === undefined || second === undefined || !entry.end) return entry;
    const { text } = entry.end;
    const length = second - first + HOUR;
    return { ...entry, length, isOfTwoHours: true, end: { seconds: second, local: false, text } };
  });
}

const HOUR = 3600;
