import type { CarPatch } from '../../../src/messages/battery/car.ts';
import type { BatteryPatch } from '../../../src/messages/battery/settings.ts';
import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import type { DimmingPatch } from '../../../src/messages/grid/dimming.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import type { KnownSeries } from '../../../src/messages/series.ts';
import { seriesMessage } from '../../../src/messages/to-message.ts';
import { type BatteryNews, openBattery } from '../../../src/runtime/battery/open-battery.ts';
import { openDevice } from '../../../src/runtime/device/open-device.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import { openPriceSeries, type SeriesState } from '../../../src/runtime/prices/price-series.ts';
import type { Site } from '../../../src/runtime/site.ts';
import { carDialog } from './car.ts';
import { mortal } from './mortal.ts';
import { type DeviceName, demandOf, deviceNames } from './needs.ts';
import { openSite, ownerOf, type Place } from './site.ts';

const batteryDialog = { capacityKwh: '10', chargeKw: '5', dischargeKw: '5', reserveSoc: '10', efficiency: '90' };
/** The price of each hour, and nothing that is added to it but by the contract. */
const exchangeOnly = { resolution: 3600, includeFees: false, includeVat: false };

/** The process from one start to its end. */
export type Life = Awaited<ReturnType<typeof startLife>>;

/** Everything below Node-RED: live prices, a contract of one's own, three devices, a battery and a car where there are, the broker. */
export async function startLife(place: Place, withBattery: boolean, withCar: boolean) {
  const { disk, broker, names } = place;
  const { clock, die, alarms } = mortal(place.clock);
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(String(error));
  const own = await openSite(place, clock, onError);
  const { site } = own;
  const reports = new Map<string, DeviceReport>();
  const open = (name: DeviceName) =>
    openDevice({
      ...{ site, owner: { id: name, name: names.node[name].now() }, onError, onNews: () => undefined },
      config: {
        ...typed(demandOf(name)),
        ...{ commandTopic: names.relay[name].now(), commandOn: 'on', commandOff: 'off' },
      },
      keeping: { context: disk.place(name) },
      accounts: { context: disk.place(`${name}-account`) },
      onState: ({ report }) => reports.set(name, report),
    });
  const opened = new Map<string, Awaited<ReturnType<typeof openDevice>>>();
  for (const name of deviceNames) opened.set(name, await open(name));
  const orders = new Map<string, BatteryNews['order']>();
  const openStore = (name: string, config: Readonly<Record<string, string>>) =>
    openBattery({
      ...{ site, config, owner: ownerOf(name), onError, onNews: () => undefined },
      keeping: { context: disk.place(name) },
      onState: ({ report }) => orders.set(name, report.order),
    });
  const battery = withBattery ? await openStore('cellar', batteryDialog) : undefined;
  const car = withCar ? await openStore('carport', carDialog) : undefined;
  const nodes = () => [...opened.values(), ...[battery, car].flatMap((store) => store ?? [])];
  let state: SeriesState | undefined;
  /** Series that a node has sent, until they are looked at. */
  const sent: KnownSeries[] = [];
  const series = await openPriceSeries({
    site,
    config: { ...exchangeOnly, country: 'DE', consumption: { id: 'my-contract' } },
    ...{ demo: false, topic: 'Prices', owner: ownerOf('prices'), onTrouble: onError },
    keeping: { context: disk.place('prices') },
    past: { context: disk.place('prices-past') },
    onUpdate({ news, state: next }) {
      state = next ?? state;
      if (!news?.series) return;
      sent.push(news.series);
      const message = seriesMessage(news.series);
      for (const node of nodes()) orRefused(() => node.input(message));
    },
  });
  const danish = await danishPrices(site, place, onError);
  function end(): void {
    broker.hangUp();
    disk.nextLife();
  }
  return {
    errors,
    sent,
    price: () => state?.prices?.now,
    danish,
    report: (name: DeviceName) => reports.get(name),
    order: () => orders.get('cellar'),
    carOrder: () => orders.get('carport'),
    dimming: () => site.grid.dimming(),
    hasBattery: withBattery,
    hasCar: withCar,
    command: (name: DeviceName, key: string, payload: string) =>
      broker.command({ kind: 'device', device: names.node[name].now(), key, payload }),
    ask: (name: DeviceName, patch: DemandPatch) => orRefused(() => opened.get(name)?.input(patch)),
    /** Tells the site, by any of its nodes, what its grid operator orders. */
    dim: (patch: DimmingPatch) => orRefused(() => opened.get('pump')?.input(patch)),
    tellCar: (patch: CarPatch) => orRefused(() => car?.input(patch)),
    charge: (soc: number) => orRefused(() => battery?.input({ soc })),
    tellBattery: (patch: BatteryPatch) => orRefused(() => battery?.input(patch)),
    /** The node is deleted, and made anew. */
    async replace(name: DeviceName) {
      await opened.get(name)?.close({ removed: true });
      reports.delete(name);
      opened.set(name, await open(name));
    },
    /** The node alone is deployed, with what was changed meanwhile. */
    async redeploy(name: DeviceName, change: () => void) {
      await opened.get(name)?.close({ removed: false });
      change();
      opened.set(name, await open(name));
    },
    crash() {
      die();
      end();
    },
    /** Returns the alarms that it has left behind. */
    async stop() {
      await series.stop({ removed: false });
      await danish.stop();
      for (const node of nodes()) await node.close({ removed: false });
      await own.stop();
      const left = alarms();
      die();
      end();
      return left;
    },
  };
}

/** As the dialog keeps it. */
const typed = (demand: DemandPatch) =>
  Object.fromEntries(Object.entries(demand).map(([key, value]) => [key, String(value)]));

/** Prices of the exchange in crowns, which nobody publishes. */
async function danishPrices(site: Site, { disk }: Place, onError: (error: unknown) => void) {
  const sent: KnownSeries[] = [];
  let state: SeriesState | undefined;
  const series = await openPriceSeries({
    site,
    config: { ...exchangeOnly, country: 'DK', consumption: { id: 'danish-contract' }, publishAs: '' },
    ...{ demo: false, topic: 'Danish prices', owner: ownerOf('danish'), onTrouble: onError },
    keeping: { context: disk.place('danish') },
    past: { context: disk.place('danish-past') },
    onUpdate({ news, state: next }) {
      state = next ?? state;
      if (news?.series) sent.push(news.series);
    },
  });
  return { sent, price: () => state?.prices?.now, stop: () => series.stop({ removed: false }) };
}

/** What is refused is told, and changes nothing: false. */
function orRefused(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return false;
  }
}
