import type { Instant } from '../../core/time.ts';
import { quarterOf } from '../../core/vocabulary.ts';
import type { Horizon } from '../../planner/types.ts';
import { withPrices } from '../../pricing/account/quarter-prices.ts';
import { closed } from '../../pricing/account/sums.ts';
import type { DeviceAccount } from '../../pricing/account/types.ts';
import { type AccountState, DAY, LONGEST_ASKED, newAccount, RECKONED_ANEW } from './account-state.ts';

const PUBLISHED_AHEAD = 3 * DAY;

/** The account at the prices of `market`; one in another currency begins anew. */
export function pricedAt(
  state: AccountState,
  { spans, sense }: Pick<Horizon, 'spans' | 'sense'>,
  currency: string | undefined,
  now: Instant,
): AccountState {
  const before = inMarket(state, sense, currency, now);
  const needed = before.portions.map(({ at, baseline }) => baseline ?? at);
  const oldest = Math.min(now - RECKONED_ANEW, state.asking?.pointer ?? now, ...needed);
  const kept = { start: Math.max(now - LONGEST_ASKED, oldest), end: now + PUBLISHED_AHEAD };
  const paid = sense === 'cost' ? spans : spans.map((span) => ({ ...span, price: -span.price }));
  return { ...state, sense, account: { ...before, prices: withPrices(before.prices, paid, kept) } };
}

function inMarket(
  { account, sense: before }: AccountState,
  sense: Horizon['sense'],
  currency: string | undefined,
  now: Instant,
): DeviceAccount {
  if (currency !== undefined && account.currency !== null && account.currency !== currency)
    return { ...newAccount(now, currency), runs: closed(account, () => true).runs };
  const known = currency === undefined ? account : named(account, currency);
  return sense === before ? known : { ...closed(known, () => true), prices: { from: quarterOf(now), values: [] } };
}

/** What ran before any price came is paid in the currency that they have then. */
const named = (account: DeviceAccount, currency: string): DeviceAccount =>
  account.currency === currency
    ? account
    : { ...account, currency, runs: account.runs.map((run) => ({ ...run, currency: run.currency ?? currency })) };
