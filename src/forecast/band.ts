import { type KnownDay, QUARTERS } from './day-shape.ts';
import type { ExpectedDay } from './expected-day.ts';

/** The share of prices that may lie above the band, and the share below. */
const OUTSIDE = 0.1;
/** Mean errors that a band reaches to either side before any day has corrected it. */
const FIRST_REACH = 1.7;
/** Mean errors that a day moves a border at the most; a forecast further ahead is told less by each. */
const STEP = 0.3;
/** What the errors of a day count against those of the next. */
const DECAY = 0.95;

const HOURS = 24;
const PER_HOUR = QUARTERS / HOURS;
/** A market whose price never moves has no errors; a band needs some width to be corrected by. */
const LEAST = 1e-9;

/** How far a price may lie below and above what is expected, by slot; both are per kWh. */
export interface PriceBand {
  readonly below: Float64Array;
  readonly above: Float64Array;
}

/**
 * The band of forecasts `ahead` days after the last of `days`, learnt from what was expected of each of them: adaptive
 * conformal. In mean errors of its hour, each border moves out on a day that leaves more than a tenth of its prices behind it and
 * in on any other, so that over time a tenth lies behind each, whatever the market does.
 * @param expectations what was expected after each of `days`.
 */
export function bandOf(days: readonly KnownDay[], expectations: readonly ExpectedDay[], ahead: number): PriceBand {
  const step = STEP / Math.sqrt(ahead);
  let [below, above] = [FIRST_REACH, FIRST_REACH];
  let errors: Float64Array | undefined;
  for (const [i, day] of days.slice(ahead).entries()) {
    const expected = expectations[i]?.(day.kind, ahead) ?? day.prices;
    const missed = day.prices.map((price, slot) => price - at(expected, slot));
    const today = hourly(missed);
    if (errors) {
      const outside = beyond(missed, widths(errors), { below, above });
      above += step * (outside.above / QUARTERS - OUTSIDE);
      below += step * (outside.below / QUARTERS - OUTSIDE);
    }
    errors = errors?.map((error, hour) => DECAY * error + (1 - DECAY) * at(today, hour)) ?? today;
  }
  const width = widths(errors ?? new Float64Array(HOURS));
  const times = (reach: number) =>
    Float64Array.from({ length: QUARTERS }, (_, slot) => reach * at(width, hourOf(slot)));
  return { below: times(below), above: times(above) };
}

/** The mean error by hour, drawn a little from the hours beside. */
function widths(errors: Float64Array): Float64Array {
  return errors.map(
    (error, hour) => (at(errors, (hour + HOURS - 1) % HOURS) + 2 * error + at(errors, (hour + 1) % HOURS)) / 4 + LEAST,
  );
}

/** Mean absolute error of each hour; what is missing counts nothing. */
function hourly(missed: Float64Array): Float64Array {
  const sums = new Float64Array(HOURS);
  const counts = new Float64Array(HOURS);
  for (let slot = 0; slot < missed.length; slot++) {
    const [error, hour] = [at(missed, slot), hourOf(slot)];
    if (Number.isNaN(error)) continue;
    sums[hour] = at(sums, hour) + Math.abs(error);
    counts[hour] = at(counts, hour) + 1;
  }
  return sums.map((sum, hour) => sum / (counts[hour] || 1));
}

interface Sides {
  readonly below: number;
  readonly above: number;
}

/** How many prices lie behind each border, which is so many widths away. */
function beyond(missed: Float64Array, width: Float64Array, reach: Sides): Sides {
  let [below, above] = [0, 0];
  for (let slot = 0; slot < missed.length; slot++) {
    const [error, each] = [at(missed, slot), at(width, hourOf(slot))];
    if (error > reach.above * each) above++;
    if (error < -reach.below * each) below++;
  }
  return { below, above };
}

const hourOf = (slot: number) => Math.floor(slot / PER_HOUR);
const at = (values: Float64Array, i: number) => values[i] ?? 0;
