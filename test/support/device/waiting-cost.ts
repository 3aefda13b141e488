import { addDays, type Instant, type LocalDate, type Span, utcTime, wallTime } from '../../../src/core/time.ts';
import { DELIVERY_ZONE } from '../../../src/core/window.ts';
import { readSettings } from '../../../src/messages/demand/demand.ts';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, Phase } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import { Switcher } from '../../../src/runtime/device/switcher.ts';
import type { PriceYear } from '../feeds/price-year.ts';
import { manualClock } from '../manual-clock.ts';

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

function demandOf({ shape, minutes, kw }: DailyNeed, readyBy: Instant): Demand {
  const phase: Phase = { minutes, kw };
  const terms = { readyBy, prefer: 'earliest', whenUnknown: 'plan-known' } as const;
  return shape === 'split' ? { shape, need: phase, ...terms } : { shape, phases: [phase], ...terms };
}

/** The runs of a device that receives the prices of the next day, and the estimates after it, at each publication. */
async function runsOf(year: PriceYear, need: DailyNeed, date: LocalDate, readyBy: Instant): Promise<Span[]> {
  const clock = manualClock(at(date, need.from));
  const runs: Span[] = [];
  let since: Instant | undefined;
  const follow = ({ switch: { on } }: DeviceReport) => {
    if (since !== undefined && !on) runs.push({ start: since, end: clock.now() });
    since = on ? (since ?? clock.now()) : undefined;
  };
  const device = new Switcher({
    ...{ device: 'car', clock, timeZone: DELIVERY_ZONE, onFailure: 'run', onChange: follow, remember: () => undefined },
    settings: readSettings({
      ...{ shape: need.shape, minutes: need.minutes, powerKw: need.kw },
      ...{ readyBy: utcTime(readyBy), whenUnknown: 'estimate' },
    }),
    onError(error) {
      throw error;
    },
  });
  device.start();
  /** Prices are known until the end of `last`. */
  const publish = (last: LocalDate) => {
    const [spans, forecast, gains] = [year.known(addDays(last, -3), 4), year.estimates(last), year.gains(last)];
    follow(device.price({ spans, forecast, gains, timeZone: DELIVERY_ZONE }));
  };
  publish(clock.now() < at(date, PUBLISHED) ? date : addDays(date, 1));
  for (let day = date; day < addDays(date, need.days + 1); day = addDays(day, 1)) {
    const published = at(day, PUBLISHED);
    if (published <= at(date, need.from) || published >= readyBy) continue;
    await clock.advanceTo(published);
    publish(addDays(day, 1));
  }
  await clock.advanceTo(readyBy + 3600);
  device.stop();
  return runs;
}

function costOf(runs: readonly Span[], prices: ReturnType<PriceYear['known']>, kw: number): number {
  let sum = 0;
  for (const { start, end, price } of prices)
    for (const run of runs)
      sum += (Math.max(0, Math.min(run.end, end) - Math.max(run.start, start)) / 3600) * price * kw;
  return sum;
}

/** The sums over `dates`. */
export async function spentOn(year: PriceYear, need: DailyNeed, dates: readonly LocalDate[]): Promise<Spent> {
  const sums = { days: 0, perfect: 0, estimated: 0, without: 0, missed: 0 };
  for (const date of dates) {
    const prices = year.known(date, need.days + 1);
    const readyBy = at(addDays(date, need.days), need.readyBy);
    const told = at(date, need.from);
    if ((prices.at(-1)?.end ?? 0) < readyBy) continue;
    const fresh = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
    const best = (known: typeof prices, now: Instant) =>
      costOf(planWindow(demandOf(need, readyBy), horizonOf(known), now, fresh).runs, prices, need.kw);
    const runs = await runsOf(year, need, date, readyBy);
    const minutes = runs.reduce((sum, { start, end }) => sum + (Math.min(end, readyBy) - start) / 60, 0);
    sums.days++;
    sums.perfect += best(prices, told);
    sums.without += best(year.known(date, 2), Math.max(told, at(date, PUBLISHED)));
    sums.estimated += costOf(runs, prices, need.kw);
    sums.missed += minutes < need.minutes ? 1 : 0;
  }
  return sums;
}
