import { HOUR_SECONDS } from '../../core/time.ts';
import type { MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { ValueStatus } from '../status-words.ts';
import { oddTimes } from '../time/odd-times.ts';
import { seriesIntervals, type TimedEntry } from '../time/series-intervals.ts';
import type { ZoneClock } from '../time/zone-clock.ts';
import { doubtful, type MeterOddity, roundedKwh, type SettledReadings } from './oddity.ts';

/** As many values as cannot rise all along by chance. */
const MANY = 48;

/** A value of an interval in kWh; nothing where it is missing or cannot be used. */
interface IntervalEnergy {
  readonly start: number;
  readonly end: number;
  readonly kWh: number | undefined;
  /** Reasons to doubt the value that the file itself gives. */
  readonly doubts: readonly ValueStatus[];
}

/** The energies of intervals, of which each series tells a part. */
export function energyReadings(
  series: readonly (readonly MeterEntry[])[],
  clock: ZoneClock,
  { isPower, isSure, isMixed }: { readonly isPower: boolean; readonly isSure: boolean; readonly isMixed: boolean },
): SettledReadings {
  const oddities: MeterOddity[] = [];
  const parts = series.flatMap((entries) => {
    const { timed, unclear, odd } = seriesIntervals(entries, clock);
    if (isPower && !isMixed) refuseUnevenPower(timed);
    for (const at of odd) oddities.push(doubtful(at, 'irregular'));
    for (const at of unclear) oddities.push(doubtful(at, 'clock-change'));
    for (const { entry, start } of timed) if (entry.isOfTwoHours) oddities.push(doubtful(start, 'two-hours'));
    const once = merged(
      timed.map((each) => energyOf(each, isPower)),
      (one, other) => onlyOne(one, other, oddities),
    );
    if (!isSure) refuseRising(once);
    return once;
  });
  const whole = merged(parts, sumOf);
  const readings = withoutOverlaps(whole, oddities).flatMap(({ start, end, kWh, doubts }) => {
    if (kWh === undefined || Number.isNaN(kWh)) return [];
    if (kWh < 0) {
      oddities.push(doubtful(start, 'negative'));
      return [];
    }
    for (const doubt of doubts) oddities.push(doubtful(start, doubt));
    return [{ start, end, kWh: roundedKwh(kWh) }];
  });
  return { readings, covered: whole, oddities };
}

const energyOf = ({ entry, start, end }: TimedEntry, isPower: boolean): IntervalEnergy => ({
  start,
  end,
  kWh: entry.value !== undefined && isPower ? (entry.value * (end - start)) / HOUR_SECONDS : entry.value,
  doubts: doubtsOf(entry),
});

const noDoubts: readonly ValueStatus[] = [];
const doubtsOf = ({ estimated, status }: MeterEntry): readonly ValueStatus[] =>
  estimated || status ? [...(estimated ? (['estimated'] as const) : []), ...(status ? [status] : [])] : noDoubts;

/** A mean of power over an interval that only its neighbours tell is no energy where these are not all alike. */
function refuseUnevenPower(timed: readonly TimedEntry[]): void {
  const lengths = new Set(timed.flatMap(({ isLengthTaken, start, end }) => (isLengthTaken ? [end - start] : [])));
  if (lengths.size > 1) throw new MeterFileError('resolution');
}

/** Refuses values in the order of time that look like the states of a register. */
function refuseRising(energies: readonly IntervalEnergy[]): void {
  const values = energies.flatMap(({ kWh }) => (kWh === undefined || Number.isNaN(kWh) ? [] : [kWh]));
  const neverFalls = values.every((value, i) => value >= (values[i - 1] ?? value));
  if (values.length >= MANY && neverFalls && (values.at(-1) ?? 0) > (values[0] ?? 0))
    throw new MeterFileError('is-cumulative');
}

/** Energies in the order of time, those of the same interval made one by `merge`. */
function merged(
  energies: readonly IntervalEnergy[],
  merge: (one: IntervalEnergy, other: IntervalEnergy) => IntervalEnergy,
): IntervalEnergy[] {
  const result: IntervalEnergy[] = [];
  const byTime = (a: IntervalEnergy, b: IntervalEnergy) => a.start - b.start || a.end - b.end;
  const inOrder = energies.every((energy, i) => i === 0 || byTime(energies[i - 1] ?? energy, energy) <= 0);
  for (const energy of inOrder ? energies : energies.toSorted(byTime)) {
    const last = result.at(-1);
    if (last?.start === energy.start && last.end === energy.end) result[result.length - 1] = merge(last, energy);
    else result.push(energy);
  }
  return result;
}

/** One of two values of a series; `NaN`, which is like nothing else, where they differ. */
function onlyOne(one: IntervalEnergy, other: IntervalEnergy, oddities: MeterOddity[]): IntervalEnergy {
  if (one.kWh === undefined) return other;
  if (other.kWh === undefined) return one;
  const isSame = one.kWh === other.kWh;
  oddities.push({ at: one.start, kind: 'twice', reason: isSame ? 'same' : 'contradiction', intervals: 1 });
  return isSame ? one : { ...one, kWh: Number.NaN };
}

const sumOf = (one: IntervalEnergy, other: IntervalEnergy): IntervalEnergy => ({
  ...one,
  kWh: one.kWh === undefined || other.kWh === undefined ? undefined : one.kWh + other.kWh,
  doubts: [...new Set([...one.doubts, ...other.doubts])],
});

/** Without the intervals that reach into another: an irregular one among others, else both, as nothing shows which is right. */
function withoutOverlaps(energies: readonly IntervalEnergy[], oddities: MeterOddity[]): readonly IntervalEnergy[] {
  const all = overlapping(energies);
  if (all.size === 0) return energies;
  const odd = oddTimes(energies.map(({ start }) => start));
  const irregular = new Set([...all].filter(({ start }) => odd.has(start)));
  for (const { start } of irregular) oddities.push(doubtful(start, 'irregular'));
  const regular = energies.filter((energy) => !irregular.has(energy));
  const unclear = overlapping(regular);
  for (const { start } of unclear) oddities.push({ at: start, kind: 'twice', reason: 'overlap', intervals: 1 });
  return regular.filter((energy) => !unclear.has(energy));
}

function overlapping(energies: readonly IntervalEnergy[]): ReadonlySet<IntervalEnergy> {
  const found = new Set<IntervalEnergy>();
  let last: IntervalEnergy | undefined;
  for (const energy of energies) {
    if (energy.kWh === undefined) continue;
    if (last && energy.start < last.end) found.add(last).add(energy);
    if (!last || energy.end > last.end) last = energy;
  }
  return found;
}
