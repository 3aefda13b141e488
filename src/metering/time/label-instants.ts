import { DAY_SECONDS, type Instant } from '../../core/time.ts';
import type { MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterStamp } from '../stamp.ts';
import type { ZoneClock } from './zone-clock.ts';

/** The instants that a label can mean: several in the repeated hour, none in the skipped one. */
type Meanings = readonly Instant[];

/** The stamp that tells an interval from others: its start where it has one, else its end. */
export const entryLabel = ({ start, end }: MeterEntry): MeterStamp | undefined => start ?? end;

/**
 * The instants of labels in the order of their file, and the meanings of labels that nothing dates. In the repeated hour of
 * autumn the order alone tells: times that go once through the hour and then through it again are the first hour and the
 * second one, or the other way where the file goes back in time. A label of the skipped hour has no instant: some files list
 * that hour with nothing or 0 in it.
 */
export function labelInstants(entries: readonly MeterEntry[], clock: ZoneClock): (Instant | Meanings)[] {
  const unturned = daysOfUnturnedEnds(entries, clock);
  const repeated = new Map<number, Meanings>();
  const instants = entries.map((entry, i): Instant | Meanings => {
    const found = meaningsOf(entry, clock, unturned);
    if (found.length > 1) repeated.set(i, found);
    if (found.length === 0 && entry.value)
      throw new MeterFileError('skipped-time', {
        line: entry.line,
        cell: entryLabel(entry)?.text ?? '',
        zone: clock.zone,
      });
    return found.length === 1 ? (found[0] ?? found) : found;
  });
  if (repeated.size === 0) return instants;
  const walls = entries.map((entry) => entryLabel(entry)?.seconds ?? 0);
  for (let from = 0; from < walls.length; ) {
    const to = endOfRepeatedHour(repeated, walls, from);
    const passes = to > from ? passesOf(walls, from, to) : undefined;
    for (let i = from; i < to; i += 1) instants[i] = repeated.get(i)?.[passes?.[i - from] ?? 2] ?? instants[i] ?? [];
    from = Math.max(to, from + 1);
  }
  return instants;
}

/** The instants that a stamp can mean. */
export const instantsOf = ({ local, seconds }: MeterStamp, clock: ZoneClock): Meanings =>
  local ? clock.occurrences(seconds) : [seconds];

const dayOfEnd = ({ seconds }: MeterStamp) => Math.floor((seconds - 1) / DAY_SECONDS);

function meaningsOf(entry: MeterEntry, clock: ZoneClock, unturned: ReadonlySet<number>): Meanings {
  const label = entryLabel(entry);
  if (!label) return [];
  const isUnturned = !entry.start && label.local && unturned.has(dayOfEnd(label));
  const ends = isUnturned ? unturnedEnds(label, clock) : [];
  // A file that lists the skipped hour may repeat the value of 02:00 at 03:00, which is the same instant.
  return ends.length > 0 || (isUnturned && !entry.value) ? ends : instantsOf(label, clock);
}

/** The instants of an end that is its start plus a length, so that the clock has not changed at it. */
export const unturnedEnds = ({ seconds }: MeterStamp, clock: ZoneClock): Meanings =>
  clock.occurrences(seconds - 1).map((instant) => instant + 1);

/**
 * The days on which the clock changes and ends do not follow it: a spring day with an end in the skipped hour, and an autumn
 * day with 03:00 twice, though by the clock it is 02:00 that comes twice.
 */
function daysOfUnturnedEnds(entries: readonly MeterEntry[], clock: ZoneClock): ReadonlySet<number> {
  const days = new Set<number>();
  const [turnedOften, unturnedOften] = [new Map<number, number>(), new Map<number, number>()];
  for (const { start, end } of entries) {
    if (start || !end?.local) continue;
    const day = dayOfEnd(end);
    const [turned, unturned] = [clock.occurrences(end.seconds).length, unturnedEnds(end, clock).length];
    if (turned === 0) days.add(day);
    if (turned === unturned || turned === 0 || unturned === 0) continue;
    const often = turned > unturned ? turnedOften : unturnedOften;
    often.set(day, (often.get(day) ?? 0) + 1);
  }
  for (const [day, often] of unturnedOften) if (often > Math.max(1, turnedOften.get(day) ?? 0)) days.add(day);
  return days;
}

/** The end of the stretch of lines from `from` on that all lie in one repeated hour. */
function endOfRepeatedHour(repeated: ReadonlyMap<number, unknown>, walls: readonly number[], from: number): number {
  const isNear = (i: number) => Math.abs((walls[i] ?? 0) - (walls[from] ?? 0)) < 3 * 3600;
  let to = from;
  while (repeated.has(to) && isNear(to)) to += 1;
  return to;
}

/** For each line of a repeated hour 0 where it is the first one and 1 where it is the second; nothing where that is unclear. */
function passesOf(walls: readonly number[], from: number, to: number): number[] | undefined {
  const direction = directionAround(walls, from, to);
  if (direction === 0) return undefined;
  let pass = 0;
  const passes = [0];
  for (let i = from + 1; i < to; i += 1) {
    if (((walls[i] ?? 0) - (walls[i - 1] ?? 0)) * direction <= 0) pass += 1;
    passes.push(pass);
  }
  if (pass !== 1) return undefined;
  return direction > 0 ? passes : passes.map((each) => 1 - each);
}

/** 1 where the file goes on in time around these lines, -1 where it goes back, 0 where it does neither. */
function directionAround(walls: readonly number[], from: number, to: number): number {
  const here = walls[from] ?? 0;
  const steps = [
    from > 0 ? here - (walls[from - 1] ?? here) : 0,
    to < walls.length ? (walls[to] ?? here) - here : 0,
  ].filter((step) => step !== 0);
  const signs = new Set(steps.map(Math.sign));
  return signs.size === 1 ? ([...signs][0] ?? 0) : 0;
}
