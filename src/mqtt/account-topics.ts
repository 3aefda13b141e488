import { type Instant, isoTimeIn } from '../core/time.ts';
import type { CausedCost } from '../pricing/bill/caused-costs.ts';
import { decimalOr, json } from './json.ts';
import type { TopicTable } from './topics.ts';

/** Energy and money of a time that has begun. */
export interface ToldSums {
  readonly since: Instant;
  readonly energyKwh: number;
  /** The part of the energy whose price is known: costs are of that. */
  readonly pricedKwh: number;
  readonly cost: number;
  /** Against the same energy from the moment on at which it was asked for. */
  readonly saved: number;
}

/** The account of a device as it is told. */
export interface AccountTold {
  /** ISO 4217, where prices have said one. */
  readonly currency: string | undefined;
  readonly timeZone: string;
  /** Today's. */
  readonly day: ToldSums;
  readonly month: ToldSums;
  readonly total: ToldSums;
  /** The cost in the bill of this month; left out before the first bill. */
  readonly bill?: CausedCost;
}

export const accountSpans = ['month', 'total'] as const;
export const accountAmounts = ['energy', 'cost', 'saved'] as const;

const sumRow = (span: (typeof accountSpans)[number], amount: (typeof accountAmounts)[number]) => {
  const payload = (account: AccountTold | undefined) =>
    decimalOr(account?.[span][amount === 'energy' ? 'energyKwh' : amount]);
  return [`${amount}_${span}`, { payload }] as const;
};

/** The topics of an account below those of its device; without an account they are cleared. */
export const accountRows: TopicTable<AccountTold | undefined> = {
  ...Object.fromEntries(accountSpans.flatMap((span) => accountAmounts.map((amount) => sumRow(span, amount)))),
  bill_month: { payload: (account) => decimalOr(account?.bill?.cost) },
  account: { payload: (account) => (account ? accountJson(account) : '') },
};

/** The sums with their beginnings, which a bare number cannot say. */
function accountJson({ timeZone, currency, day, month, total, bill }: AccountTold): string {
  const told = <T extends { readonly since: Instant }>({ since, ...sums }: T) => ({
    since: isoTimeIn(timeZone, since),
    ...sums,
  });
  return json({
    currency: currency ?? null,
    day: told(day),
    month: told(month),
    total: told(total),
    bill: bill ? told(bill) : null,
  });
}
