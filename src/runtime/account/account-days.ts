import { round6 } from '../../core/components.ts';
import { type DayStatistics, statisticsOf } from '../../core/statistics.ts';
import { addDays, type Instant, type LocalDate, localDate, localDay } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { coversDay } from '../../core/window.ts';
import { quarterPrice } from '../../pricing/account/quarter-prices.ts';
import { daySums } from '../../pricing/account/sums.ts';
import type { AccountSums } from '../../pricing/account/types.ts';
import type { AccountState } from './account-state.ts';

/** A day of an account. */
export interface AccountDay extends Pick<AccountSums, 'energyKwh' | 'pricedKwh' | 'cost'> {
  readonly date: LocalDate;
  /** Per kWh; `null` while a part of the day is unknown. */
  readonly prices: DayStatistics | null;
}

/** The last days of an account. */
export interface AccountDays {
  /** ISO 4217; `null` where no prices have said one. */
  readonly currency: string | null;
  /** Today is the last of them. */
  readonly days: readonly AccountDay[];
}

/** Prices are kept a day longer. */
const WEEK = 7;

export function accountDays({ account, sense }: AccountState, timeZone: string, now: Instant): AccountDays {
  const today = localDate(now, timeZone);
  const dates = Array.from({ length: WEEK }, (_, i) => addDays(today, i + 1 - WEEK));
  // What is earned by selling is kept as negative.
  const sign = sense === 'cost' ? 1 : -1;
  const pricesOn = (date: LocalDate) => {
    const { start, end } = localDay(date, timeZone);
    const quarters = Array.from({ length: (end - start) / QUARTER_HOUR }, (_, i) => {
      const at = start + i * QUARTER_HOUR;
      return { start: at, end: at + QUARTER_HOUR, price: quarterPrice(account.prices, at) };
    });
    const known = quarters.filter(({ price }) => price !== null);
    return coversDay(known, date, timeZone) ? known.map(({ price }) => sign * Number(price)) : [];
  };
  return {
    currency: account.currency,
    days: dates.map((date) => {
      const { energyKwh, pricedKwh, cost } = daySums(account, date);
      return {
        ...{ date, energyKwh: round6(energyKwh), pricedKwh: round6(pricedKwh), cost: round6(cost) },
        prices: statisticsOf(pricesOn(date)) ?? null,
      };
    }),
  };
}
