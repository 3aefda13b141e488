import { type Instant, isWeekend, type LocalDate, offsetsOver, type WallClock, wallClock } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { toWatt } from '../../messages/power/quarters.ts';

/** The power that was measured in the last weeks, by quarter hours of the clock on the wall. */
export interface MeasuredPower {
  readonly days: readonly { readonly date: LocalDate; readonly kw: readonly (number | null)[] }[];
  /** The quarter hour under way: kW times seconds, and the seconds that they are of. */
  readonly quarter: { readonly start: Instant; readonly sum: number; readonly seconds: number };
  readonly last: { readonly kw: number; readonly at: Instant } | null;
}

/** The power of a quarter hour of the week, in kW; `undefined` where nothing is known of it. */
export type LearntPower = (wall: WallClock) => number | undefined;

const DAYS = 28;
const QUARTERS = 96;
/** Seconds for which a power is taken to be what it was told. */
const LASTS = 1800;

export const nothingMeasured: MeasuredPower = { days: [], quarter: { start: 0, sum: 0, seconds: 0 }, last: null };

/** With the power `kw` at `now`, after which the last one ends. */
export function measured(before: MeasuredPower, kw: number, now: Instant, timeZone: string): MeasuredPower {
  const { last } = before;
  const isOn = last && now >= last.at && now - last.at <= LASTS;
  const past = isOn ? lasting(before, last, now, timeZone) : closed(before, now, timeZone);
  return { ...past, last: { kw, at: now } };
}

/** The quarter hours between `last` and `now` at that power. */
function lasting(
  before: MeasuredPower,
  { kw, at }: NonNullable<MeasuredPower['last']>,
  now: Instant,
  timeZone: string,
): MeasuredPower {
  let state = closed(before, at, timeZone);
  for (let from = at; from < now; ) {
    const until = Math.min(now, state.quarter.start + QUARTER_HOUR);
    const { start, sum, seconds } = state.quarter;
    state = { ...state, quarter: { start, sum: sum + kw * (until - from), seconds: seconds + until - from } };
    state = closed(state, until, timeZone);
    from = until;
  }
  return state;
}

/** The quarter hour under way is that of `now`; the one before counts where half of it is known. */
function closed(state: MeasuredPower, now: Instant, timeZone: string): MeasuredPower {
  const { start, sum, seconds } = state.quarter;
  if (quarterOf(now) === start) return state;
  const quarter = { start: quarterOf(now), sum: 0, seconds: 0 };
  if (seconds < QUARTER_HOUR / 2) return { ...state, quarter };
  const { date, minute } = wallAt(start, timeZone);
  const today = state.days.find((day) => day.date === date)?.kw ?? Array.from({ length: QUARTERS }, () => null);
  const kw = today.with(Math.floor(minute / 15), toWatt(sum / seconds));
  const others = state.days.filter((day) => day.date !== date);
  return { ...state, quarter, days: [...others, { date, kw }].slice(-DAYS) };
}

const wallAt = (instant: Instant, timeZone: string): WallClock =>
  wallClock(instant, offsetsOver({ start: instant, end: instant }, timeZone)(instant));

/** The means by working and other days; of a kind of day that has not been measured yet those of the others. */
export function learntPower({ days }: MeasuredPower): LearntPower {
  const profiles = [false, true].map((off) => meansOf(days.filter(({ date }) => isWeekend(date) === off)));
  const all = meansOf(days);
  return ({ minute, weekday }) => {
    const i = Math.floor(minute / 15);
    return profiles[weekday > 5 ? 1 : 0]?.[i] ?? all[i];
  };
}

const meansOf = (days: MeasuredPower['days']) =>
  Array.from({ length: QUARTERS }, (_, i) => {
    const known = days.flatMap(({ kw }) => kw[i] ?? []);
    return known.length > 0 ? known.reduce((sum, kw) => sum + kw, 0) / known.length : undefined;
  });
