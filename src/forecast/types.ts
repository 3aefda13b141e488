/** UNIX seconds. */
type Seconds = number;

/** A price that is known, per kWh, from `start` to before `end` (UNIX seconds). */
export interface KnownPrice {
  readonly start: Seconds;
  readonly end: Seconds;
  readonly price: number;
}

/** A local day of 23, 24 or 25 hours; a holiday counts as `other`, as Saturdays and Sundays do. */
export interface ForecastDay {
  readonly start: Seconds;
  readonly end: Seconds;
  readonly kind: 'working' | 'other';
}

/** A price that is expected, per kWh; four of five turn out from `low` to `high`. */
export interface ExpectedPrice extends KnownPrice {
  readonly low: number;
  readonly high: number;
}

export interface Forecast {
  readonly prices: ExpectedPrice[];
  /** Gains per kWh from waiting 1, 2, … days for prices; empty without estimates. */
  readonly gains: readonly number[];
}
