import { type Instant, isoTimesOver } from '../../core/time.ts';
import type { StoreMode } from '../../planner/store/types.ts';
import type { CarPatch } from './car.ts';
import type { BatteryPatch } from './settings.ts';

interface OrderOf<Time> {
  readonly mode: StoreMode;
  /** Of `charge`, else 0. */
  readonly chargeKw: number;
  /** The current of a charger and its phases, of a car in `charge`. */
  readonly amps?: number;
  readonly phases?: number;
  /** Of `discharge`, else 0. */
  readonly dischargeKw: number;
  /** The next change as it is planned; `null` where none is. */
  readonly until: Time | null;
  /**
   * Stable code: `planned`; `override`; and why it is not the plan's: `reserve`, `disabled`, `no-soc`, `silent`,
   * `no-prices`, `unknown-time`, `planner-refused`; `dimmed` by the grid operator; of a car `not-connected`, `satisfied`,
   * `above-connection`, and `fallback`, its run at the latest start without prices.
   */
  readonly reason: string;
  /** What the last kWh stored is worth later; `null` without a plan. */
  readonly valuePerKwh: number | null;
}

/** What a battery is told. */
export type BatteryOrder = OrderOf<Instant>;
/** Output 1 of `battery`. */
export type OrderPayload = OrderOf<string>;

/** A stretch of the plan in one mode. */
interface StretchOf<Time> {
  readonly start: Time;
  readonly end: Time;
  readonly mode: StoreMode;
  /** The mean, charging positive. */
  readonly kw: number;
  /** At the end. */
  readonly storedKwh: number;
  /** Percent, at the end. */
  readonly soc: number;
}

interface BatteryPlanOf<Time> {
  readonly battery: string;
  readonly stretches: readonly StretchOf<Time>[];
  readonly cost: number | null;
  /** The house without the battery. */
  readonly baselineCost: number | null;
  readonly saving: number | null;
  /** Prices are known until then, and only expected after it. */
  readonly knownUntil: Time | null;
  readonly reason: string;
  /** Of a car: its deadline, what will be short of its goal then, and how it is known what it has. */
  readonly readyBy?: Time;
  readonly shortKwh?: number | null;
  readonly countedBy?: 'soc' | 'measured' | 'orders';
}

export interface BatteryPlan extends BatteryPlanOf<Instant> {
  readonly timeZone: string;
}
/** Output 2 of `battery`. */
export type BatteryPlanPayload = BatteryPlanOf<string>;

/** Everything that can be said of a battery at a moment. */
export interface BatteryReport {
  readonly order: BatteryOrder;
  readonly plan: BatteryPlan;
  /** What is in force of what messages may say. */
  readonly values: Omit<CarPatch & BatteryPatch, 'override'> & { readonly override?: string | null };
  /** Left out of a battery. */
  readonly kind?: 'car';
  /** Percent at the end of the mode; left out where the plan says it, and `null` where nobody can. */
  readonly socTarget?: number | null;
  /** The modes that an override may set; left out where all of its kind are allowed. */
  readonly modes?: readonly StoreMode[];
}

export function orderMessage({ order, plan }: BatteryReport): OrderPayload {
  const { until } = order;
  if (until === null) return { ...order, until };
  return { ...order, until: isoTimesOver({ start: until, end: until }, plan.timeZone)(until) };
}

export function batteryPlanMessage({
  timeZone,
  stretches,
  knownUntil,
  readyBy,
  ...plan
}: BatteryPlan): BatteryPlanPayload {
  const ends = [knownUntil, readyBy].flatMap((end) => end ?? []);
  const times = [...stretches.flatMap(({ start, end }) => [start, end]), ...ends];
  const iso = isoTimesOver({ start: Math.min(...times, 4e9), end: Math.max(...times, 0) }, timeZone);
  return {
    ...plan,
    stretches: stretches.map((stretch) => ({ ...stretch, start: iso(stretch.start), end: iso(stretch.end) })),
    knownUntil: knownUntil === null ? null : iso(knownUntil),
    ...(readyBy !== undefined && { readyBy: iso(readyBy) }),
  };
}
