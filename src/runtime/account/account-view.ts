import { round6 } from '../../core/components.ts';
import { type Instant, localDate, localDay } from '../../core/time.ts';
import type { DemandSettings } from '../../messages/demand/demand.ts';
import { costsPerKw, type Realised } from '../../messages/plan.ts';
import type { AccountTold, ToldSums } from '../../mqtt/account-topics.ts';
import { daySums, monthSums, periodSums, totalSums } from '../../pricing/account/sums.ts';
import type { AccountSums } from '../../pricing/account/types.ts';
import type { CausedCost } from '../../pricing/bill/caused-costs.ts';
import type { AccountState } from './account-state.ts';

/** What there is to tell of an account. */
export interface AccountView extends AccountTold {
  /** Of the period so far. */
  readonly realised: Realised;
}

/** What the account comes to at `now`; `undefined` of a device of which nobody knows what it takes. */
export function accountView(
  { account, sense, reading, bill }: AccountState,
  settings: DemandSettings,
  { period, timeZone }: { readonly period: { readonly end: Instant } | null; readonly timeZone: string },
  now: Instant,
): AccountView | undefined {
  const total = totalSums(account);
  if (costsPerKw(settings) && total.energyKwh === 0 && !reading) return undefined;
  const today = localDate(now, timeZone);
  const month = today.slice(0, 7);
  const { since, currency } = account;
  const begin = (date: string) => Math.max(since, localDay(date, timeZone).start);
  const sums = periodSums(account, period?.end ?? null);
  // Of what is sold a plan says what it earns.
  const sign = sense === 'cost' ? 1 : -1;
  const { energyKwh, pricedKwh } = sums;
  return {
    currency: currency ?? undefined,
    timeZone,
    day: told(daySums(account, today), begin(today)),
    month: told(monthSums(account, month), begin(`${month}-01`)),
    total: told(total, since),
    ...(bill && { bill: billIn(bill, begin(`${month}-01`)) }),
    realised: {
      energyKwh: round6(energyKwh),
      cost: round6(sign * sums.cost),
      baselineCost: round6(sign * sums.baselineCost),
      ...(round6(energyKwh - pricedKwh) > 0 && { pricedKwh: round6(pricedKwh) }),
    },
  };
}

/** A month begins without a cost in its bill. */
const billIn = ({ since, energyKwh, cost }: CausedCost, begin: Instant): CausedCost =>
  since < begin ? { since: begin, energyKwh: 0, cost: 0 } : { since, energyKwh: round6(energyKwh), cost: round6(cost) };

const told = ({ energyKwh, pricedKwh, cost, baselineCost }: AccountSums, since: Instant): ToldSums => ({
  since,
  energyKwh: round6(energyKwh),
  pricedKwh: round6(pricedKwh),
  cost: round6(cost),
  saved: round6(baselineCost - cost),
});
