import { type Instant, type LocalDate, localDate } from '../../core/time.ts';
import { monthPeak, type PeakRule } from '../../planner/house/peak.ts';

/** What a month has had of the grid by the windows that an operator charges for. */
export interface MonthPeak {
  /** `2026-11`. */
  readonly month: string;
  /** The highest window of each local day, in kW. */
  readonly days: Readonly<Record<LocalDate, number>>;
  /** The window under way: what was bought in it, and until when that is known. */
  readonly window: { readonly start: Instant; readonly kwh: number; readonly until: Instant };
  /** The peaks of the months before, the newest last. */
  readonly before: readonly number[];
}

/** A year. */
const MOST_MONTHS = 12;

export const nothingMetered: MonthPeak = { month: '', days: {}, window: { start: 0, kwh: 0, until: 0 }, before: [] };

/** With what is bought at `kw` from what is known to `now`; a time of which nobody knows adds nothing. */
export function meteredUntil(
  before: MonthPeak,
  kw: number,
  { from, now }: { readonly from: Instant; readonly now: Instant },
  rule: PeakRule,
  timeZone: string,
): MonthPeak {
  const length = 60 * rule.measure;
  // A window to come is one of a clock that was ahead.
  let state = before.window.start > now ? { ...before, window: nothingMetered.window } : before;
  for (let at = Math.max(from, state.window.until); at < now; ) {
    const start = at - (at % length);
    const until = Math.min(now, start + length);
    if (start !== state.window.start)
      state = { ...counted(state, rule, timeZone), window: { start, kwh: 0, until: at } };
    state = { ...state, window: { start, kwh: state.window.kwh + (Math.max(0, kw) * (until - at)) / 3600, until } };
    at = until;
  }
  return state;
}

/** A window that is over is of its day, and a month that is over is one of those before. */
function counted(state: MonthPeak, rule: PeakRule, timeZone: string): MonthPeak {
  const { start, kwh, until } = state.window;
  if (until === 0) return state;
  const date = localDate(start, timeZone);
  const { days, before } = inMonth(state, date, rule);
  return {
    ...state,
    month: monthOf(date),
    days: { ...days, [date]: Math.max(days[date] ?? 0, (60 * kwh) / rule.measure) },
    before,
  };
}

const monthOf = (date: LocalDate) => date.slice(0, 7);

/** As it is on a day: of a new month nothing is known. */
export function inMonth(state: MonthPeak, date: LocalDate, rule: PeakRule): Pick<MonthPeak, 'days' | 'before'> {
  if (state.month === monthOf(date)) return state;
  if (state.month === '') return { days: {}, before: state.before };
  return { days: {}, before: [...state.before, monthPeak(rule, Object.values(state.days))].slice(-MOST_MONTHS) };
}
