import { HOUR_SECONDS } from '../../core/time.ts';
import type { MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { dateAndHour, stampOf } from '../stamp.ts';
import type { ZoneClock } from './zone-clock.ts';

const DAY = 24 * HOUR_SECONDS;

/** The day as UNIX seconds of its midnight in UTC, and the number of the hour that ends. */
interface NumberedHour {
  readonly day: number;
  readonly hour: number;
}

/**
 * Entries whose labels are numbers of hours, from 1 or from 0. Where the clocks change these are either counted through the
 * day, up to 25 in autumn and 23 in spring, or those of the clock; a day whose numbers are those of the clock stays as it is.
 */
export function withNumberedHours<T extends MeterEntry>(entries: readonly T[], clock: ZoneClock): T[] {
  const numbered = entries.map(({ end }) => numberedHour(end?.text ?? ''));
  const hours = new Map<number, Set<number>>();
  for (const { day, hour } of numbered.filter((each) => each !== undefined))
    hours.set(day, (hours.get(day) ?? new Set()).add(hour));
  const midnights = new Map([...hours].flatMap(([day, set]) => countedFrom(day, set, clock)));
  return entries.map((entry, i) => {
    const { day = 0, hour = 0 } = numbered[i] ?? {};
    const midnight = midnights.get(day);
    const text = entry.end?.text ?? '';
    if (midnight !== undefined)
      return { ...entry, end: { seconds: midnight + hour * HOUR_SECONDS, local: false, text } };
    if (hour > 24) throw new MeterFileError('stamp', { line: entry.line, cell: text });
    return entry;
  });
}

function numberedHour(text: string): NumberedHour | undefined {
  const { date = '', hour = 0 } = dateAndHour(text) ?? {};
  const day = stampOf(date);
  return day && { day: day.seconds, hour };
}

/** The first instant of a day whose hours are counted through a change of the clocks. */
function countedFrom(day: number, hours: ReadonlySet<number>, clock: ZoneClock): [number, number][] {
  const [[start = 0], [end = 0]] = [clock.occurrences(day), clock.occurrences(day + DAY)] as const;
  const length = (end - start) / HOUR_SECONDS;
  const isFromZero = hours.has(0);
  const isCountedLong = hours.has(25) || (isFromZero && hours.has(24));
  const isCountedShort =
    hours.has(2) && (isFromZero || hours.has(3)) && !hours.has(24) && !(isFromZero && hours.has(23));
  const isCounted = length > 24 ? isCountedLong : length < 24 && isCountedShort;
  return isCounted ? [[day, start]] : [];
}
