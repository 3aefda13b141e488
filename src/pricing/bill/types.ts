import type { PriceSeries } from '../../core/series.ts';
import type { LocalDate } from '../../core/time.ts';
import type { BillRow, Issuer, LineRule } from '../bill-lines.ts';
import type { Holidays } from '../calendar/holidays.ts';
import type { Metered } from '../comparison/types.ts';

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
  /** Lines that the household pays and whose figures are not known. */
  readonly unknown?: readonly (string | UnknownLine)[];
}

/** A line whose figure is not known. */
export interface UnknownLine {
  readonly name: string;
  /** The choices of the household that the line depends on, where none of them has been stated. */
  readonly choices?: readonly string[];
  /** The line can lower the total. */
  readonly isCredit?: boolean;
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
  /** The amount and its VAT by month, before rounding by the bill. */
  readonly months: readonly BilledMonth[];
}

/** The part of a line in one month. */
export interface BilledMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly amount: number;
  readonly vat: number;
}

/** A line that is not complete, and why. */
export interface MissingLine {
  readonly name: string;
  /** First and last day. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /**
   * `figure`: no usable figure is known; `price`: no price; `readings`: the meter has a hole; `household`: the bill needs a fact of
   * the household, `contractedKw`, `fuseA` or one of `choices`.
   */
  readonly reason: 'figure' | 'price' | 'readings' | 'household';
  readonly choices?: readonly string[];
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
  /** `at-least`: what is missing raises the total. `incomplete`: the total can rise or fall, because a credit is missing. */
  readonly status: 'complete' | 'at-least' | 'incomplete';
  readonly missing: readonly MissingLine[];
  readonly provisional: readonly ProvisionalLine[];
}
