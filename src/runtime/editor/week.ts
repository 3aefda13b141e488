import type { DayStatistics } from '../../core/statistics.ts';
import type { LocalDate } from '../../core/time.ts';
import type { AccountDay } from '../account/account-days.ts';
import { type Member, type Named, sharing } from './overview.ts';

/** What the last seven days came to, today the last of them. */
export interface LastDays {
  /** ISO 4217, where prices have said one. */
  readonly currency?: string;
  /** `prices` per kWh; `null` while a part of the day is unknown. */
  readonly days: readonly { readonly date: LocalDate; readonly prices: DayStatistics | null }[];
  /** Of each device the same days. */
  readonly devices: readonly (Named & { readonly days: readonly Omit<AccountDay, 'date' | 'prices'>[] })[];
}

/** @param asked id of the node with prices whose devices are meant. */
export function weekOf(members: readonly Member[], asked: string | undefined): LastDays {
  const told = sharing(members, asked).devices.flatMap(({ id, name, site, state }) => {
    const account = state?.days?.();
    return account ? [{ named: { id, name, site }, account }] : [];
  });
  const currency = told.find(({ account }) => account.currency)?.account.currency;
  const ours = told.filter(({ account }) => !account.currency || account.currency === currency);
  const days = ours[0]?.account.days ?? [];
  return {
    ...(currency && { currency }),
    days: days.map(({ date }, i) => ({
      date,
      prices: ours.map(({ account }) => account.days[i]?.prices).find((prices) => prices) ?? null,
    })),
    devices: ours.map(({ named, account }) => ({
      ...named,
      days: account.days.map(({ energyKwh, pricedKwh, cost }) => ({ energyKwh, pricedKwh, cost })),
    })),
  };
}
