import { isDeepStrictEqual } from 'node:util';
import type { BillReport } from '../../messages/grid/bill-report.ts';
import type { ToldGrid } from '../../mqtt/discovery/site-entities.ts';
import { batteryTopics } from '../../mqtt/house/battery-topics.ts';
import { billRows, gridLimitRows, type LimitInForce } from '../../mqtt/house/grid-topics.ts';
import { metaTopic } from '../../mqtt/house/meta-topic.ts';
import { type ExpectedPowers, powerRows } from '../../mqtt/house/power-topics.ts';
import { priceTopics } from '../../mqtt/price-topics.ts';
import { createRetainedTopics, type RetainedTopics } from '../../mqtt/retained/retained.ts';
import { publication, publicationsOf } from '../../mqtt/topics.ts';
import { type DeviceView, windowTopics } from '../../mqtt/window-topics.ts';
import { ownZone } from '../clock.ts';
import { createAlarms } from './alarms.ts';
import { createDiscovery } from './discovery.ts';
import { everyQuarterHour } from './quarter-hours.ts';
import { type DeviceStatement, leadingSeries, type PriceStatement, type PublishingMeans } from './statements.ts';
import type { Owner } from './topic-owners.ts';

/** Everything that a site says to its broker. */
export interface Publishing {
  start(): void;
  /** The node is there, and what it said in an earlier life stays until it says something else. */
  present(owner: Owner): void;
  /** It is not: what it said is cleared, at once where it is `removed`, else unless it is back soon. */
  absent(owner: Owner, options: { readonly removed: boolean }): void;
  prices(owner: Owner, statement: PriceStatement): void;
  device(statement: DeviceStatement): void;
  /** What the house is expected to produce and to need from now on. */
  powers(expected: ExpectedPowers): void;
  /** The order of the grid operator, if one is in force. */
  dimmed(limit: LimitInForce): void;
  /** The bill of the month so far. */
  billed(report: BillReport): void;
  /** Home Assistant has started. */
  born(): void;
  /** Clears what was left below the root, except what is published now. */
  adopt: RetainedTopics['adopt'];
  /** Publishes everything that is true once more. */
  repeat(): void;
  stop(options: { readonly removed: boolean }): Promise<void>;
}

/** Owners that are no node: no id begins like this. */
const STATUS = '/status';
const META = '/meta';
const POWERS = '/powers';
const DIMMING = '/dimming';
const BILL = '/bill';

/** Seconds in which every node of a flow is back after a start. */
const RETURN = 60;
/** Those who hear Home Assistant start answer within so many seconds, not all at once. */
const BIRTH_SPREAD = 10;

/** A plan without what has become of it so far and what it is held against, which change by themselves. */
const ahead = ({ plan: { realised: _, baselineCost: _without, saving: _gain, ...plan } }: DeviceView): object => plan;

export function createPublishing(options: PublishingMeans): Publishing {
  const { publisher, settings, clock, random, before, remember, isTaken, handOver } = options;
  const retained = createRetainedTopics(publisher, before, {
    now: clock.now,
    onChange: save,
    isTaken: (key) => key.startsWith('/') && isTaken(key.slice(1)),
    handOver,
  });
  const present = new Set<string>();
  const prices = new Map<string, PriceStatement>();
  const devices = new Map<string, DeviceStatement>();
  const alarms = createAlarms(clock);
  let grid: ToldGrid = { plan: false, peak: false };
  const discovery = createDiscovery({
    ...{ ...options, retained, present, prices, devices, alarms, save },
    grid: () => grid,
  });
  /** Nodes that have not said yet whether what a broker has kept of theirs is still true. */
  const silent = new Set([...before.topics.values()].filter((owner) => !owner.startsWith('/')));
  let powersKnown = false;
  let stopQuarters = () => {};

  const sayOnline = () => retained.say(STATUS, [publication('status', 'online')]);

  function spoken(owner: string): void {
    if (silent.delete(owner) && silent.size === 0) sayOnline();
  }

  function save(): void {
    remember({ topics: retained.all(), entities: discovery.entities, holds: retained.holds() });
  }

  function sayMeta(): void {
    const views = [...prices.values()];
    if (views.length === 0) retained.silence(META);
    else if (views.some(({ series, problem }) => series || problem)) retained.say(META, [metaTopic(views)]);
  }

  const sayDevice = ({ owner, slug, state }: DeviceStatement) =>
    retained.say(
      owner.id,
      'order' in state ? batteryTopics(slug, state, clock.now()) : windowTopics(slug, state, clock.now()),
    );

  function silence(owner: string): void {
    discovery.silence(owner);
    retained.silence(owner);
    devices.delete(owner);
    spoken(owner);
    if (!prices.delete(owner)) return;
    sayMeta();
    discovery.saySite();
  }

  const ownersBefore = () => [...retained.all().values(), ...[...retained.holds().values()].map(({ owner }) => owner)];

  /** Clears the topics of owners that are not there. */
  function sweep(): void {
    const owners = ownersBefore().filter((owner) => !owner.startsWith('/'));
    for (const owner of new Set([...owners, ...prices.keys(), ...devices.keys()])) {
      if (!present.has(owner)) silence(owner);
    }
    const priced = [...retained.all()].some(([key, owner]) => /^(price|feedin)/.test(key) && present.has(owner));
    if (!priced) sayMeta();
    if (!powersKnown) retained.silence(POWERS);
    discovery.settle();
    for (const owner of silent) spoken(owner);
  }

  function refresh(newDay: boolean): void {
    discovery.tidy();
    for (const device of devices.values()) sayDevice(device);
    if (newDay) publisher.republish();
  }

  // Two, as an alarm is known by what it rings: a change of plan must not put off the answer to a birth.
  const greet = () => publisher.republish();
  const repeat = () => publisher.republish();

  const zone = () => leadingSeries(prices)?.timeZone ?? settings.timeZone ?? ownZone();

  function adoptGrid(told: ToldGrid): void {
    const isNews = !isDeepStrictEqual(told, grid);
    grid = told;
    if (isNews) discovery.saySite();
  }

  return {
    start() {
      if (silent.size === 0) sayOnline();
      publisher.start({ online: silent.size === 0 });
      alarms.in(RETURN, sweep);
      stopQuarters = everyQuarterHour(clock, () => zone(), refresh);
    },
    present: ({ id }) => present.add(id),
    absent({ id }, { removed }) {
      present.delete(id);
      if (removed) silence(id);
      else alarms.in(RETURN, sweep);
    },
    prices({ id }, statement) {
      prices.set(id, statement);
      const { prefix, series, now } = statement;
      retained.say(id, priceTopics(series, now, clock.now(), prefix));
      spoken(id);
      sayMeta();
      discovery.priced();
    },
    device(statement) {
      const { id } = statement.owner;
      const last = devices.get(id);
      devices.set(id, statement);
      sayDevice(statement);
      // After the topics: Home Assistant rejects a value that is no option any more.
      discovery.sayDevice(statement);
      spoken(id);
      // After what changes in the same second. That of a battery goes on with every quarter hour.
      if (!last || 'order' in last.state || 'order' in statement.state) return;
      if (!isDeepStrictEqual(ahead(last.state), ahead(statement.state))) alarms.in(1, repeat);
    },
    powers(expected) {
      powersKnown = true;
      // Home Assistant would forget an entity that is gone while a meter says nothing.
      adoptGrid({ ...grid, plan: grid.plan || expected.grid !== undefined, peak: expected.peak !== undefined });
      retained.say(POWERS, publicationsOf(powerRows, expected));
    },
    billed(report) {
      adoptGrid({ ...grid, bill: report.currency });
      retained.say(BILL, publicationsOf(billRows, report));
    },
    dimmed: (limit) => retained.say(DIMMING, publicationsOf(gridLimitRows, limit)),
    adopt: retained.adopt,
    repeat,
    born: () => alarms.in(1 + Math.floor(random() * BIRTH_SPREAD), greet),
    async stop({ removed }) {
      stopQuarters();
      alarms.stop();
      if (removed) for (const owner of new Set(ownersBefore())) retained.silence(owner);
      await publisher.stop({ removed });
    },
  };
}
