import { DAY_SECONDS, type Instant } from '../../core/time.ts';
import { quarterOf } from '../../core/vocabulary.ts';
import type { Horizon, PricedSpan } from '../../planner/types.ts';
import { withPrices } from '../../pricing/account/quarter-prices.ts';
import { closed } from '../../pricing/account/sums.ts';
import type { DeviceAccount, QuarterPrices } from '../../pricing/account/types.ts';
import { type AccountState, LONGEST_ASKED, newAccount } from './account-state.ts';

const PUBLISHED_AHEAD = 3 * DAY_SECONDS;
/** A price is low by those of the last 14 days, if three of them are known. */
const COMPARED = 14 * DAY_SECONDS;
const LEAST_QUARTERS = 3 * 96;

/** The account at the prices of `market`; one in another currency begins anew. */
export function pricedAt(
  state: AccountState,
  { spans, sense }: Pick<Horizon, 'spans' | 'sense'>,
  currency: string | undefined,
  now: Instant,
): AccountState {
  const before = inMarket(state, sense, currency, now);
  const needed = before.portions.map(({ at, baseline }) => baseline ?? at);
  const oldest = Math.min(now - COMPARED, state.asking?.pointer ?? now, ...needed);
  const { from, values } = before.prices;
  const first = Math.min(values.length > 0 ? from : now, spans[0]?.start ?? now);
  const kept = { start: Math.max(now - LONGEST_ASKED, oldest, first), end: now + PUBLISHED_AHEAD };
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

/** The last result of `lowestTenth` for the past prices of an account, or for a list of prices alone. */
const lowPrices = new WeakMap<QuarterPrices | readonly PricedSpan[], LowPrice>();

interface LowPrice {
  readonly spans: readonly PricedSpan[];
  readonly sense: Horizon['sense'];
  readonly price: number | undefined;
}

/**
 * The price below which the lowest tenth lies of the 14 days to the end of the known prices; where they are earned, above which the
 * highest tenth lies. `undefined` while less than three days are known. A device plans many times with the same prices.
 */
export function lowestTenth(horizon: Pick<Horizon, 'spans' | 'sense'>, state: AccountState | undefined) {
  const past = state?.sense === horizon.sense ? state.account.prices : undefined;
  const { spans, sense } = horizon;
  const before = lowPrices.get(past ?? spans);
  if (before?.spans === spans && before.sense === sense) return before.price;
  const price = lowestTenthOf(horizon, past);
  lowPrices.set(past ?? spans, { spans, sense, price });
  return price;
}

function lowestTenthOf({ spans, sense }: Pick<Horizon, 'spans' | 'sense'>, past: QuarterPrices | undefined) {
  const sign = sense === 'cost' ? 1 : -1;
  const end = spans.at(-1)?.end ?? 0;
  const paid = sense === 'cost' ? spans : spans.map((span) => ({ ...span, price: -span.price }));
  const { values } = withPrices(past ?? { from: end, values: [] }, paid, { start: end - COMPARED, end });
  const known = values.filter((value) => value !== null);
  if (known.length < LEAST_QUARTERS) return undefined;
  const price = Float64Array.from(known).sort()[Math.floor(known.length / 10)];
  return price === undefined ? undefined : sign * price;
}
