import { type KnownDay, QUARTERS } from './day-shape.ts';
import type { ForecastDay } from './types.ts';

type Kind = ForecastDay['kind'];

/** Days of a kind that the shape is taken from; a week has five working days and two others. */
const SHAPE_DAYS: Readonly<Record<Kind, number>> = { working: 20, other: 8 };
/** What a day counts against the next newer one of its kind. */
const SHAPE_DECAY = 0.93;
/** Days that tell how far apart the kinds lie, and what the level returns to. */
const MONTH = 28;
/** Days that the level is taken from, and what each counts against the next newer one. */
const LEVEL_DAYS = 14;
const LEVEL_DECAY = 0.75;
/** How much of the way back to the month's mean the level has gone by `RETURN_DAYS`. */
const RETURN = 0.6;
const RETURN_DAYS = 8;
/** Slots at the end of the known prices that tell how far the market is off its course, and after how many that is forgotten but for a third. */
const LAST_SLOTS = 8;
const CARRIED_SLOTS = QUARTERS;

/** The prices by slot that a day of `kind` is expected to have, `ahead` days after the newest that is known (1 or more). */
export type ExpectedDay = (kind: Kind, ahead: number) => Float64Array;

/**
 * What comes after `known`. Level: a mean of the last days, those of the other kind moved by what the kinds are apart, which
 * returns to the month's. Shape: the mean course of the newest days of a kind. What the last hours were off all that fades
 * within days: an evening of little wind is followed by such a night.
 */
export function expectationAfter(known: readonly KnownDay[]): ExpectedDay {
  const month = known.slice(-MONTH);
  const monthly = mean(month.map((day) => day.mean));
  const apart = kindsApart(month, monthly);
  const near = weighted(
    known.slice(-LEVEL_DAYS).map((day) => day.mean - apart[day.kind]),
    LEVEL_DECAY,
  );
  const shapes = new Map<Kind, Float64Array>();
  const shapeFor = (kind: Kind) => {
    const shape = shapes.get(kind) ?? shapeOf(known, kind);
    shapes.set(kind, shape);
    return shape;
  };
  const last = known.at(-1);
  const off = last ? lately(last, near + apart[last.kind], shapeFor(last.kind)) : 0;
  return (kind, ahead) => {
    const back = RETURN * Math.min(1, ahead / RETURN_DAYS);
    const level = (1 - back) * near + back * monthly + apart[kind];
    const passed = QUARTERS * (ahead - 1);
    return shapeFor(kind).map(
      (deviation, slot) => level + deviation + off * Math.exp(-(passed + slot) / CARRIED_SLOTS),
    );
  };
}

/** How far the last hours of a day lay from a level and its course. */
function lately({ prices }: KnownDay, level: number, shape: Float64Array): number {
  const missed = prices.map((price, slot) => price - level - (shape[slot] ?? 0));
  const known = [...missed.slice(-LAST_SLOTS)].filter((each) => !Number.isNaN(each));
  return known.length > 0 ? mean(known) : 0;
}

/** How far the mean day of each kind lies from the mean day. */
function kindsApart(month: readonly KnownDay[], monthly: number): Readonly<Record<Kind, number>> {
  const of = (kind: Kind) => {
    const means = month.filter((day) => day.kind === kind).map((day) => day.mean);
    return means.length > 0 ? mean(means) - monthly : 0;
  };
  return { working: of('working'), other: of('other') };
}

/** The mean deviation of each slot from its day's mean; of all days where none is of this kind. */
function shapeOf(known: readonly KnownDay[], kind: Kind): Float64Array {
  const same = known.filter((day) => day.kind === kind);
  const days = (same.length > 0 ? same : known).slice(-SHAPE_DAYS[kind]);
  const sums = new Float64Array(QUARTERS);
  const weights = new Float64Array(QUARTERS);
  for (const { prices, mean: level } of days)
    for (let slot = 0; slot < QUARTERS; slot++) {
      const price = prices[slot] ?? Number.NaN;
      const counts = !Number.isNaN(price);
      sums[slot] = (sums[slot] ?? 0) * SHAPE_DECAY + (counts ? price - level : 0);
      weights[slot] = (weights[slot] ?? 0) * SHAPE_DECAY + (counts ? 1 : 0);
    }
  return sums.map((sum, slot) => sum / (weights[slot] || 1));
}

/** The mean in which each value counts `decay` of the next. */
function weighted(values: readonly number[], decay: number): number {
  let sum = 0;
  let weights = 0;
  for (const value of values) {
    sum = sum * decay + value;
    weights = weights * decay + 1;
  }
  return sum / weights;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
