import type { Instant } from '../../core/time.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterStamp } from '../stamp.ts';
import type { ZoneClock } from './zone-clock.ts';

/** A stamp of the repeated hour that nothing tells from the other one. */
export type Unclear = 'unclear';

/** A stamp and the line it stands in. */
export interface StampedLine {
  readonly line: number;
  readonly stamp: MeterStamp;
}

/**
 * The instants of stamps in the order of their file. In the repeated hour of autumn the order alone tells: times that go once
 * through the hour and then through it again are the first hour and the second one, or the other way where the file goes back
 * in time.
 */
export function labelInstants(lines: readonly StampedLine[], clock: ZoneClock): (Instant | Unclear)[] {
  const found = lines.map(({ stamp }) => (stamp.local ? clock.occurrences(stamp.seconds) : [stamp.seconds]));
  const instants = found.map(([only], i): Instant | Unclear => only ?? refuse(lines[i], clock));
  const walls = lines.map(({ stamp }) => stamp.seconds);
  for (let from = 0; from < walls.length; ) {
    const to = endOfRepeatedHour(found, walls, from);
    const passes = to > from ? passesOf(walls, from, to) : undefined;
    for (let i = from; i < to; i += 1)
      instants[i] = passes ? (found[i]?.[passes[i - from] ?? 0] ?? 'unclear') : 'unclear';
    from = Math.max(to, from + 1);
  }
  return instants;
}

function refuse(told: StampedLine | undefined, { zone }: ZoneClock): never {
  throw new MeterFileError('skipped-time', { line: told?.line ?? 0, cell: told?.stamp.text ?? '', zone });
}

/** The end of the stretch of lines from `from` on that all lie in one repeated hour. */
function endOfRepeatedHour(found: readonly (readonly Instant[])[], walls: readonly number[], from: number): number {
  const hour = (i: number) => Math.abs((walls[i] ?? 0) - (walls[from] ?? 0)) < 3 * 3600;
  let to = from;
  while (to < walls.length && found[to]?.length === 2 && hour(to)) to += 1;
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
