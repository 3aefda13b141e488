import { type Instant, isKnownTime } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { readBatteryCommand } from '../../messages/battery/command.ts';
import type { BatteryReport } from '../../messages/battery/report.ts';
import { type BatteryPatch, batterySettings, readBattery } from '../../messages/battery/settings.ts';
import type { CommandRefusal } from '../../messages/command-reader.ts';
import { isDimming, readDimming } from '../../messages/grid/dimming.ts';
import { quarterOf } from '../../messages/power/quarters.ts';
import { isPrices, type MarketPrices, readPrices } from '../../messages/prices.ts';
import { slug } from '../../mqtt/topics.ts';
import type { HousePeak } from '../../planner/house/peak.ts';
import { planStoreBelowPeaks } from '../../planner/joint/plan-store-below-peaks.ts';
import { calmed } from '../../planner/store/calm.ts';
import { planStore } from '../../planner/store/plan-store.ts';
import type { Slot, StoreMode } from '../../planner/store/types.ts';
import { ownZone } from '../clock.ts';
import { assertNearPrices } from '../device/near.ts';
import type { Dimming } from '../power/dimming.ts';
import type { Owner } from '../publishing/topic-owners.ts';
import type { Site } from '../site.ts';
import { type Keeping, openStore } from '../store.ts';
import { type Battery, dimmedOrder, newBattery, orderAt, type Planned, SILENCE, toldBattery } from './battery.ts';
import { batteryMemory, readBatteryMemory } from './battery-memory.ts';
import { hasJumped, isCharged } from './off-plan.ts';
import { batteryPlan, batteryPower, batterySlots, isOtherWeather, storeOf, worthAChange } from './planning.ts';

/** A meter whose peaks somebody may charge for. */
interface ChargedMeter {
  readonly peak?: { house(now: Instant): HousePeak } | undefined;
}

/** The part of a site that a battery uses. */
type BatterySite = Pick<
  Site,
  | 'clock'
  | 'timeZone'
  | 'powers'
  | 'importKw'
  | 'exportKw'
  | 'grid'
  | 'takeTopic'
  | 'releaseTopic'
  | 'publishBattery'
  | 'onCommand'
> & { readonly meter?: ChargedMeter };

/** What a battery is told, and which outputs say so. */
export interface BatteryNews extends BatteryReport {
  readonly tell: { readonly order: boolean; readonly plan: boolean };
}

/** The state of a node, beyond what it sends. */
export interface BatteryState {
  readonly report: BatteryReport;
  /** The node that has a name already that this one was to publish under. */
  readonly conflict: string | undefined;
  /** What the grid operator lets the site take for a time. */
  readonly dimming?: Dimming | undefined;
  /** Follows a word until it says something else, or says why it cannot. */
  override(value: string): CommandRefusal | undefined;
}

export interface BatteryOptions {
  readonly site: BatterySite;
  readonly config: Readonly<Record<string, unknown>>;
  readonly owner: Owner;
  readonly keeping: Keeping;
  readonly onNews: (news: BatteryNews) => void;
  readonly onState: (state: BatteryState) => void;
  readonly onError: (error: unknown) => void;
}

/** A battery at work, without Node-RED. */
export interface RunningBattery {
  /** Prices, how it stands, an order, or neither: what is known. A refused input throws and changes nothing. */
  input(payload: object | undefined): BatteryNews;
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** What a battery was told, without what it says of itself. */
const ordersOf = ({ storedKwh: _s, saidAt: _a, heard: _h, ...orders }: Battery) => JSON.stringify(orders);

/** Its mode stands until the next quarter hour, unless there is news; and each says it again. */
export async function openBattery(options: BatteryOptions): Promise<RunningBattery> {
  const { site, config, owner, keeping, onNews, onState, onError } = options;
  const { clock, powers } = site;
  const settings = batterySettings(config);
  const name = slug(owner.name, owner.id);
  site.takeTopic('battery', name, owner);
  const store = openStore(keeping);
  let battery: Battery = (await store.read((kept) => readBatteryMemory(kept, settings)).catch(onError)) ?? newBattery;
  let written = Promise.resolve();
  let timeZone = site.timeZone ?? ownZone();
  let prices: MarketPrices | undefined;
  let slots: readonly Slot[] = [];
  let planned: Planned = { problem: 'no-prices' };
  let mode: StoreMode | undefined;
  let toldOrder = '';
  let toldPlan = '';
  let toldPower = '';
  let cancel = () => {};

  function replan(): void {
    const now = clock.now();
    slots = prices && isKnownTime(now) ? batterySlots(prices, site, now, timeZone) : [];
    planned = plannedAt(now);
  }

  function plannedAt(now: Instant): Planned {
    if (!isKnownTime(now)) return { problem: 'unknown-time' };
    if (slots.length === 0) return { problem: 'no-prices' };
    if (battery.storedKwh === null) return { problem: 'no-soc' };
    try {
      const own = storeOf(battery, settings, battery.storedKwh);
      const peak = site.meter?.peak?.house(now);
      const best = peak ? planStoreBelowPeaks(own, slots, now, peak) : { plan: planStore(own, slots, now), slots };
      return calmed(best.plan, own, best.slots, mode, worthAChange(slots));
    } catch (error) {
      onError(error);
      return { problem: 'planner-refused' };
    }
  }

  function reportAt(now: Instant): BatteryReport {
    const order = dimmedOrder(orderAt(battery, settings, planned, now), site.grid.dimming(), slots[0]);
    const { reason } = order;
    const { enabled, reserveSoc, forced, overrideUntil, storedKwh } = battery;
    return {
      order,
      plan: batteryPlan({ name, settings, planned, slots, reason, timeZone }),
      values: {
        enabled: enabled ?? true,
        reserveSoc: reserveSoc ?? settings.reserveSoc,
        override: forced?.mode ?? 'auto',
        overrideUntil,
        soc: storedKwh === null ? null : Math.round((storedKwh / settings.capacityKwh) * 1000) / 10,
      },
    };
  }

  function publish(report: BatteryReport): void {
    const conflict = site.takeTopic('battery', name, owner);
    if (conflict === undefined) {
      site.publishBattery(name, report);
      site.onCommand(name, follow, 'battery');
    }
    onState({ report, conflict, dimming: site.grid.dimming(), override: (value) => follow('override', value) });
  }

  /** What it takes by its plan counts at the meter of the site; what it does without one nobody knows. */
  function tellPower({ order: { reason } }: BatteryReport): void {
    const steps = reason === 'planned' && !('problem' in planned) ? planned.slots : [];
    const present = JSON.stringify(steps.map(({ start, chargeKw, dischargeKw }) => [start, chargeKw, dischargeKw]));
    if (present === toldPower) return;
    toldPower = present;
    powers.set(owner.id, steps.length > 0 ? batteryPower(steps) : undefined);
  }

  /** What is to be said now, where it has changed. */
  function present(): BatteryNews {
    const now = clock.now();
    if (battery.forced && battery.forced.until <= now) battery = { ...battery, forced: null, overrideUntil: null };
    arm(now);
    written = store.write(batteryMemory(settings, battery)).catch(onError);
    const report = reportAt(now);
    publish(report);
    tellPower(report);
    const { valuePerKwh: _, ...order } = report.order;
    const [orderText, planText] = [JSON.stringify(order), JSON.stringify(report.plan)];
    ({ mode } = report.order);
    const tell = { order: orderText !== toldOrder, plan: planText !== toldPlan };
    [toldOrder, toldPlan] = [orderText, planText];
    return { ...report, tell };
  }

  function arm(now: Instant): void {
    cancel();
    const quarter = quarterOf(now) + QUARTER_HOUR;
    const ends = [quarter, (battery.heard ?? now) + SILENCE, battery.forced?.until ?? quarter];
    cancel = clock.alarm(Math.min(...ends.filter((end) => end > now)), () => ring(quarter));
  }

  function ring(quarter: Instant): void {
    const isQuarter = clock.now() >= quarter || clock.now() < quarter - QUARTER_HOUR;
    if (isQuarter) replan();
    const news = present();
    onNews(isQuarter ? { ...news, tell: { ...news.tell, order: true } } : news);
  }

  const stopFollowing = powers.onChange((kind) => {
    if (kind === 'batteries' || kind === 'grid') return;
    const now = clock.now();
    if (!prices || slots[0]?.start !== quarterOf(now)) return;
    if (!isOtherWeather(batterySlots(prices, site, now, timeZone), slots)) return;
    replan();
    onNews(present());
  });

  const stopDimming = site.grid.onChange(() => {
    replan();
    onNews(present());
  });

  function told(patch: BatteryPatch): BatteryNews {
    const now = clock.now();
    const { reason } = orderAt(battery, settings, planned, now);
    const before = battery;
    battery = toldBattery(battery, patch, settings, now, timeZone);
    const isNews = ordersOf(battery) !== ordersOf(before) || ['no-soc', 'silent'].includes(reason);
    const isOff = hasJumped(before, battery, settings, now) || isCharged(battery, settings, planned, now);
    // What it has moves slowly, and its mode stands for the quarter hour.
    if (isNews || isOff || 'problem' in planned) replan();
    return present();
  }

  function follow(key: string, value: string): CommandRefusal | undefined {
    const command = readBatteryCommand(key, value);
    if ('refusal' in command) return command.refusal;
    try {
      onNews(told(command.patch));
      return undefined;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      // The key stands beside it.
      return { key, value, allowed: text.replace(/^\w+: /, '') };
    }
  }

  function priced(payload: object): BatteryNews {
    const now = clock.now();
    const fresh = readPrices(payload);
    if (isKnownTime(now)) assertNearPrices(fresh, now);
    const isSame = JSON.stringify(fresh) === JSON.stringify(prices);
    timeZone = fresh.timeZone ?? timeZone;
    prices = fresh;
    if (!isSame) replan();
    const news = present();
    return { ...news, tell: { ...news.tell, plan: true } };
  }

  replan();
  onNews({ ...present(), tell: { order: true, plan: true } });
  return {
    input(payload) {
      if (payload && isDimming(payload)) site.grid.told(readDimming(payload));
      if (!payload || isDimming(payload) || 'refresh' in payload)
        return { ...present(), tell: { order: true, plan: true } };
      return isPrices(payload) ? priced(payload) : told(readBattery(payload));
    },
    async close({ removed }) {
      site.releaseTopic('battery', name, owner, { removed });
      stopFollowing();
      stopDimming();
      powers.set(owner.id, undefined);
      cancel();
      await (removed ? store.remove() : written);
    },
  };
}
