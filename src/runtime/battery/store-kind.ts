import { type Instant, utcTime } from '../../core/time.ts';
import type { BatteryOrder, BatteryPlan, BatteryReport } from '../../messages/battery/report.ts';
import type { CommandRefusal, CommandValues } from '../../messages/command-reader.ts';
import type { MarketPrices } from '../../messages/prices.ts';
import type { HousePeak } from '../../planner/house/peak.ts';
import type { StoreBeside } from '../../planner/joint/connection-house.ts';
import { planStoreBelowPeaks } from '../../planner/joint/plan-store-below-peaks.ts';
import { planStore } from '../../planner/store/plan-store.ts';
import type { Slot, Store, StoreMode } from '../../planner/store/types.ts';
import type { TakenPower } from '../device/share.ts';
import type { Site } from '../site.ts';
import type { Planned } from './battery.ts';

/** An instant, and the zone that wall clocks show it in. */
export interface Moment {
  readonly now: Instant;
  readonly timeZone: string;
}

/** A meter whose peaks somebody may charge for. */
interface ChargedMeter {
  readonly peak?: { house(now: Instant): HousePeak } | undefined;
}

/** The part of a site that a store is planned by. */
export type StoreSite = Pick<Site, 'powers' | 'importKw' | 'exportKw' | 'grid'> & {
  readonly meter?: ChargedMeter;
  readonly connection?: Pick<Site['connection'], 'unexpectedKw'>;
};

/** The plan of a store on a site, and the slots that it is made on: as they are `fitted` to what it can be set to. */
export function plannedOn(
  site: Pick<StoreSite, 'meter'>,
  store: Store,
  slots: readonly Slot[],
  now: Instant,
  fitted = (slot: Slot) => slot,
) {
  const peak = site.meter?.peak?.house(now);
  if (peak) return planStoreBelowPeaks(store, slots, now, peak, fitted);
  const own = slots.map(fitted);
  return { plan: planStore(store, own, now), slots: own };
}

/** An order by hand as its commands say it, with the end that it has. */
export const byHand = (forced: { readonly mode: StoreMode; readonly until: Instant } | null) => ({
  override: forced?.mode ?? 'auto',
  overrideUntil: forced && utcTime(forced.until),
});

/** What is said of a store at a moment, and by which plan. */
interface StoreFacts {
  readonly name: string;
  readonly planned: Planned;
  readonly slots: readonly Slot[];
  readonly order: BatteryOrder;
  readonly now: Instant;
  readonly timeZone: string;
}

/** What tells a battery from a car: each is a value, and these are pure functions from it to the next one. */
export interface StoreKind<State> {
  readonly fresh: State;
  /** Throws a `MessageError` on what it has not written. */
  readMemory(kept: unknown): State;
  memoryOf(state: State): object;
  /** The store after a message. Throws a `MessageError` where it cannot follow it. */
  told(state: State, message: object, at: Moment): State;
  readCommand(key: string, payload: string): { readonly patch: object } | { readonly refusal: CommandRefusal };
  /** Reads a request of the household's page; left out where the page has no more than the commands. */
  readRequest?(key: string, payload: string): { readonly patch: object } | { readonly refusal: CommandRefusal };
  /** What messages have told it, by its commands; an order by hand with the end that it has. */
  commandsTold(state: State): CommandValues;
  /** What its settings say of the same; left out of one that nobody asks for anything. */
  readonly own?: CommandValues;
  /** Why orders by hand cannot be followed now; `undefined` where they can. */
  deafness?(state: State, now: Instant): string | undefined;
  /** The modes that a hand may order. */
  readonly modes: readonly StoreMode[];
  /** The store where its clock was set by so many seconds. */
  moved(state: State, step: number): State;
  /** The store without what is over by then. */
  settled(state: State, at: Moment): State;
  /** True where the plan is to be made again. */
  isNews(before: State, after: State, planned: Planned, now: Instant): boolean;
  /** Throws what the planner throws. */
  plan(state: State, slots: readonly Slot[], mode: StoreMode | undefined, now: Instant, standing?: Planned): Planned;
  slots(state: State, prices: MarketPrices, at: Moment): Slot[];
  /** As the devices of its site are planned with it; nothing of one that is a device to them itself. */
  beside?(state: State, prices: MarketPrices, at: Moment): StoreBeside | undefined;
  order(state: State, planned: Planned, slots: readonly Slot[], now: Instant): BatteryOrder;
  /** Replaces an order for which the connection leaves no power; left out where orders are never withheld. */
  withheld?(order: BatteryOrder): BatteryOrder;
  /** The store that has been told this. */
  ordered(state: State, order: BatteryOrder, now: Instant): State;
  /** The instants at which something is over by itself, beside the end of each quarter hour. */
  ends(state: State, order: BatteryOrder, now: Instant): readonly Instant[];
  describe(
    state: State,
    facts: StoreFacts,
  ): { readonly plan: BatteryPlan } & Pick<BatteryReport, 'kind' | 'values' | 'socTarget' | 'modes'>;
  /** A car is a device to the others of its site, which make room for it; a battery gives way to them. */
  readonly power: 'batteries' | 'devices';
  /** What it takes above 0, and gives below. */
  takes(planned: Planned, slots: readonly Slot[], order: BatteryOrder, now: Instant): readonly TakenPower[];
}
