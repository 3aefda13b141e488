import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import type { KnownSeries } from '../../../src/messages/series.ts';
import { seriesMessage } from '../../../src/messages/to-message.ts';
import { type BatteryNews, openBattery } from '../../../src/runtime/battery/open-battery.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { openDevice } from '../../../src/runtime/device/open-device.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import type { LiveMeans } from '../../../src/runtime/live/shared-live.ts';
import { openPriceSeries, type SeriesState } from '../../../src/runtime/prices/price-series.ts';
import type { RetainedBefore } from '../../../src/runtime/publishing/retained-before.ts';
import { createSite } from '../../../src/runtime/site.ts';
import type { ManualClock } from '../manual-clock.ts';
import { publishingHouse } from '../publishing-house.ts';
import type { RetainingBroker } from '../retaining-broker.ts';
import type { Disk } from './disk.ts';
import type { feedsOf } from './feeds.ts';

/** What each device needs, by when. */
export const needs = {
  boiler: { minutes: 60, shape: 'contiguous', readyBy: '07:00', powerKw: 2 },
  car: { minutes: 180, shape: 'split', readyBy: '06:30', powerKw: 7 },
  pump: { minutes: 240, shape: 'split', readyBy: '23:00', powerKw: 1 },
} as const satisfies Record<string, DemandPatch>;
export type DeviceName = keyof typeof needs;
export const deviceNames = Object.keys(needs) as DeviceName[];

/** What outlives the process. */
export interface Place {
  readonly clock: ManualClock;
  readonly disk: Disk;
  readonly feeds: ReturnType<typeof feedsOf>;
  readonly broker: RetainingBroker;
  /** What is remembered of the broker's topics. */
  retained: RetainedBefore;
}

type SharedLive = NonNullable<ReturnType<LiveMeans['running']['get']>>;

/** The process from one start to its end. */
export type Life = Awaited<ReturnType<typeof startLife>>;

/** Everything below Node-RED: live prices, a contract of one's own, three devices, a battery where there is one, the broker. */
export async function startLife(place: Place, withBattery: boolean) {
  const { disk, feeds, broker } = place;
  const { clock, die, alarms } = mortal(place.clock);
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(String(error));
  const listeners: SharedLive['listeners'] = new Set();
  const prices = livePrices({
    ...{ zones: [], dir: `${disk.folder}/prices`, clock, random: () => 0.5, version: '9.9.9' },
    chosen: new Map(['energy-charts', 'energi-data-service'].map((name) => [name, undefined])),
    fetch: feeds.fetch,
    onNews: (news) => {
      for (const listener of listeners) listener(news);
    },
  });
  prices.start();
  const site = await createSite({
    clock,
    timeZone: 'Europe/Berlin',
    service: { kind: 'embedded', live: { sources: '' }, catalogue: `${disk.folder}/tariffs` },
    live: { folder: disk.folder, running: new Map([[JSON.stringify(['', undefined]), { prices, listeners }]]) },
  });
  const house = publishingHouse(clock, { before: place.retained, broker });
  const { publishing } = house;
  publishing.start();
  const owner = (id: string) => ({ id, name: id });
  const follow = new Map<string, (key: string, payload: string) => unknown>();
  const own: typeof site = {
    ...site,
    takeTopic(_kind, _slug, who) {
      publishing.present(who);
      return undefined;
    },
    releaseTopic: (_kind, slug, who, options) => {
      follow.delete(slug);
      publishing.absent(who, options);
    },
    publishPrices: (prefix, series, now, problem, nextTry) => {
      const again = nextTry === undefined ? {} : { nextTry: { at: nextTry, timeZone: 'Europe/Berlin' } };
      publishing.prices(owner('prices'), { prefix, series, now, problem, ...again });
    },
    publishDevice: (slug, state) => publishing.device({ owner: owner(slug), slug, state }),
    publishBattery: (slug, state) => publishing.device({ owner: owner(slug), slug, state }),
    onCommand: (slug, hear) => void follow.set(slug, hear),
  };
  const reports = new Map<string, DeviceReport>();
  const open = (name: DeviceName) =>
    openDevice({
      ...{ site: own, owner: owner(name), onError, onNews: () => undefined },
      config: { ...needs[name], minutes: String(needs[name].minutes), powerKw: String(needs[name].powerKw) },
      keeping: { context: disk.place(name) },
      accounts: { context: disk.place(`${name}-account`) },
      onState: ({ report }) => reports.set(name, report),
    });
  const opened = new Map<string, Awaited<ReturnType<typeof openDevice>>>();
  for (const name of deviceNames) opened.set(name, await open(name));
  let order: BatteryNews['order'] | undefined;
  const battery = withBattery
    ? await openBattery({
        ...{ site: own, owner: owner('cellar'), onError, onNews: () => undefined },
        config: { capacityKwh: '10', chargeKw: '5', dischargeKw: '5', reserveSoc: '10', efficiency: '90' },
        keeping: { context: disk.place('cellar') },
        onState: ({ report }) => {
          order = report.order;
        },
      })
    : undefined;
  let state: SeriesState | undefined;
  /** Series that a node has sent, until they are looked at. */
  const sent: KnownSeries[] = [];
  /** What is refused is told, and changes nothing. */
  function orRefused(act: () => unknown): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
    }
  }
  const series = await openPriceSeries({
    site: own,
    config: {
      country: 'DE',
      consumption: { id: 'my-contract' },
      resolution: 3600,
      includeFees: false,
      includeVat: false,
    },
    ...{ demo: false, topic: 'Prices', owner: owner('prices'), onTrouble: onError },
    keeping: { context: disk.place('prices') },
    past: { context: disk.place('prices-past') },
    onUpdate({ news, state: next }) {
      state = next ?? state;
      if (!news?.series) return;
      sent.push(news.series);
      const message = seriesMessage(news.series);
      for (const node of [...opened.values(), ...(battery ? [battery] : [])]) orRefused(() => node.input(message));
    },
  });
  function end(): void {
    place.retained = house.remembered();
    broker.hangUp();
    disk.nextLife();
  }
  return {
    errors,
    sent,
    price: () => state?.prices?.now,
    report: (name: DeviceName) => reports.get(name),
    order: () => order,
    hasBattery: withBattery,
    connect: house.connect,
    ask: (name: DeviceName, patch: DemandPatch) => orRefused(() => opened.get(name)?.input(patch)),
    command: (name: DeviceName, key: string, payload: string) => follow.get(name)?.(key, payload),
    charge: (soc: number) => orRefused(() => battery?.input({ soc })),
    /** The node is deleted, and made anew. */
    async replace(name: DeviceName) {
      await opened.get(name)?.close({ removed: true });
      reports.delete(name);
      opened.set(name, await open(name));
    },
    crash() {
      die();
      end();
    },
    /** Returns the alarms that it has left behind. */
    async stop() {
      await series.stop({ removed: false });
      for (const node of [...opened.values(), ...(battery ? [battery] : [])]) await node.close({ removed: false });
      await publishing.stop({ removed: false });
      await site.stop({ removed: false });
      await prices.stop();
      const left = alarms();
      die();
      end();
      return left;
    },
  };
}

/** A clock whose alarms die with the process. */
function mortal(machine: ManualClock) {
  const set = new Set<() => void>();
  let isDead = false;
  const clock: Clock = {
    now: machine.now,
    uptime: machine.uptime,
    alarm(instant, ring) {
      if (isDead) return () => undefined;
      const cancel = machine.alarm(instant, () => {
        set.delete(cancel);
        ring();
      });
      set.add(cancel);
      return () => {
        set.delete(cancel);
        cancel();
      };
    },
  };
  return {
    clock,
    alarms: () => set.size,
    die() {
      isDead = true;
      for (const cancel of set) cancel();
      set.clear();
    },
  };
}
