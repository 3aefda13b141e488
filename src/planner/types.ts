/** UNIX seconds on whole minutes. */
export type Instant = number;

export interface Span {
  readonly start: Instant;
  readonly end: Instant;
}

/** One interval of one price, per kWh. */
export interface PricedSpan extends Span {
  readonly price: number;
}

/** Prices checked once by `horizonOf` and planned on many times. Gaps stay gaps. */
export interface Horizon {
  /** `cost`: the least is best (buying); `revenue`: the most is best (selling). */
  readonly sense: 'cost' | 'revenue';
  readonly spans: readonly PricedSpan[];
  /** `sums[i]`: price x minutes of everything before `spans[i]`, in whole micro-units x minutes. */
  readonly sums: Float64Array;
}

/** A stretch of constant power. */
export interface Phase {
  readonly minutes: number;
  readonly kw: number;
}

/** What every demand may ask. */
export interface Terms {
  /** No run starts before. */
  readonly earliest?: Instant;
  /** Every run ends by then. */
  readonly readyBy?: Instant;
  /** `interval`: never run above the price; `average`: the plan's mean stays at or below it. 0 and negatives are valid. */
  readonly limit?: { readonly rule: 'interval' | 'average'; readonly price: number };
  /** Plan only when the horizon's prices differ by at least this much per kWh. */
  readonly minSpread?: number;
  readonly prefer: 'earliest' | 'latest';
  /** What to do when the deadline lies beyond the known prices. */
  readonly whenUnknown: 'plan-known' | 'wait' | 'shortfall-now';
  /** A standing plan gives way only when the saving reaches both: an amount of money and a share of its cost. */
  readonly replaceWhen?: { readonly saving: number; readonly share: number };
}

/** One unbroken run through the phases in order. */
export interface ContiguousDemand extends Terms {
  readonly shape: 'contiguous';
  readonly phases: readonly [Phase, ...Phase[]];
  /** Starts only on multiples of this many minutes (UTC). */
  readonly alignMinutes?: number;
}

/** Any number of runs that add up to the need. */
export interface SplitDemand extends Terms {
  readonly shape: 'split';
  readonly need: Phase;
  readonly minOnMinutes?: number;
  readonly minOffMinutes?: number;
  readonly maxOffMinutes?: number;
  readonly maxStarts?: number;
  /** Money that one start costs. */
  readonly startCost?: number;
  /** Run beyond the need wherever the price is at or below this. */
  readonly alsoBelowPrice?: number;
  /** Run this long right before `readyBy`, whatever it costs. */
  readonly preconditionMinutes?: number;
}

export type Demand = ContiguousDemand | SplitDemand;

/** A stretch in which the device is on without a break. */
export interface Run extends Span {
  /** Mean power over the run. */
  readonly kw: number;
  readonly energyKwh: number;
  /** `null` where a price inside the run is unknown. */
  readonly cost: number | null;
}

export type Outcome =
  | { readonly kind: 'complete' }
  | { readonly kind: 'provisional'; readonly knownUntil: Instant }
  | { readonly kind: 'overrun'; readonly lateMinutes: number }
  | { readonly kind: 'short'; readonly shortMinutes: number; readonly because: 'price-limit' | 'prices-end' | 'starts' }
  | { readonly kind: 'idle'; readonly because: 'satisfied' | 'spread' | 'price-limit' | 'waiting' };

export interface Plan {
  /** Sorted, without overlap. */
  readonly runs: readonly Run[];
  readonly outcome: Outcome;
  readonly cost: number | null;
  /** The same need started at once and run through. */
  readonly baselineCost: number | null;
}

/** What the planner must know of the past. */
export interface PlanState {
  readonly output: { readonly on: boolean; readonly since: Instant } | null;
  readonly delivered: { readonly minutes: number; readonly starts: number };
  readonly standing: readonly Run[];
}
