import type { Dated, Standing } from '../core/dated.ts';
import type { PriceSeries } from '../core/series.ts';
import type { PeakRule } from '../planner/house/peak.ts';
import type { ClockTime, Rate, When } from './tariff.ts';

/** The lines that a household's bill is made of, as the catalogue and users of the library write them. */

/** A figure from a day on, until the next row of its list. */
export interface BillRow<T> extends Dated<T>, Standing {}

/** The company that sends the bill of a line. */
export type Issuer = 'supplier' | 'network';

interface LineBase {
  /** Unique in a bill, in the words of the market. */
  readonly name: string;
  readonly issuer: Issuer;
  /** The group that taxes and caps refer to, such as `energy`, `grid` or `fees`. */
  readonly part: string;
  /** No VAT is taken on it. */
  readonly vatFree?: true;
}

/** A share of the exchange price: `margin + coefficient x max(0, price - above)`, with prices averaged to `settlement`. */
export interface SpotShare {
  readonly coefficient: number;
  readonly margin?: number;
  readonly above?: number;
  /** Seconds; left out, the prices as they are. */
  readonly settlement?: number;
}

/** Money per kWh: one price, rates on a clock, or a share of the exchange price. */
export type KwhPrice = number | (ClockTime & { readonly rates: readonly Rate[] }) | SpotShare;

/** Prices by quantity: each from so many kWh of the month or year on. Thresholds of a year are in proportion to the billed days. */
export interface TieredPrice {
  readonly per: 'month' | 'year';
  /** Beyond this quantity no price is known. */
  readonly untilKwh?: number;
  readonly tiers: readonly { readonly fromKwh: number; readonly price: KwhPrice }[];
}

/** A monthly quantity without charge, which shrinks by each kWh of the month above `shrinksAboveKwh`. */
export interface FreeQuantity {
  readonly price: KwhPrice;
  readonly freeKwh: number;
  readonly shrinksAboveKwh: number;
}

/** The share of the feed-in that is deducted from the consumption, within the billing year and within each register. */
interface Netting {
  readonly share: number;
  /** Clocks of the registers, of which the first that applies counts; left out, one register. */
  readonly registers?: readonly When[];
}

/** Money per kWh of consumption or feed-in. */
export interface EnergyLine extends LineBase {
  readonly kind: 'energy';
  readonly flow: 'consumption' | 'feed-in';
  readonly rows: readonly BillRow<KwhPrice | TieredPrice | FreeQuantity>[];
  /** Prices that are known by time; they replace `rows`. */
  readonly series?: PriceSeries;
  /** The line counts the energy that remains after netting. */
  readonly netting?: readonly BillRow<Netting>[];
  /** The line counts the netted energy instead. */
  readonly netted?: true;
}

/** Amounts by a fact of the household: the first that contains it, its `over` excluded and its `upTo` included. */
export interface AmountSteps {
  /** kWh of a year, contracted kW, or amperes of the main fuse. */
  readonly by: 'kWh' | 'kW' | 'A';
  readonly steps: readonly { readonly over?: number; readonly upTo?: number; readonly amount: number }[];
}

/** Money for time; a part of a month or year is charged by its days. Negative for a credit. */
export interface TimeLine extends LineBase {
  readonly kind: 'time' | 'credit';
  readonly per: 'day' | 'month' | 'year';
  readonly rows: readonly BillRow<number | AmountSteps>[];
  /** The part whose sum a credit cannot exceed. */
  readonly cappedBy?: string;
}

/** Money per contracted kW. */
export interface ContractedLine extends LineBase {
  readonly kind: 'power';
  readonly per: 'day' | 'month' | 'year';
  readonly rows: readonly BillRow<number>[];
  /** The name of the contracted power where there are several. */
  readonly contracted?: string;
}

/** Money for measured peaks. Steps are charged by months, kW by days. */
export interface PeakLine extends LineBase {
  readonly kind: 'peak';
  readonly rows: readonly BillRow<PeakRule & { readonly clock?: When }>[];
}

/** A share of other lines, by their names or parts. */
export interface TaxLine extends LineBase {
  readonly kind: 'tax';
  readonly on: readonly string[];
  readonly rows: readonly BillRow<number>[];
  /** The least amount per kWh of consumption. */
  readonly minimumPerKwh?: number;
}

/** The most that lines cost together, per kWh of consumption. It never falls below the floors of measured peaks in them. */
export interface CapLine extends LineBase {
  readonly kind: 'cap';
  readonly on: readonly string[];
  readonly rows: readonly BillRow<number>[];
}

export type LineRule = EnergyLine | TimeLine | ContractedLine | PeakLine | TaxLine | CapLine;
