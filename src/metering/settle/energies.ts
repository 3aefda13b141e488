import type { MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { seriesIntervals, type TimedEntry } from '../time/series-intervals.ts';
import type { ZoneClock } from '../time/zone-clock.ts';
import { doubtful, type MeterOddity, roundedKwh, type SettledReadings } from './oddity.ts';

const HOUR = 3600;
/** As many values as cannot rise all along by chance. */
const MANY = 48;

/** A value of an interval in kWh; nothing where it is missing or cannot be used. */
interface IntervalEnergy {
  readonly start: number;
  readonly end: number;
  readonly kWh: number | undefined;
  readonly estimated: boolean;
}

/** The energies of intervals, of which each series tells a part. */
export function energyReadings(
  series: readonly (readonly MeterEntry[])[],
  clock: ZoneClock,
  { isPower, isSure }: { readonly isPower: boolean; readonly isSure: boolean },
): SettledReadings {
  const oddities: MeterOddity[] = [];
  const sums = new Map<string, IntervalEnergy>();
  for (const entries of series) {
    const { timed, unclear } = seriesIntervals(entries, clock);
    if (isPower) refuseUnevenPower(timed);
    oddities.push(...unclear.map((at) => doubtful(at, 'clock-change')));
    oddities.push(...timed.filter(({ entry }) => entry.isOfTwoHours).map(({ start }) => doubtful(start, 'two-hours')));
    const once = withoutTwice(
      timed.map((each) => energyOf(each, isPower)),
      oddities,
    );
    if (!isSure) refuseRising(once);
    for (const energy of once)
      sums.set(`${energy.start}/${energy.end}`, added(sums.get(`${energy.start}/${energy.end}`), energy));
  }
  const whole = [...sums.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  const readings = withoutOverlaps(whole, oddities).flatMap(({ start, end, kWh, estimated }) => {
    if (kWh === undefined) return [];
    if (kWh < 0) {
      oddities.push(doubtful(start, 'negative'));
      return [];
    }
    if (estimated) oddities.push(doubtful(start, 'estimated'));
    return [{ start, end, kWh: roundedKwh(kWh) }];
  });
  return { readings, covered: whole, oddities };
}

const energyOf = ({ entry: { value, estimated }, start, end }: TimedEntry, isPower: boolean): IntervalEnergy => ({
  start,
  end,
  kWh: value !== undefined && isPower ? (value * (end - start)) / HOUR : value,
  estimated,
});

/** A mean of power over an interval that only its neighbours tell is no energy where these are not all alike. */
function refuseUnevenPower(timed: readonly TimedEntry[]): void {
  const lengths = new Set(timed.flatMap(({ isLengthTaken, start, end }) => (isLengthTaken ? [end - start] : [])));
  if (lengths.size > 1) throw new MeterFileError('resolution');
}

/** Refuses values that look like the states of a register. */
function refuseRising(energies: readonly IntervalEnergy[]): void {
  const values = [...energies].sort((a, b) => a.start - b.start).flatMap(({ kWh }) => (kWh === undefined ? [] : [kWh]));
  const neverFalls = values.every((value, i) => value >= (values[i - 1] ?? value));
  if (values.length >= MANY && neverFalls && (values.at(-1) ?? 0) > (values[0] ?? 0))
    throw new MeterFileError('is-cumulative');
}

/** Each interval of a series once; those of which it says two things without a value. */
function withoutTwice(energies: readonly IntervalEnergy[], oddities: MeterOddity[]): IntervalEnergy[] {
  const byTime = new Map<string, IntervalEnergy>();
  for (const energy of energies) {
    const key = `${energy.start}/${energy.end}`;
    const other = byTime.get(key);
    if (other && other.kWh !== undefined && energy.kWh !== undefined) {
      const isSame = other.kWh === energy.kWh;
      oddities.push({ at: energy.start, kind: 'twice', reason: isSame ? 'same' : 'contradiction', intervals: 1 });
      byTime.set(key, isSame ? other : { ...energy, kWh: Number.NaN });
    } else if (!other || other.kWh === undefined) byTime.set(key, energy);
  }
  return [...byTime.values()].map((energy) => (Number.isNaN(energy.kWh) ? { ...energy, kWh: undefined } : energy));
}

const added = (sum: IntervalEnergy | undefined, energy: IntervalEnergy): IntervalEnergy =>
  sum === undefined
    ? energy
    : {
        ...energy,
        kWh: sum.kWh === undefined || energy.kWh === undefined ? undefined : sum.kWh + energy.kWh,
        estimated: sum.estimated || energy.estimated,
      };

/** Without the intervals that reach into another: nothing tells which of them has the energy. */
function withoutOverlaps(energies: readonly IntervalEnergy[], oddities: MeterOddity[]): IntervalEnergy[] {
  const overlapping = new Set<IntervalEnergy>();
  let last: IntervalEnergy | undefined;
  for (const energy of energies.filter(({ kWh }) => kWh !== undefined)) {
    if (last && energy.start < last.end) overlapping.add(last).add(energy);
    if (!last || energy.end > last.end) last = energy;
  }
  for (const { start } of overlapping) oddities.push({ at: start, kind: 'twice', reason: 'overlap', intervals: 1 });
  return energies.filter((energy) => !overlapping.has(energy));
}
