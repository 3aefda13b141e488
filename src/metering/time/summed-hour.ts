import { HOUR_SECONDS } from '../../core/time.ts';
import type { MeterEntry } from '../entry.ts';
import type { MeterStamp } from '../stamp.ts';
import { entryLabel } from './label-instants.ts';
import type { ZoneClock } from './zone-clock.ts';

/**
 * The entries of a file in hours that has one value for the two hours which autumn shows alike: such a value gets both of
 * them. A day that has an entry for each hour stays as it is.
 */
export function withSummedHours<T extends MeterEntry>(entries: readonly T[], clock: ZoneClock): T[] {
  const keyOf = (entry: MeterEntry, later = 0) =>
    `${entry.direction}/${entry.meter}/${(entryLabel(entry)?.seconds ?? 0) + later}`;
  const isRepeated = (label: MeterStamp | undefined, later = 0) =>
    label?.local && clock.occurrences(label.seconds - later).length === 2;
  const repeated = entries.filter(
    (entry) => isRepeated(entryLabel(entry)) && (entry.length === undefined || entry.length === HOUR_SECONDS),
  );
  const counts = new Map<string, number>();
  for (const entry of repeated.length === 0 ? [] : entries)
    if (isRepeated(entryLabel(entry)) || isRepeated(entryLabel(entry), HOUR_SECONDS))
      counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  // With 03:00 twice each hour has an entry of its own.
  const summed = new Set(
    repeated.filter((entry) => counts.get(keyOf(entry)) === 1 && (counts.get(keyOf(entry, HOUR_SECONDS)) ?? 0) < 2),
  );
  return entries.map((entry) => {
    const label = summed.has(entry) ? entryLabel(entry) : undefined;
    const [first, second] = label ? clock.occurrences(label.seconds) : [];
    if (first === undefined || second === undefined || !label) return entry;
    const length = second - first + HOUR_SECONDS;
    const at = (seconds: number) => ({ seconds, local: false, text: label.text });
    return { ...entry, length, isOfTwoHours: true, ...(entry.start ? { start: at(first) } : { end: at(second) }) };
  });
}
