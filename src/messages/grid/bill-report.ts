/** A line of the bill of a month. Amounts include VAT. */
interface ReportedLine {
  readonly name: string;
  readonly issuer: 'supplier' | 'network';
  readonly amount: number;
  /** For the whole month; left out until a day is metered. */
  readonly expected?: number;
}

/** The bill of the current month so far, with VAT, in the currency of the market. */
export interface BillReport {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly currency: string;
  readonly soFar: number;
  /** For the whole month at the mean consumption so far; left out until a day is metered. */
  readonly expected?: number;
  readonly importKwh: number;
  readonly exportKwh: number;
  /** The charged peak, or where none is charged the highest mean power of a quarter hour. */
  readonly peakKw: number;
  /** `at-least` or, if a credit is missing, `incomplete`: the names of the lines that are not complete are in `missing`. */
  readonly status: 'complete' | 'at-least' | 'incomplete';
  readonly missing: readonly string[];
  readonly lines: readonly ReportedLine[];
  /** RFC 3339: the last reading. */
  readonly until: string;
}
