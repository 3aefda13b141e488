import type { MeterReading } from '../../core/series.ts';
import { HOUR_SECONDS } from '../../core/time.ts';
import { isPower } from '../amount.ts';
import type { ToldMeter } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { withLabelSide } from '../time/label-side.ts';
import { withNumberedHours } from '../time/numbered-hours.ts';
import { mostCommon } from '../time/steps.ts';
import { withSummedHours } from '../time/summed-hour.ts';
import { type ZoneClock, zoneClock } from '../time/zone-clock.ts';
import type { MeterDirection, MeterFile, MeterFinding, MeterOptions } from '../types.ts';
import { chosenEntries, type DirectedEntry, metersOf } from './chosen.ts';
import { energyReadings } from './energies.ts';
import { fileSpan, fileZone } from './file-zone.ts';
import { dailyFindings, gapsByDay } from './findings.ts';
import { doubtful } from './oddity.ts';
import { registerReadings } from './registers.ts';

/** The readings of a file in kWh at their instants, by direction, with what is odd about them. */
export function settledMeter(told: ToldMeter, options: MeterOptions): MeterFile {
  const chosen = chosenEntries(told.entries, options);
  const clock = zoneClock(fileZone(told, options), fileSpan(chosen));
  const counted = told.habits.numberedHours ? withNumberedHours(chosen, clock) : chosen;
  const sided = hasAssumedLabels(told, clock) ? withLabelSide(counted, clock) : { entries: counted, isDoubtful: false };
  const entries = told.habits.summedHour ? withSummedHours(sided.entries, clock) : sided.entries;
  const isSure = options.cumulative !== undefined;
  const around = { told, clock, isSure, isDoubtful: sided.isDoubtful };
  const consumption = settledDirection('consumption', entries, around);
  const feedIn = settledDirection('feed-in', entries, around);
  const all = [...consumption.readings, ...feedIn.readings];
  if (all.length === 0) throw new MeterFileError('no-readings', { rows: entries.length });
  return {
    consumption: consumption.readings,
    feedIn: feedIn.readings,
    recognised: {
      format: told.format,
      meters: metersOf(entries).filter((meter) => meter !== ''),
      directions: [consumption, feedIn].flatMap(({ direction, readings }) => (readings.length > 0 ? [direction] : [])),
      unit: told.unit,
      cumulative: told.cumulative,
      resolution: mostCommon(all.map(({ start, end }) => end - start)),
      zone: clock.zone,
      start: Math.min(...ends(consumption.readings, feedIn.readings).map(({ start }) => start)),
      end: Math.max(...ends(consumption.readings, feedIn.readings).map(({ end }) => end)),
    },
    findings: [...consumption.findings, ...feedIn.findings],
  };
}

/** Whether labels are starts or ends only as the format usually has them. Days in UTC show nothing. */
function hasAssumedLabels({ habits, cumulative, entries }: ToldMeter, { zone }: ZoneClock): boolean {
  const isAssumed = entries[0]?.start ? habits.assumedStarts : !habits.namedEnds;
  return isAssumed === true && !cumulative && zone !== 'UTC';
}

/** The first and the last of each. */
const ends = (...lists: readonly (readonly MeterReading[])[]) =>
  lists.flatMap((list) => [...list.slice(0, 1), ...list.slice(-1)]);

interface SettleContext {
  readonly told: ToldMeter;
  readonly clock: ZoneClock;
  /** True if the user has chosen whether values are states of a register. */
  readonly isSure: boolean;
  /** True where labels may be starts or ends. */
  readonly isDoubtful: boolean;
}

interface DirectionReadings {
  readonly direction: MeterDirection;
  readonly readings: readonly MeterReading[];
  readonly findings: readonly MeterFinding[];
}

function settledDirection(
  direction: MeterDirection,
  all: readonly DirectedEntry[],
  { told, clock, isSure, isDoubtful }: SettleContext,
): DirectionReadings {
  const registers = new Map<string, DirectedEntry[]>();
  for (const entry of all) {
    if (entry.direction !== direction) continue;
    const others = registers.get(entry.register);
    if (others) others.push(entry);
    else registers.set(entry.register, [entry]);
  }
  const series = [...registers.values()];
  const { readings, covered, oddities } = told.cumulative
    ? registerReadings(series, clock, told.habits)
    : energyReadings(series, clock, {
        isPower: isPower(told.unit),
        isSure,
        isMixed: told.habits.mixedLengths ?? false,
      });
  const [first] = readings;
  if (!first) return { direction, readings, findings: [] };
  const resolution = mostCommon(readings.map(({ start, end }) => end - start)) || HOUR_SECONDS;
  const missing = gapsByDay(readings, covered, clock).map(({ start, end }) => ({
    at: start,
    ...(told.habits.leavesOutZeros
      ? ({ kind: 'doubtful', reason: 'not-listed' } as const)
      : ({ kind: 'missing' } as const)),
    intervals: Math.ceil((end - start) / resolution),
  }));
  const side = isDoubtful ? [{ ...doubtful(first.start, 'start-or-end'), intervals: readings.length }] : [];
  return { direction, readings, findings: dailyFindings([...oddities, ...missing, ...side], direction, clock) };
}
