import type { Dated, Standing } from '../../core/dated.ts';
import type { PriceSeries } from '../../core/series.ts';
import type { LocalDate } from '../../core/time.ts';
import type { PeakRule } from '../../planner/house/peak.ts';
import type { Holidays } from '../calendar/holidays.ts';
import type { Metered } from '../comparison/types.ts';
import type { ClockTime, Rate, When } from '../tariff.ts';

/** A figure from a day on, until the next row of its list. */
export interface BillRow<T> extends Dated<T>, Standing {}

/** The company that sends the bill of a line. */
type Issuer = 'supplier' | 'network';

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
interface SpotShare {
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

export type LineRule = EnergyLine | TimeLine | ContractedLine | PeakLine | TaxLine;

/** How the invoices round; left out, the total alone is rounded, to 0.01. */
export interface BillRounding {
  /** `month`: each line of each month; `bill`: each line. To 0.01. */
  readonly lines?: 'month' | 'bill';
  /** `line`: each line is rounded with its VAT; `sum`: VAT is taken on the sum of the rounded lines; `sum`. */
  readonly vat?: 'line' | 'sum';
  /** Toward the lower amount; left out, to the nearest. */
  readonly down?: true;
  /** The step of the total, 1 for whole units; 0.01. */
  readonly total?: number;
}

/** Everything that a bill is calculated from. Money is in major units of one currency and without VAT. */
export interface BillQuestion extends Metered {
  /** First and last billed day. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly lines: readonly LineRule[];
  /** Rates of VAT, 0.19 for 19 %. */
  readonly vat: readonly BillRow<number>[];
  /** Exchange prices per kWh, for lines that are a share of them. */
  readonly spot?: PriceSeries;
  /** Contracted kW: one for all lines, or by name. */
  readonly contractedKw?: number | Readonly<Record<string, number>>;
  /** Amperes of the main fuse. */
  readonly fuseA?: number;
  /** kWh of a year, for steps of a shorter bill; left out, in proportion to the billed days. */
  readonly yearKwh?: number;
  readonly holidays?: Holidays;
  readonly rounding?: BillRounding;
  /** Lines that the household pays and whose figures are not known, by name. */
  readonly unknown?: readonly string[];
}

/** A line of a bill. */
export interface BilledLine {
  readonly name: string;
  readonly kind: LineRule['kind'];
  readonly issuer: Issuer;
  readonly part: string;
  /** Without VAT. */
  readonly amount: number;
  readonly vat: number;
  /** Energy that the line charges. */
  readonly kWh?: number;
  /** The highest charged power of the bill's months. */
  readonly kw?: number;
}

/** A line that is not complete, and why. */
export interface MissingLine {
  readonly name: string;
  /** First and last day. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /**
   * `figure`: no usable figure is known; `price`: no price; `readings`: the meter has a hole; `household`: the bill needs a fact of
   * the household, `contractedKw` or `fuseA`.
   */
  readonly reason: 'figure' | 'price' | 'readings' | 'household';
}

/** A line that rests on a figure which is carried on after its last day, or which is not yet law. */
export interface ProvisionalLine {
  readonly name: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly reason: 'expired' | 'proposed';
}

/** A household's bill. */
export interface HouseholdBill {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly kWh: number;
  readonly feedInKwh: number;
  readonly lines: readonly BilledLine[];
  /** The sum of the lines without VAT. */
  readonly net: number;
  readonly vat: number;
  /** The difference that rounding the total makes. */
  readonly rounding: number;
  readonly total: number;
  /** `at-least` where something is missing: the total is a part of what is paid. */
  readonly status: 'complete' | 'at-least';
  readonly missing: readonly MissingLine[];
  readonly provisional: readonly ProvisionalLine[];
}
