/** One run of a plan message. Times are ISO 8601 with the market's offset, costs in the market's major unit. */
export interface PlannedRun {
  readonly start: string;
  readonly end: string;
  readonly kw: number;
  readonly energyKwh: number;
  /** `null` where a price inside the run is unknown. */
  readonly cost: number | null;
  /** Per kWh. */
  readonly averagePrice: number | null;
}

/** Output 2 of `cheapest-window`. */
export interface PlanPayload {
  readonly device: string;
  readonly runs: readonly PlannedRun[];
  readonly start: string | null;
  readonly end: string | null;
  readonly cost: number | null;
  readonly energyKwh: number;
  readonly averagePrice: number | null;
  /** The same need started at once. */
  readonly baselineCost: number | null;
  readonly saving: number | null;
  readonly complete: boolean;
  readonly provisional: boolean;
  readonly overrun: boolean;
  readonly shortMinutes: number;
  /** Stable code, e.g. `planned`, `waiting-for-prices`; sentences live in the locales. */
  readonly reason: string;
  /** When the output changes next; `null` when nothing is planned. */
  readonly next: string | null;
}
