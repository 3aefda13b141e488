import { batteryAnnouncement } from '../../mqtt/discovery/battery-entities.ts';
import { type Announcement, identifierOf, type SiteAddress } from '../../mqtt/discovery/discovery.ts';
import { siteAnnouncement, type ToldGrid } from '../../mqtt/discovery/site-entities.ts';
import { windowAnnouncement } from '../../mqtt/discovery/window-entities.ts';
import type { RetainedTopics } from '../../mqtt/retained/retained.ts';
import type { Alarms } from './alarms.ts';
import { createAnnouncer } from './announcer.ts';
import type { AnnouncedEntities } from './retained-before.ts';
import { type DeviceStatement, leadingSeries, type PriceStatement, type PublishingMeans } from './statements.ts';

/** The part of a site's publishing that Home Assistant hears. */
export interface Discovery {
  saySite(): void;
  sayDevice(statement: DeviceStatement): void;
  /** Prices have come, or their currency. */
  priced(): void;
  /** Has Home Assistant remove the device of a node. */
  silence(nodeId: string): void;
  /** From now on, whoever has said nothing has nothing to say. */
  settle(): void;
  /** Leaves out what Home Assistant was to remove. */
  tidy(): void;
  readonly entities: AnnouncedEntities;
}

interface Surroundings extends PublishingMeans {
  readonly retained: RetainedTopics;
  readonly present: ReadonlySet<string>;
  readonly prices: ReadonlyMap<string, PriceStatement>;
  readonly devices: ReadonlyMap<string, DeviceStatement>;
  readonly grid: () => ToldGrid;
  readonly alarms: Alarms;
  readonly save: () => void;
}

/** Owners that are no node: no id begins like this. */
const SITE = '/discovery';
const ownerOf = (nodeId: string) => `${SITE}/${nodeId}`;

/** Seconds that Home Assistant has for letting go of a device. */
const LETTING_GO = 5;

/**
 * Home Assistant forgets what its user has set for an entity that is removed. So nothing is said of what may only be
 * late: the entities of a price that has not come yet, after a start, or units before there is a currency.
 */
export function createDiscovery(around: Surroundings): Discovery {
  const { publisher, settings, before, retained, present, prices, devices, grid, alarms, save } = around;
  const { discoveryPrefix } = settings;
  const address: SiteAddress | undefined = discoveryPrefix === undefined ? undefined : { ...settings, discoveryPrefix };
  const announcer = createAnnouncer(retained, before.entities);
  /** The capabilities that were announced last, by the id of the node. */
  const announced = new Map<string, string>();
  let settled = false;

  function say(owner: string, wanted: Announcement, kept?: readonly string[]): void {
    announcer.say(owner, wanted, kept);
    if (announcer.isHandingOver()) alarms.in(LETTING_GO, takeOver);
    save();
  }

  function takeOver(): void {
    if (publisher.connected) {
      announcer.handedOver();
      sayAll();
    } else alarms.in(LETTING_GO, takeOver);
  }

  const isLate = (entityId: string) =>
    !settled || [...present].some((id) => !prices.get(id)?.series && entityId.startsWith(`${identifierOf(id)}_`));

  function saySite(): void {
    if (!address) return;
    const sources = [...prices].flatMap(([id, { prefix, series }]) => (series ? [{ id, prefix, series }] : []));
    const wanted = siteAnnouncement(address, settings.name, sources, grid());
    const late = announcer.gone(wanted).filter(isLate);
    // A new price does not wait for others: Home Assistant keeps an entity that a message does not mention.
    if (late.length === 0 || announcer.hasNew(wanted)) say(SITE, wanted, late);
  }

  function sayDevice({ owner: { id, name }, slug, state }: DeviceStatement): void {
    const currency = leadingSeries(prices)?.currency;
    if (!address || (!currency && !settled)) return;
    const device = { id, name, device: slug, currency };
    if ('order' in state) {
      const { kind, modes } = state;
      sayChange(id, { ...device, kind, modes }, () => batteryAnnouncement(address, device, state));
    } else {
      const { demand, account } = state;
      const { powerKw, batteryKwh, targetSoc } = demand;
      const able = { ...device, powerKw, batteryKwh, targetSoc, account: account && [account.currency] };
      sayChange(id, able, () => windowAnnouncement(address, { ...device, demand, account }));
    }
  }

  /** A device is announced again where its name, its currency or its capabilities have changed. */
  function sayChange(id: string, able: object, make: () => Announcement): void {
    const text = JSON.stringify(able);
    if (announced.get(id) === text) return;
    announced.set(id, text);
    say(ownerOf(id), make());
  }

  function sayChanges(): void {
    saySite();
    for (const device of devices.values()) sayDevice(device);
  }

  function sayAll(): void {
    announced.clear();
    sayChanges();
  }

  return {
    saySite,
    sayDevice,
    priced: sayChanges,
    silence(nodeId) {
      announced.delete(nodeId);
      retained.silence(ownerOf(nodeId));
    },
    settle() {
      settled = true;
      const owners = new Set(retained.all().values());
      for (const owner of owners) {
        if (owner.startsWith(`${SITE}/`) && !present.has(owner.slice(SITE.length + 1))) retained.silence(owner);
      }
      if (!address) for (const owner of owners) if (owner.startsWith(SITE)) retained.silence(owner);
      sayAll();
    },
    tidy() {
      if (publisher.connected && announcer.forgetGone()) sayAll();
    },
    entities: announcer.entities,
  };
}
