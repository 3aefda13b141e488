import type { MeterEntry } from '../entry.ts';
import type { MeterStamp } from '../stamp.ts';
import { entryLabel } from './label-instants.ts';
import type { ZoneClock } from './zone-clock.ts';

/**
 * The entries of a file in hours that has one value for the two hours which autumn shows alike: such a value gets both of
 * them. A day that has an entry for each hour stays as it is.
 */
export function withSummedHours<T extends MeterEntry>(entries: readonly T[], clock: ZoneClock): T[] {
  const keyOf = (entry: MeterEntry) => `${entry.direction}/${entry.meter}/${entryLabel(entry)?.seconds}`;
  const isRepeated = (label: MeterStamp | undefined) => label?.local && clock.occurrences(label.seconds).length === 2;
  const repeated = entries.filter((entry) => isRepeated(entryLabel(entry)));
  const counts = new Map<string, number>();
  for (const entry of repeated) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  const summed = new Set(repeated.filter((entry) => counts.get(keyOf(entry)) === 1));
  return entries.map((entry) => {
    const label = summed.has(entry) ? entryLabel(entry) : undefined;
    const [first, second] = label ? clock.occurrences(label.seconds) : [];
    if (first === undefined || second === undefined || !label) return entry;
    const length = second - first + HOUR;
    const at = (seconds: number) => ({ seconds, local: false, text: label.text });
    return { ...entry, length, isOfTwoHours: true, ...(entry.start ? { start: at(first) } : { end: at(second) }) };
  });
}

const HOUR = 3600;
