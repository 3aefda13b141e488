/** UNIX seconds on whole minutes. */
export type UnixSeconds = number;

/** A stretch of time. */
export interface TimeSpan {
  readonly start: UnixSeconds;
  readonly end: UnixSeconds;
}

/** One interval of one price, per kWh. */
export interface PricedSpan extends TimeSpan {
  readonly price: number;
}

/** Prices checked once by `horizonOf` and planned on many times. Gaps stay gaps. */
export interface Horizon {
  /** `cost`: the least is best (buying); `revenue`: the most is best (selling). */
  readonly sense: 'cost' | 'revenue';
  /** Touching intervals of one price are one interval. */
  readonly spans: readonly PricedSpan[];
  /** `sums[i]`: price x minutes of everything before `spans[i]`, in whole micro-units x minutes. */
  readonly sums: Float64Array;
  /** The price of `spans[i]` in whole micro-units per kWh, negated for `revenue`: the least is best in either sense. */
  readonly micros: Float64Array;
  /** `spans[i]` in minutes since the epoch. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The beginning of the first gap after `spans[i]`, in minutes. */
  readonly gaps: Int32Array;
  /** The indices of `spans`, best price first, one price in order of time. */
  readonly byPrice: Uint32Array;
  /** Prices as they are expected where none is known; sorted, and of no account where one is. */
  readonly expected: readonly PricedSpan[];
  /** Per kWh: how much less than the cheapest of 1, 2, … days of estimates a plan costs in the end, as each day decides anew. */
  readonly gains?: readonly number[];
}

/** A stretch of constant power. */
export interface Phase {
  /** Whole minutes. */
  readonly minutes: number;
  readonly kw: number;
}

/** The terms of every demand. With `revenue`, a price that must not be exceeded is one that must be reached. */
export interface Terms {
  /** No run starts before. */
  readonly earliest?: UnixSeconds;
  /** Every run ends by then. */
  readonly readyBy?: UnixSeconds;
  /**
   * `interval`: never run above the price; `average`: the plan's mean stays at or below it. 0 and negatives are valid. Where not
   * one price is the limit at all times, `weighed` has the prices with what else is barred above it.
   */
  readonly limit?: { readonly rule: 'interval' | 'average'; readonly price: number; readonly weighed?: Horizon };
  /**
   * Money per kWh, at least 0. A need is planned only where the dearest known price exceeds the cheapest by as much, from
   * `earliest`, or now if that is later, to `readyBy`. It is asked once: a plan on known prices that stands, and a need
   * of which a part has run, are carried out even where the dear hours have passed.
   */
  readonly minSpread?: number;
  readonly prefer: 'earliest' | 'latest';
  /**
   * The way with prices that are unknown: estimate them, up to eight days beyond the known ones; or with a deadline beyond
   * these plan the whole need on what is known; wait while the whole need still fits after it; or plan only the minutes
   * that will not fit after it.
   */
  readonly whenUnknown: 'estimate' | 'plan-known' | 'wait' | 'shortfall-now';
  /** With `wait`: known prices below it are used, not left for unknown ones. */
  readonly noWaitBelow?: number;
}

/** One unbroken run through the phases in order. */
export interface ContiguousDemand extends Terms {
  readonly shape: 'contiguous';
  readonly phases: readonly [Phase, ...Phase[]];
}

/** Any number of runs that add up to the need. */
export interface SplitDemand extends Terms {
  readonly shape: 'split';
  readonly need: Phase;
  /** A need of less is rounded up to it. */
  readonly minOnMinutes?: number;
  readonly minOffMinutes?: number;
  /** No pause between two runs, the one under way included, is longer. */
  readonly maxOffMinutes?: number;
  /** Counts `delivered.starts`; to go on running is no start. */
  readonly maxStarts?: number;
  /** Run beyond the need wherever the price is at or below this. */
  readonly alsoBelowPrice?: number;
  /** Run this long right before `readyBy`, whatever it costs; it counts towards the need. */
  readonly preconditionMinutes?: number;
}

export type Demand = ContiguousDemand | SplitDemand;

/** A stretch in which the device is on without a break. */
export interface Run extends TimeSpan {
  /** Mean power over the run. */
  readonly kw: number;
  readonly energyKwh: number;
  /** Money paid, or with `revenue` earned; `null` where a price inside the run is unknown. */
  readonly cost: number | null;
}

export type Outcome =
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'provisional';
      readonly knownUntil: UnixSeconds;
      /** The end of the estimates that the plan goes by; left out where it goes by none. */
      readonly estimatedUntil?: UnixSeconds;
    }
  | { readonly kind: 'overrun'; readonly lateMinutes: number }
  | { readonly kind: 'short'; readonly shortMinutes: number; readonly because: 'price-limit' | 'prices-end' | 'starts' }
  | { readonly kind: 'idle'; readonly because: 'satisfied' | 'spread' | 'price-limit' | 'waiting' };

export interface Plan {
  /** Sorted, without overlap. */
  readonly runs: readonly Run[];
  readonly outcome: Outcome;
  /** The sum of the runs; `null` where one is unknown. */
  readonly cost: number | null;
  /** As much as the runs take, started at once and run through; `null` where a price is unknown. */
  readonly baselineCost: number | null;
}

/** What the need has had so far. */
export interface Delivered {
  readonly minutes: number;
  readonly starts: number;
  /** Money paid, or with `revenue` earned, for it: a limit on the mean counts it. Left out where nobody knows. */
  readonly cost?: number;
  /** The energy that `cost` was paid for; that of `minutes` where it is left out. */
  readonly energyKwh?: number;
}

/** The past as far as the planner must know it. */
export interface PlanState {
  /** The state of the device now; `null` when nobody knows. */
  readonly output: { readonly on: boolean; readonly since: UnixSeconds } | null;
  /** The part of the need that is met already, the run under way included. */
  readonly delivered: Delivered;
  /**
   * The runs of the last plan. It gives way to whatever costs less, by however little; only between plans that are equal
   * in cost, starts and time does it decide.
   */
  readonly standing: readonly Run[];
}
