import { quarterPrice } from './quarter-prices.ts';
import type { AccountRun, AccountSums, DeviceAccount, Portion } from './types.ts';

export const nothingCounted: AccountSums = { energyKwh: 0, pricedKwh: 0, cost: 0, baselineCost: 0 };

const plus = (a: AccountSums, b: AccountSums): AccountSums => ({
  energyKwh: a.energyKwh + b.energyKwh,
  pricedKwh: a.pricedKwh + b.pricedKwh,
  cost: a.cost + b.cost,
  baselineCost: a.baselineCost + b.baselineCost,
});

/** A portion at the prices that are known. What nobody asked for saves nothing, nor does what has no price to be held against. */
function sumsOf({ prices }: DeviceAccount, { at, baseline, kWh }: Portion): AccountSums {
  const price = quarterPrice(prices, at);
  if (price === null) return { ...nothingCounted, energyKwh: kWh };
  const atOnce = baseline === null ? null : quarterPrice(prices, baseline);
  return { energyKwh: kWh, pricedKwh: kWh, cost: kWh * price, baselineCost: kWh * (atOnce ?? price) };
}

const added = (account: DeviceAccount, before: AccountSums, isMeant: (portion: Portion) => boolean): AccountSums =>
  account.portions.reduce((sum, portion) => (isMeant(portion) ? plus(sum, sumsOf(account, portion)) : sum), before);

export const totalSums = (account: DeviceAccount): AccountSums => added(account, account.total, () => true);

/** @param month `YYYY-MM`. */
export const monthSums = (account: DeviceAccount, month: string): AccountSums =>
  added(account, account.months[month] ?? nothingCounted, ({ day }) => day.startsWith(month));

/** @param date `YYYY-MM-DD`. */
export const daySums = (account: DeviceAccount, date: string): AccountSums =>
  added(account, account.days[date] ?? nothingCounted, ({ day }) => day === date);

/** Of a period that is not over. */
export const periodSums = (account: DeviceAccount, period: number | null): AccountSums =>
  added(account, nothingCounted, (portion) => portion.period === period);

/** The runs that are kept, each with all that was counted of it. */
export const runSums = (account: DeviceAccount): AccountRun[] =>
  account.runs.map((run) => ({ ...run, ...added(account, run, (portion) => portion.run === run.start) }));

/** Kept are so many runs and days, and all months. */
const MOST_RUNS_KEPT = 400;
const MOST_DAYS_KEPT = 100;
const MOST_MONTHS_KEPT = 120;

/** The account where portions that `isFinal` says are no more reckoned anew. */
export function closed(account: DeviceAccount, isFinal: (portion: Portion) => boolean): DeviceAccount {
  const final = account.portions.filter(isFinal);
  const [days, months] = [{ ...account.days }, { ...account.months }];
  const runs = new Map(account.runs.map((run) => [run.start, run]));
  let { total } = account;
  for (const portion of final) {
    const sums = sumsOf(account, portion);
    const month = portion.day.slice(0, 7);
    const run = runs.get(portion.run);
    days[portion.day] = plus(days[portion.day] ?? nothingCounted, sums);
    months[month] = plus(months[month] ?? nothingCounted, sums);
    if (run) runs.set(run.start, { ...run, ...plus(run, sums) });
    total = plus(total, sums);
  }
  return {
    ...account,
    portions: final.length > 0 ? account.portions.filter((portion) => !isFinal(portion)) : account.portions,
    runs: [...runs.values()].slice(-MOST_RUNS_KEPT),
    days: lastOf(days, MOST_DAYS_KEPT),
    months: lastOf(months, MOST_MONTHS_KEPT),
    total,
  };
}

const lastOf = <T>(byName: Readonly<Record<string, T>>, most: number): Record<string, T> =>
  Object.fromEntries(
    Object.entries(byName)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-most),
  );
