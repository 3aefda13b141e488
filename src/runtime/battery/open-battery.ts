import { isDeepStrictEqual } from 'node:util';
import { thrownText } from '../../core/file-error.ts';
import { type Instant, isKnownTime } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { carSettings, isCar } from '../../messages/battery/car.ts';
import type { BatteryOrder, BatteryReport } from '../../messages/battery/report.ts';
import { batterySettings } from '../../messages/battery/settings.ts';
import {
  type CommandAnswer,
  type CommandRefusal,
  type CommandValues,
  type CommandWords,
  readTogether,
  refusalOf,
  takingBack,
} from '../../messages/command-reader.ts';
import { isDimming, readDimming } from '../../messages/grid/dimming.ts';
import { assertNearPrices } from '../../messages/near.ts';
import { isPrices, type MarketPrices } from '../../messages/prices.ts';
import { slug } from '../../mqtt/topics.ts';
import type { Slot, StoreMode } from '../../planner/store/types.ts';
import { ownZone, stepsOf } from '../clock.ts';
import { noHeartbeat } from '../heartbeat.ts';
import type { Dimming } from '../power/dimming.ts';
import type { Owner } from '../publishing/topic-owners.ts';
import { receivedPrices } from '../received-prices.ts';
import type { Site } from '../site.ts';
import { type Keeping, openMemory, openStore } from '../store.ts';
import type { Planned } from './battery.ts';
import { batteryKind } from './battery-kind.ts';
import { type ByHand, byHandResumed, stepSince } from './by-hand.ts';
import { carKind } from './car-kind.ts';
import { meetNeighbours } from './neighbours.ts';
import { isOtherWeather } from './planning.ts';
import { chargingIn, type NeedPreview } from './preview.ts';
import type { StoreKind, StoreSite } from './store-kind.ts';

/** The part of a site that a battery uses. */
type BatterySite = Pick<Site, 'clock' | 'timeZone' | 'takeTopic' | 'releaseTopic' | 'publishBattery' | 'onCommand'> &
  Partial<Pick<Site, 'connection' | 'heartbeat'>> &
  StoreSite;

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
  /** Follows commands by their keys, all at once or none of them. */
  command(words: CommandWords): CommandAnswer;
  /** Previews such commands without applying them. */
  preview?(words: CommandWords): NeedPreview | { readonly refusal: CommandRefusal };
  /** The modes that a hand may order. */
  readonly modes?: readonly StoreMode[];
  /** What messages and topics ask of it, and the settings of its node, by the keys of its commands. */
  readonly told?: CommandValues;
  readonly own?: CommandValues;
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

/** A battery, or a car. Throws a `MessageError` where the configuration is wrong. */
export async function openBattery(options: BatteryOptions): Promise<RunningBattery> {
  const { site, config, owner } = options;
  return isCar(config)
    ? openStoreOf(options, carKind(carSettings(config), site, owner.id))
    : openStoreOf(options, batteryKind(batterySettings(config), site));
}

/** Its mode stands until the next quarter hour, unless there is news; and each says it again. */
async function openStoreOf<State extends ByHand>(
  options: BatteryOptions,
  kind: StoreKind<State>,
): Promise<RunningBattery> {
  const { site, owner, keeping, onNews, onState, onError } = options;
  const { clock, heartbeat = noHeartbeat(site.clock) } = site;
  const name = slug(owner.name, owner.id);
  site.takeTopic('battery', name, owner);
  const steps = stepsOf(clock);
  let kept: { readonly state: State; readonly quarter: Instant } | undefined;
  const memory = await openMemory(openStore(keeping), resumed, (error) => {
    // The next change is written again.
    kept = undefined;
    onError(error);
  });
  let battery: State = memory.kept ?? kind.fresh;
  const release = heartbeat.hold();
  let timeZone = site.timeZone ?? ownZone();
  let prices: MarketPrices | undefined;
  let slots: readonly Slot[] = [];
  let planned: Planned = { problem: 'no-prices' };
  let mode: StoreMode | undefined;
  let toldOrder = '';
  let toldPlan = '';
  let cancel = () => {};

  /** As it was before a restart; the clock may be behind since then. */
  function resumed(kept: unknown): State {
    const step = stepSince(kept, clock.now(), heartbeat);
    return kind.moved(byHandResumed(kind.readMemory(kept), step), step);
  }

  /** As it is by the clock. A plan made before the clock was set says nothing about `now`: it is made again. */
  function settle(now: Instant): State {
    const step = steps();
    battery = kind.settled(kind.moved(battery, step), { now, timeZone });
    if (step !== 0) planAt(now, planned);
    return battery;
  }

  function planAt(now: Instant, standing: Planned | undefined): void {
    slots = slotsAt(now);
    planned = plannedAt(now, standing);
  }

  /** @param standing the plan to go by where nothing else has become known */
  function replan(standing?: Planned): void {
    const now = clock.now();
    settle(now);
    planAt(now, standing);
  }

  const slotsAt = (now: Instant, state = battery) =>
    prices && isKnownTime(now) ? kind.slots(state, prices, { now, timeZone }) : [];

  function plannedAt(now: Instant, standing?: Planned, state = battery, ahead = slots): Planned {
    if (!isKnownTime(now)) return { problem: 'unknown-time' };
    if (ahead.length === 0) return { problem: 'no-prices' };
    try {
      return kind.plan(state, ahead, mode, now, standing);
    } catch (error) {
      onError(error);
      return { problem: 'planner-refused' };
    }
  }

  function reportAt(now: Instant): BatteryReport {
    const due = kind.order(battery, planned, slots, now);
    const isWithheld = neighbours.claim(kind.takes(planned, slots, due, now), due);
    const order = isWithheld && kind.withheld ? kind.withheld(due) : due;
    return { order, ...kind.describe(battery, { name, planned, slots, order, now, timeZone }) };
  }

  function publish(report: BatteryReport): void {
    const conflict = site.takeTopic('battery', name, owner);
    if (conflict === undefined) {
      site.publishBattery(name, report);
      site.onCommand(name, follow, 'battery');
    }
    const dimming = site.grid.dimming();
    const { modes, own } = kind;
    onState({
      report,
      conflict,
      dimming,
      command,
      preview,
      modes,
      told: kind.commandsTold(battery),
      ...(own && { own }),
    });
  }

  /** What is to be said now, where it has changed. */
  function present(): BatteryNews {
    const now = clock.now();
    settle(now);
    const report = reportAt(now);
    battery = kind.ordered(battery, report.order, now);
    arm(now, report.order);
    remember(now);
    publish(report);
    neighbours.share();
    const { valuePerKwh: _, ...order } = report.order;
    const [orderText, planText] = [JSON.stringify(order), JSON.stringify(report.plan)];
    if (mode !== report.order.mode) heartbeat.beat();
    ({ mode } = report.order);
    const tell = { order: orderText !== toldOrder, plan: planText !== toldPlan };
    [toldOrder, toldPlan] = [orderText, planText];
    return { ...report, tell };
  }

  /** The count of energy changes with every message: it is written once per quarter hour, and with news. */
  function remember(now: Instant): void {
    const quarter = quarterOf(now);
    if (kept && kept.quarter === quarter && !kind.isNews(kept.state, battery, planned, now)) return;
    const isSame = kept && isDeepStrictEqual(kind.memoryOf(kept.state), kind.memoryOf(battery));
    kept = { state: battery, quarter };
    if (!isSame) keep();
  }

  const keep = () => memory.keep({ ...kind.memoryOf(battery), ...heartbeat.stamp() });

  function arm(now: Instant, order: BatteryOrder): void {
    cancel();
    const quarter = quarterOf(now) + QUARTER_HOUR;
    const ends = [quarter, ...kind.ends(battery, order, now)];
    cancel = clock.alarm(Math.min(...ends.filter((end) => end > now)), () => ring(quarter));
  }

  function ring(quarter: Instant): void {
    const isQuarter = clock.now() >= quarter || clock.now() < quarter - QUARTER_HOUR;
    if (isQuarter) replan(planned);
    const news = present();
    onNews(isQuarter ? { ...news, tell: { ...news.tell, order: true } } : news);
  }

  function again(standing?: Planned): void {
    replan(standing);
    onNews(present());
  }

  /** Devices count on it as long as it does what it planned. */
  function beside() {
    const now = clock.now();
    const { reason } = kind.order(battery, planned, slots, now);
    const isPlanned = reason === 'planned' || reason === 'reserve';
    return isPlanned && prices ? kind.beside?.(battery, prices, { now, timeZone }) : undefined;
  }

  const neighbours = meetNeighbours({
    site,
    id: owner.id,
    name,
    power: kind.power,
    beside: kind.beside && beside,
    onDevices: () => again(planned),
    onForecast() {
      const now = clock.now();
      if (!prices || slots[0]?.start !== quarterOf(now)) return;
      if (isOtherWeather(slotsAt(now), slots)) again();
    },
    onDimming: () => again(),
    onWithheld: () => again(planned),
  });

  function told(message: object): BatteryNews {
    const now = clock.now();
    const before = settle(now);
    battery = kind.told(before, message, { now, timeZone });
    if (kind.isNews(before, battery, planned, now) || 'problem' in planned) replan(planned);
    return present();
  }

  const { readCommand, readRequest = readCommand } = kind;

  function command(words: CommandWords, reading = readRequest): CommandAnswer {
    const read = readTogether(words, reading, clock.now());
    if ('refusal' in read) return read;
    const deafness = isOrder(words) ? kind.deafness?.(battery, clock.now()) : undefined;
    if (deafness) return { refusal: { key: 'override', value: words.override ?? '', allowed: deafness } };
    const undo = takingBack(words, kind.commandsTold(battery));
    try {
      onNews(told(read.patch));
      return { undo };
    } catch (error) {
      return { refusal: refusalOf(words, thrownText(error)) };
    }
  }

  function preview(words: CommandWords): NeedPreview | { readonly refusal: CommandRefusal } {
    const now = clock.now();
    const read = readTogether(words, readRequest, now);
    if ('refusal' in read) return read;
    try {
      const state = kind.told(settle(now), read.patch, { now, timeZone });
      const ahead = slotsAt(now, state);
      const next = plannedAt(now, undefined, state, ahead);
      return { timeZone, reason: kind.order(state, next, ahead, now).reason, ...chargingIn(next, ahead) };
    } catch (error) {
      return { refusal: refusalOf(words, thrownText(error)) };
    }
  }

  /** What a hand orders by these; its end alone is that of the order that stands. */
  const isOrder = ({ override, override_until: end = '' }: CommandWords) =>
    override === undefined
      ? end !== '' && kind.commandsTold(battery).override !== 'auto'
      : !['', 'auto'].includes(override);

  function follow(key: string, value: string): CommandRefusal | undefined {
    const answer = command({ [key]: value }, readCommand);
    return 'refusal' in answer ? answer.refusal : undefined;
  }

  function priced(payload: object): BatteryNews {
    const now = clock.now();
    const fresh = receivedPrices(payload, now);
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
      if (payload && isDimming(payload)) site.grid.told(readDimming(payload, clock.now()));
      if (!payload || isDimming(payload) || 'refresh' in payload)
        return { ...present(), tell: { order: true, plan: true } };
      return isPrices(payload) ? priced(payload) : told(payload);
    },
    async close({ removed }) {
      site.releaseTopic('battery', name, owner, { removed });
      neighbours.close();
      cancel();
      if (!removed) keep();
      await Promise.all([memory.close({ removed }), release()]);
    },
  };
}
