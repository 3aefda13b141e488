import { addDays, type Instant, type LocalDate, wallTime } from '../../../src/core/time.ts';
import { DELIVERY_ZONE } from '../../../src/core/window.ts';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, Phase, Run, Terms } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import type { PriceYear } from '../feeds/price-year.ts';

/** A need that is told every day at a time, and is to be met so many days later. */
export interface DailyNeed {
  readonly says: string;
  readonly shape: 'contiguous' | 'split';
  readonly minutes: number;
  readonly kw: number;
  readonly from: string;
  readonly days: number;
  readonly readyBy: string;
}

/** Money over all days, and deadlines that were missed. */
export interface Spent {
  readonly days: number;
  readonly perfect: number;
  readonly estimated: number;
  /** Waiting for the next publication; with days to go, what is known and nothing else. */
  readonly without: number;
  readonly missed: number;
}

/** Prices of tomorrow are there from then on. */
const PUBLISHED = '13:00';
const at = (date: LocalDate, time: string) => wallTime(date, time, DELIVERY_ZONE);

function demandOf({ shape, minutes, kw }: DailyNeed, readyBy: Instant, whenUnknown: Terms['whenUnknown']): Demand {
  const phase: Phase = { minutes, kw };
  const terms = { readyBy, prefer: 'earliest', whenUnknown } as const;
  return shape === 'split' ? { shape, need: phase, ...terms } : { shape, phases: [phase], ...terms };
}

/** What has run, by a plan that is made on the estimates of its time, and made again with each publication. */
function lived(year: PriceYear, need: DailyNeed, date: LocalDate, readyBy: Instant): Run[] {
  const ran: Run[] = [];
  const publications = Array.from({ length: need.days + 1 }, (_, i) => at(addDays(date, i), PUBLISHED));
  const told = at(date, need.from);
  const looks = [told, ...publications.filter((instant) => instant > told && instant < readyBy)];
  let standing: readonly Run[] = [];
  looks.forEach((now, i) => {
    const last = addDays(date, publications.filter((instant) => instant <= now).length);
    const known = year.known(date, 1 + publications.filter((instant) => instant <= now).length);
    const horizon = horizonOf(known, 'cost', year.estimates(last));
    const minutes = ran.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
    const isOn = ran.at(-1)?.end === now;
    const plan = planWindow(demandOf(need, readyBy, 'estimate'), horizon, now, {
      output: { on: isOn, since: (isOn ? ran.at(-1)?.start : undefined) ?? told },
      delivered: { minutes, starts: ran.length },
      standing,
    });
    const until = looks[i + 1] ?? Number.POSITIVE_INFINITY;
    for (const run of plan.runs) if (run.start < until) ran.push({ ...run, end: Math.min(run.end, until) });
    standing = plan.runs;
  });
  return ran;
}

function costOf(runs: readonly Run[], prices: ReturnType<PriceYear['known']>, kw: number): number {
  let sum = 0;
  for (const { start, end, price } of prices)
    for (const run of runs)
      sum += (Math.max(0, Math.min(run.end, end) - Math.max(run.start, start)) / 3600) * price * kw;
  return sum;
}

/** The sums over `dates`. */
export function spentOn(year: PriceYear, need: DailyNeed, dates: readonly LocalDate[]): Spent {
  const sums = { days: 0, perfect: 0, estimated: 0, without: 0, missed: 0 };
  for (const date of dates) {
    const prices = year.known(date, need.days + 1);
    const readyBy = at(addDays(date, need.days), need.readyBy);
    const told = at(date, need.from);
    if ((prices.at(-1)?.end ?? 0) < readyBy) continue;
    const fresh = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
    const best = (known: typeof prices, now: Instant) =>
      costOf(planWindow(demandOf(need, readyBy, 'plan-known'), horizonOf(known), now, fresh).runs, prices, need.kw);
    const runs = lived(year, need, date, readyBy);
    const minutes = runs.reduce((sum, { start, end }) => sum + (Math.min(end, readyBy) - start) / 60, 0);
    sums.days++;
    sums.perfect += best(prices, told);
    sums.without += best(year.known(date, 2), Math.max(told, at(date, PUBLISHED)));
    sums.estimated += costOf(runs, prices, need.kw);
    sums.missed += minutes < need.minutes ? 1 : 0;
  }
  return sums;
}
