import { DAY_SECONDS, type Instant } from '../../core/time.ts';
import type { MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterStamp } from '../stamp.ts';
import { instantsOf, labelInstants, unturnedEnds } from './label-instants.ts';
import { oddTimes } from './odd-times.ts';
import { stepsAfter, stepsBefore } from './steps.ts';
import type { ZoneClock } from './zone-clock.ts';

/** An entry whose interval is known. */
export interface TimedEntry {
  readonly entry: MeterEntry;
  readonly start: Instant;
  readonly end: Instant;
  /** True where its length is only what the distance to its neighbours says. */
  readonly isLengthTaken: boolean;
}

/** An entry at the instant of its label: the start where it has one, else the end. */
interface LabelledEntry {
  readonly entry: MeterEntry;
  readonly at: Instant;
}

/** One series at its times, and the first instants at which what stays unclear in the repeated hour may be. */
export interface SeriesIntervals {
  readonly timed: readonly TimedEntry[];
  readonly unclear: readonly Instant[];
  /** The times of entries that are no interval, as they lie between those of a regular series. */
  readonly odd: readonly Instant[];
}

/** The entries of one series in the order of the file at their instants. */
export function labelledEntries(entries: readonly MeterEntry[], clock: ZoneClock) {
  const instants = labelInstants(entries, clock);
  const labelled: LabelledEntry[] = [];
  const unclear: Instant[] = [];
  for (const [i, entry] of entries.entries()) {
    const at = instants[i] ?? [];
    if (typeof at === 'number') labelled.push({ entry, at });
    else unclear.push(...at.slice(0, 1));
  }
  return { labelled, unclear };
}

/** The intervals of one series whose entries are in the order of the file. */
export function seriesIntervals(entries: readonly MeterEntry[], clock: ZoneClock): SeriesIntervals {
  const { labelled: all, unclear } = labelledEntries(entries, clock);
  const isStart = all[0]?.entry.start !== undefined;
  const isWhole = entries.every(({ start, end, length }) => length !== undefined || (start && end));
  const odd = isWhole ? new Set<Instant>() : oddTimes(all.map(({ at }) => at));
  const labelled = all.filter(({ at }) => !odd.has(at));
  const stepAt = isWhole ? undefined : stepsAt([...labelled.map(({ at }) => at), ...unclear], isStart);
  const timed = labelled.map(({ entry, at }): TimedEntry => {
    if (entry.start && entry.end) return { entry, start: at, end: endAfter(at, entry, clock), isLengthTaken: false };
    const length = entry.length ?? stepAt?.get(at) ?? 0;
    if (length <= 0) throw new MeterFileError('resolution');
    const [start, end] = entry.start ? [at, at + length] : [at - length, at];
    return { entry, start, end, isLengthTaken: entry.length === undefined };
  });
  return { timed, unclear, odd: [...odd] };
}

/** The length of the interval at each of `labels`, as the others tell it. */
function stepsAt(labels: readonly Instant[], isStart: boolean): Map<Instant, number> {
  const times = [...new Set(labels)].sort((a, b) => a - b);
  const steps = isStart ? stepsAfter(times) : stepsBefore(times);
  return new Map(times.map((time, i) => [time, steps[i] ?? 0]));
}

/** The first instant after `start` that the end can mean. */
function endAfter(start: Instant, { line, start: from, end }: MeterEntry, clock: ZoneClock): Instant {
  if (!from || !end) return start;
  const isAfter = (instant: Instant) => instant > start;
  const turned = instantsOf(end, clock);
  const sameDay = turned.length > 0 ? turned : unturnedEnds(end, clock);
  const candidates = sameDay.some(isAfter) || !end.dayless ? sameDay : [...sameDay, ...instantsOf(nextDay(end), clock)];
  const found = candidates.find(isAfter);
  if (found === undefined)
    throw new MeterFileError(candidates.length > 0 ? 'backwards' : 'skipped-time', {
      line,
      cell: end.text,
      zone: clock.zone,
    });
  // `02:45-03:00` in the first of two hours: the end is told as if the clock went on.
  const shown = end.seconds - from.seconds;
  const isFirst = from.local && clock.occurrences(from.seconds).length === 2 && shown > 0 && shown < found - start;
  return isFirst ? start + shown : found;
}

const nextDay = (stamp: MeterStamp): MeterStamp => ({ ...stamp, seconds: stamp.seconds + DAY_SECONDS });
