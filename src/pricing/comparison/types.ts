import type { ComponentName } from '../../core/components.ts';
import type { Dated } from '../../core/dated.ts';
import type { MeterReading, PriceSeries } from '../../core/series.ts';
import type { LocalDate, Span } from '../../core/time.ts';
import type { PeakRule } from '../../planner/house/peak.ts';

/** What a meter counted, by time and without overlaps: the answer of `readMeter`, or several of them joined. */
export interface Metered {
  readonly consumption: readonly MeterReading[];
  readonly feedIn?: readonly MeterReading[];
  /** The IANA zone whose months and days count. */
  readonly timeZone: string;
}

/** A contract with its prices over the metered time, in one currency. */
export interface ComparedTariff {
  readonly id: string;
  readonly name: string;
  /** Per kWh bought; left out of a contract on feed-in alone. */
  readonly prices?: PriceSeries;
  /** The components that a price must have to count, by default `energy`; a price with a `total` always counts. */
  readonly components?: readonly ComponentName[];
  /** Per kWh fed in. */
  readonly feedin?: PriceSeries;
  /** Money for a month without VAT; of a month that is metered in part its share. */
  readonly monthly?: number;
  /** Money for peaks, without VAT; of a month that is metered in part its share. Rules by date count on the first day of a month. */
  readonly peak?: PeakRule | readonly Dated<PeakRule>[];
  /** The VAT on what is charged by month, 0.19 for 19 %; none where nothing is said. */
  readonly vat?: readonly Dated<number>[];
}

/** Money of a stretch of time by component; what a contract does not have is left out. */
export interface BillSums {
  /** Energy bought that has a price. */
  readonly kWh: number;
  /** Energy fed in that has a price. */
  readonly feedInKwh: number;
  readonly energy?: number;
  readonly grid?: number;
  readonly fees?: number;
  /** On all that is bought and charged by month. */
  readonly vat?: number;
  /** The part of prices with a `total` that their components do not cover. */
  readonly other?: number;
  readonly monthly?: number;
  readonly peak?: number;
  /** Earned. */
  readonly feedin?: number;
  /** What is left to pay. */
  readonly total: number;
}

export interface MonthSums extends BillSums {
  /** `2026-01`. */
  readonly month: string;
}

/** A stretch of readings that are in no sum, since their price is not known. */
export interface Unpriced extends Span {
  readonly direction: 'consumption' | 'feed-in';
  readonly kWh: number;
  /**
   * `no-price`: the price or a component of it is not known. `no-network-charge`: the network charge is not, the price of the
   * energy is. `coarse`: one reading over more than two hours in which the price changes.
   */
  readonly reason: 'no-price' | 'no-network-charge' | 'coarse';
}

/** What a contract would have cost. */
export interface TariffCost {
  readonly id: string;
  readonly name: string;
  readonly months: readonly MonthSums[];
  readonly sum: BillSums;
  /** Empty where every reading has a price. */
  readonly unpriced: readonly Unpriced[];
  /** The same with energy moved into the cheapest hours of its day. */
  readonly shifted?: { readonly movedKwh: number; readonly total: number; readonly saving: number };
}

/** Contracts over the same metered time. */
export interface Comparison extends Span {
  readonly kWh: number;
  readonly feedInKwh: number;
  /** First those that lack the least, the cheapest of them first. */
  readonly tariffs: readonly TariffCost[];
}

/** A month that is metered, as a whole or in part. */
export interface MeteredMonth extends Span {
  readonly month: string;
  /** Its first day that is metered. */
  readonly from: LocalDate;
  /** The part of its days that is metered, up to 1. */
  readonly share: number;
}
