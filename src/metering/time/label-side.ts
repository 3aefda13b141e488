import { DAY_SECONDS } from '../../core/time.ts';
import type { MeterEntry } from '../entry.ts';
import { entryLabel } from './label-instants.ts';
import { mostCommon, usualStep } from './steps.ts';
import type { ZoneClock } from './zone-clock.ts';

/** Entries with their labels on the right side of the intervals; `isDoubtful` where both sides fit a file of assumed ends. */
interface SidedEntries<T> {
  readonly entries: readonly T[];
  readonly isDoubtful: boolean;
}

/**
 * Moves labels that a format calls ends to the start, or the other way, where whole days contradict the format: a day from
 * 00:00 to 23:45 has starts, one from 00:15 to 24:00 ends. A day between other days fits both, so the edges of the file and of
 * its gaps decide.
 */
export function withLabelSide<T extends MeterEntry>(all: readonly T[], clock: ZoneClock): SidedEntries<T> {
  const walls = all.map((entry) => wallOf(entry, clock));
  const labels = new Set(walls);
  const step = mostCommon(all.flatMap(({ length }) => length ?? [])) || usualStep([...labels].sort((a, b) => a - b));
  const asIs = { entries: all, isDoubtful: false };
  const areStarts = all.every(({ start, end }) => start && !end);
  if (step === 0 || step >= DAY_SECONDS || !(areStarts || all.every(({ start }) => !start))) return asIs;
  const is24 = all.map((entry, i) => / 24(:00)*$/.test(entryLabel(entry)?.text ?? '') && isMidnight(walls[i] ?? 0));
  const { starts, ends } = edges(labels, step);
  const hasDay = (from: number) =>
    [...labels].some((label) => isMidnight(label - from) && labels.has(label + DAY_SECONDS - step));
  if (areStarts)
    return is24.includes(true) || (ends > starts && hasDay(step)) ? { ...asIs, entries: all.map(atEnd) } : asIs;
  if (is24.includes(true)) {
    // Some operators changed from 1-24 to 0-23 in the middle of a file.
    const days = walls.map((wall, i) => Math.floor(wall / DAY_SECONDS) - (is24[i] ? 1 : 0));
    const endDays = new Set(days.filter((_, i) => is24[i]));
    const startDays = new Set(days.filter((day, i) => isMidnight(walls[i] ?? 0) && !endDays.has(day)));
    return { ...asIs, entries: all.map((entry, i) => (startDays.has(days[i] ?? 0) ? atStart(entry) : entry)) };
  }
  if (ends > starts) return asIs;
  return starts > ends && hasDay(0) ? { ...asIs, entries: all.map(atStart) } : { ...asIs, isDoubtful: true };
}

function wallOf(entry: MeterEntry, clock: ZoneClock): number {
  const { local, seconds } = entryLabel(entry) ?? { local: true, seconds: 0 };
  return local ? seconds : clock.wallAt(seconds);
}

const isMidnight = (wall: number) => wall % DAY_SECONDS === 0;
const atStart = <T extends MeterEntry>(entry: T): T => ({ ...entry, start: entry.end, end: undefined });
const atEnd = <T extends MeterEntry>(entry: T): T => ({ ...entry, start: undefined, end: entry.start });

/** The midnights at which labels begin or stop as starts do, and those at which they do so as ends do. */
function edges(labels: ReadonlySet<number>, step: number): { starts: number; ends: number } {
  const midnights = new Set([...labels].flatMap((label) => [label - step, label, label + step]).filter(isMidnight));
  let [starts, ends] = [0, 0];
  for (const midnight of midnights) {
    const [before, after] = [labels.has(midnight - step), labels.has(midnight + step)];
    if (before === after) continue;
    if (labels.has(midnight) === after) starts += 1;
    else ends += 1;
  }
  return { starts, ends };
}
