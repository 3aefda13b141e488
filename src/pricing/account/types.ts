import type { Instant, LocalDate, Span } from '../../core/time.ts';

/** Who had a device run: its plan, somebody by hand, or nobody, as it took something while it was off. */
export type RunBy = 'plan' | 'hand' | 'off';

/** Energy and money of a time. What is earned by selling is negative. */
export interface AccountSums {
  readonly energyKwh: number;
  /** The part of the energy whose price is known: costs are of that. */
  readonly pricedKwh: number;
  readonly cost: number;
  /** The cost of the same energy from the moment on at which it was asked for. */
  readonly baselineCost: number;
}

/** A time that a device ran, or a day's energy beside its runs. */
export interface AccountRun extends Span, AccountSums {
  readonly by: RunBy;
  /** ISO 4217; `null` where no prices have said one. */
  readonly currency: string | null;
}

/** Energy of a run in one quarter hour. */
export interface Portion {
  /** The begin of the quarter hour in which it ran. */
  readonly at: Instant;
  /** The begin of the quarter hour in which it would have run at once; `null` where nobody asked for it. */
  readonly baseline: Instant | null;
  readonly kWh: number;
  readonly day: LocalDate;
  /** The start of its run. */
  readonly run: Instant;
  /** The end of the period that it ran for. */
  readonly period: Instant | null;
}

/** Prices by quarter hours from `from` on, `null` where one is not known. */
export interface QuarterPrices {
  readonly from: Instant;
  readonly values: readonly (number | null)[];
}

/** Energy by quarter hours from `from` on, in kWh. */
export interface QuarterEnergy {
  readonly from: Instant;
  readonly values: readonly number[];
}

/**
 * The account of a device: the quarter hours of the last days, which are reckoned anew with every price, and the sums of all
 * before them.
 */
export interface DeviceAccount {
  readonly since: Instant;
  /** ISO 4217; `null` where no prices have said one. */
  readonly currency: string | null;
  readonly prices: QuarterPrices;
  readonly portions: readonly Portion[];
  /** For the bill of the month; left out before the first energy. */
  readonly quarters?: QuarterEnergy | undefined;
  /** The last ones, without what is in `portions`. */
  readonly runs: readonly AccountRun[];
  /** The last ones, by date, without what is in `portions`. */
  readonly days: Readonly<Record<LocalDate, AccountSums>>;
  /** By `YYYY-MM`, without what is in `portions`. */
  readonly months: Readonly<Record<string, AccountSums>>;
  /** Without what is in `portions`. */
  readonly total: AccountSums;
}
