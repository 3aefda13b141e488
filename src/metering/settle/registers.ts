import type { MeterReading } from '../../core/series.ts';
import { DAY_SECONDS, HOUR_SECONDS, type Instant } from '../../core/time.ts';
import type { FormatHabits, MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { labelledEntries } from '../time/series-intervals.ts';
import { mostCommon } from '../time/steps.ts';
import type { ZoneClock } from '../time/zone-clock.ts';
import { doubtful, type MeterOddity, roundedKwh, type SettledReadings } from './oddity.ts';

/**
 * The differences between the states of counting registers, which are added up where all of them were read at an instant. A
 * state that nobody can date, in the repeated hour of autumn, is left out: the difference reaches over it.
 */
export function registerReadings(
  series: readonly (readonly MeterEntry[])[],
  clock: ZoneClock,
  habits: FormatHabits,
): SettledReadings {
  const states = statesOf(series, clock);
  const gaps = states.slice(1).map(({ at }, i) => at - (states[i]?.at ?? at));
  const usual = mostCommon(gaps);
  const late = habits.stateAtEnd ? usual : 0;
  const readings: MeterReading[] = [];
  const oddities: MeterOddity[] = [];
  for (const [i, { at, kWh }] of states.slice(1).entries()) {
    const before = states[i];
    if (!before) continue;
    const [start, end] = [before.at + late, at + late];
    if (kWh < before.kWh) oddities.push(doubtful(start, 'reset'));
    else readings.push({ start, end, kWh: roundedKwh(kWh - before.kWh) });
    if (end - start > Math.max(usual, DAY_SECONDS) + HOUR_SECONDS) oddities.push(doubtful(start, 'long'));
  }
  const falls = oddities.filter(({ reason }) => reason === 'reset').length;
  if (falls > 2 && falls > gaps.length / 20) throw new MeterFileError('not-cumulative', { falls });
  return { readings, covered: readings, oddities };
}

/** The sums of all registers at the instants at which each of them was read. */
function statesOf(series: readonly (readonly MeterEntry[])[], clock: ZoneClock) {
  const sums = new Map<Instant, { count: number; kWh: number }>();
  for (const entries of series) {
    const states = new Map(labelledEntries(entries, clock).labelled.map(({ at, entry }) => [at, entry.value]));
    for (const [at, kWh] of states) {
      if (kWh === undefined) continue;
      const sum = sums.get(at) ?? { count: 0, kWh: 0 };
      sums.set(at, { count: sum.count + 1, kWh: sum.kWh + kWh });
    }
  }
  return [...sums]
    .flatMap(([at, { count, kWh }]) => (count === series.length ? [{ at, kWh }] : []))
    .sort((a, b) => a.at - b.at);
}
