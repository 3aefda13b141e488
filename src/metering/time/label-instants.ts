import type { Instant } from '../../core/time.ts';
import type { MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterStamp } from '../stamp.ts';
import type { ZoneClock } from './zone-clock.ts';

/** A stamp of the repeated hour that nothing tells from the other one. */
export type Unclear = 'unclear';

/** The stamp that tells an interval from others: its start where it has one, else its end. */
export const entryLabel = ({ start, end }: MeterEntry): MeterStamp | undefined => start ?? end;

/**
 * The instants of labels in the order of their file. In the repeated hour of autumn the order alone tells: times that go once
 * through the hour and then through it again are the first hour and the second one, or the other way where the file goes back
 * in time.
 */
export function labelInstants(entries: readonly MeterEntry[], clock: ZoneClock): (Instant | Unclear)[] {
  const repeated = new Map<number, readonly Instant[]>();
  const instants = entries.map((entry, i): Instant | Unclear => {
    const label = entryLabel(entry);
    const found = label ? instantsOf(label, clock) : [];
    if (found.length > 1) repeated.set(i, found);
    const [first] = found;
    if (first !== undefined) return first;
    throw new MeterFileError('skipped-time', { line: entry.line, cell: label?.text ?? '', zone: clock.zone });
  });
  if (repeated.size === 0) return instants;
  const walls = entries.map((entry) => entryLabel(entry)?.seconds ?? 0);
  for (let from = 0; from < walls.length; ) {
    const to = endOfRepeatedHour(repeated, walls, from);
    const passes = to > from ? passesOf(walls, from, to) : undefined;
    for (let i = from; i < to; i += 1) instants[i] = repeated.get(i)?.[passes?.[i - from] ?? 2] ?? 'unclear';
    from = Math.max(to, from + 1);
  }
  return instants;
}

/** The instants that a stamp can mean. */
export const instantsOf = ({ local, seconds }: MeterStamp, clock: ZoneClock): readonly Instant[] =>
  local ? clock.occurrences(seconds) : [seconds];

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
