import { hash } from 'node:crypto';
import type { Instant } from '../core/time.ts';
import type { Resolution } from '../core/vocabulary.ts';
import type { BatteryReport } from '../messages/battery/report.ts';
import type { CommandRefusal } from '../messages/command-reader.ts';
import { isCounterKey } from '../messages/grid/counters.ts';
import type { SiteHousehold } from '../messages/selection.ts';
import type { CurrentPrice, KnownSeries } from '../messages/series.ts';
import type { CommandBranch } from '../mqtt/command-topics.ts';
import { siteRootOf } from '../mqtt/topics.ts';
import type { DeviceView } from '../mqtt/window-topics.ts';
import { type Clock, computerClock, ownZone } from './clock.ts';
import { type Heartbeat, noHeartbeat } from './heartbeat.ts';
import type { LiveMeans } from './live/shared-live.ts';
import { editionOf } from './own-files.ts';
import { peakRules } from './peak-settings.ts';
import type { DailyClient } from './polling/once-a-day.ts';
import { type RunningServices, type SiteService, siteService } from './polling/service.ts';
import type { Follow } from './polling/shared-pollers.ts';
import type { ConnectedSite } from './power/connection/outlook.ts';
import { type GridLimit, openGridLimit } from './power/dimming.ts';
import { openToldMeter } from './power/expected-powers.ts';
import { createPowers, type Powers } from './power/powers.ts';
import { openRunningBill, type RunningBill, type RunningBillOptions } from './power/running-bill.ts';
import { type SharedConnection, sharedConnection } from './power/shared-connection.ts';
import type { PeakReport, SiteMeter } from './power/site-meter.ts';
import type { BrokerState, PublishingOptions } from './publishing/open.ts';
import { publishingOf, type SharedPublishing } from './publishing/site-publishing.ts';
import { createTopicOwners, type Owner, ownedRoot, ownedTopic } from './publishing/topic-owners.ts';
import { type BrokerTrouble, createTrouble } from './publishing/trouble.ts';
import { defaultSettings, type HouseholdFacts, type ServiceSettings, type SiteSettings } from './site-settings.ts';
import { type Keeping, openStore } from './store.ts';

/** The use of a name on a site: the prefix of price topics, a device, a battery, or a topic of the user's own. */
type TopicKind = 'price' | 'device' | 'battery' | 'command';

/** Does what a command says, or says why not. */
type Follower = (key: string, payload: string) => CommandRefusal | undefined;

/** The things that the nodes of one household share: the service, the clock, and a broker when there is one. */
export interface Site {
  readonly clock: Clock;
  /** Tells after a power cut since when the process did not run. */
  readonly heartbeat: Heartbeat;
  /** Interval that price nodes ask for where they say nothing else. */
  readonly resolution: Resolution;
  /** IANA zone that wall clocks are read in until prices name their market's; `undefined` where none is chosen. */
  readonly timeZone: string | undefined;
  /** Names the context store that nodes keep their state in, where it outlives a restart. */
  readonly contextStore: string;
  /** The power that its connection carries, in kW; left out where nobody has said it. */
  readonly importKw?: number;
  /** Country and contract of nodes that have none of their own. */
  readonly household?: SiteHousehold | undefined;
  /** The facts that its bills depend on, beside its contract. */
  readonly billFacts?: HouseholdFacts;
  /** What the grid operator lets it take for a time. */
  readonly grid: GridLimit;
  /** What its devices share: the limits of its connection and of the grid operator, and the sun. */
  readonly connection: SharedConnection;
  /** The service, opened when it is first asked for. */
  client(): Promise<DailyClient>;
  /** Asks the public sources that a question waits for at once, if they may be asked. */
  readonly hasten: SiteService['hasten'];
  /** Names the service that prices come from. */
  readonly source: string;
  /** Names what stands in the folder of its tariffs; empty without one. */
  readonly edition: string;
  /** The contracts of one's own, and where prices come from: only those of the embedded service are. */
  readonly contracts: Pick<EmbeddedSettings, 'catalogue' | 'contracts' | 'figures' | 'live'>;
  /** The prices of a question, asked once for all who follow it. */
  readonly follow: Follow;
  /** What is expected of its roofs, and of what it needs. */
  readonly powers: Powers;
  /** The most that it may feed in, in kW; left out where nobody has said it. */
  readonly exportKw?: number;
  /** What passes its meter. */
  readonly meter: SiteMeter;
  /** Receives the counters of its meter for the bill of the month. */
  readonly bill: Pick<RunningBill, 'counted' | 'followPrices' | 'join'>;
  /**
   * Takes `slug` for `owner`; where another node has it, that node's name is returned and nothing changes. Without a
   * broker there is nothing to take.
   */
  takeTopic(kind: TopicKind, slug: string, owner: Owner): string | undefined;
  /** Gives `slug` back; `removed` also clears what was published under it. A slug that is not the owner's stays. */
  releaseTopic(kind: TopicKind, slug: string, owner: Owner, options: { readonly removed: boolean }): void;
  /** True of a topic that a site of its broker uses itself. */
  ownsTopic(topic: string): boolean;
  /**
   * Without `now` the prices do not reach this moment, without `series` none are known yet. `problem` is a stable code
   * of what is wrong, `nextTry` the time at which they are asked for again.
   */
  publishPrices(
    prefix: string,
    series: KnownSeries | undefined,
    now?: CurrentPrice,
    problem?: string,
    nextTry?: Instant,
  ): void;
  publishDevice(device: string, state: DeviceView): void;
  publishBattery(battery: string, report: BatteryReport): void;
  /** Tells why the broker cannot be reached, and nothing once it can, until what is returned is called; left out without a broker. */
  readonly followBroker?: (hear: (trouble: BrokerTrouble | undefined) => void) => () => void;
  /** How it stands with its broker; left out without one. */
  readonly brokerState?: () => BrokerState;
  /** Hands the commands for a device whose slug is taken to `follow`, until its slug is given back. Refusals are published. */
  onCommand(device: string, follow: Follower, kind?: CommandBranch): void;
  start(): void;
  /** Waits until every slug is given back, a few seconds at most; `removed` clears everything retained. */
  stop(options: { readonly removed: boolean }): Promise<void>;
}

type EmbeddedSettings = Extract<ServiceSettings, { readonly kind: 'embedded' }>;

export interface SiteOptions
  extends Partial<SiteSettings>,
    SharedPublishing,
    Pick<PublishingOptions, 'topics' | 'random'> {
  readonly clock?: Clock | undefined;
  /** Shared by the sites of one process; left out, a service is this site's own. */
  readonly running?: RunningServices;
  /** Shared by the sites of one process: where live prices are kept, and what is asked for them. */
  readonly live?: LiveMeans | undefined;
  /** Shared by the sites of one process, and opened by the first; left out, there is none. */
  readonly heartbeat?: () => Promise<Heartbeat>;
  /** The place for what a testing token has used up. */
  readonly keeping?: Keeping;
  /** The place for what the grid operator has ordered. */
  readonly dimming?: Keeping;
  /** The place for what the month has had of peaks. */
  readonly metering?: Keeping;
  /** The place for the counters of the meter. */
  readonly counters?: Keeping;
  /** Left out, counters are not used. */
  readonly calculateBill?: RunningBillOptions['calculate'];
  readonly onBill?: RunningBillOptions['onBill'];
  /** Plans the devices of a large site; left out, the main thread does. */
  readonly planElsewhere?: ConnectedSite['planElsewhere'];
  /** Hears how the month's peaks stand, where somebody charges for them. */
  readonly onPeak?: (report: PeakReport) => void;
  /** Hears what goes wrong with the broker, once for as long as it goes on, and with what is remembered. */
  readonly onProblem?: (text: string) => void;
}

/** Seconds that a closing site waits for its nodes. */
const PATIENCE = 3;

/** A site that is not started yet. Without settings: the embedded service and no broker. */
export async function createSite(options: SiteOptions = {}): Promise<Site> {
  const { clock = computerClock, running, live, keeping, onProblem } = options;
  const settings = { ...defaultSettings(), ...options };
  const { service, resolution, timeZone, contextStore, importKw, exportKw, peak } = settings;
  const owners = createTopicOwners();
  const there = createTopicOwners(options.places);
  /** Every site of the broker could use a topic of the user's own. */
  const topicThere = (topic: string) => ownedTopic(settings.broker?.url, topic);
  const isTaken = (topic: string) =>
    !owners.ownerOf(`command ${topic}`) && there.ownerOf(topicThere(topic)) !== undefined;
  const followers = new Map<string, Follower>();
  const broker = createTrouble();
  const means = { ...options, clock, isTaken, onBroker: broker.tell };
  const { publishing, taken, leave } = await publishingOf(settings, means, (command) =>
    followers.get(`${command.kind} ${command.device}`)?.(command.key, command.payload),
  );
  const { client, follow, hasten, close } = siteService(service, clock, {
    running,
    live,
    store: openStore(keeping),
    onProblem: ({ message }) => onProblem?.(message),
  });
  const powers = createPowers();
  const heartbeat = (await options.heartbeat?.()) ?? noHeartbeat(clock);
  const say = ({ message }: Error) => onProblem?.(message);
  const grid = await openGridLimit(clock, openStore(options.dimming), say, heartbeat);
  const sayDimming = () => publishing?.dimmed(grid.dimming());
  grid.onChange(sayDimming);
  sayDimming();
  const zone = timeZone ?? ownZone();
  const meter = await openToldMeter({
    ...{ clock, powers, timeZone: zone, keeping: options.metering, ruleOn: peak && peakRules(peak, zone) },
    ...{ onPeak: options.onPeak, onExpected: publishing?.powers },
    onError: ({ message }) => onProblem?.(message),
  });
  const runningBill = await openRunningBill({
    ...{ clock, timeZone: zone, keeping: options.counters, calculate: options.calculateBill },
    onBill(report) {
      publishing?.billed(report);
      options.onBill?.(report);
    },
    onError: say,
  });
  followers.set('grid ', (key, payload) => (isCounterKey(key) ? runningBill : grid).follow(key, payload));
  return {
    clock,
    heartbeat,
    resolution,
    timeZone,
    contextStore,
    household: settings.household,
    ...(settings.billFacts && { billFacts: settings.billFacts }),
    ...(importKw !== undefined && { importKw }),
    ...(exportKw !== undefined && { exportKw }),
    meter,
    connection: sharedConnection(importKw ?? Number.POSITIVE_INFINITY, clock, powers, grid, {
      exportKw,
      peak: meter.peak,
      onWarning: onProblem,
      planElsewhere: options.planElsewhere,
    }),
    client,
    source: sourceOf(service),
    edition: service.kind === 'embedded' && service.catalogue ? editionOf(service.catalogue) : '',
    grid,
    contracts: service.kind === 'embedded' ? service : {},
    follow,
    hasten,
    powers,
    bill: runningBill,
    ...(publishing && { followBroker: broker.follow, brokerState: publishing.brokerState }),
    takeTopic(kind, slug, owner) {
      if (!publishing) return taken;
      const elsewhere = kind === 'command' ? there.take(topicThere(slug), owner) : undefined;
      const other = elsewhere ?? owners.take(`${kind} ${slug}`, owner);
      if (other === undefined) publishing.present(owner);
      return other;
    },
    releaseTopic(kind, slug, owner, { removed }) {
      if (!owners.release(`${kind} ${slug}`, owner)) return;
      if (kind === 'command') there.release(topicThere(slug), owner);
      followers.delete(`${kind} ${slug}`);
      publishing?.absent(owner, { removed });
    },
    ownsTopic: (topic) => there.ownerOf(ownedRoot(settings.broker?.url, siteRootOf(topic))) !== undefined,
    publishPrices(prefix, series, now, problem, nextTry) {
      const owner = owners.ownerOf(`price ${prefix}`);
      const again = nextTry === undefined ? {} : { nextTry: { at: nextTry, timeZone: timeZone ?? ownZone() } };
      if (owner) publishing?.prices(owner, { prefix, series, now, problem, ...again });
    },
    publishDevice(slug, state) {
      const owner = owners.ownerOf(`device ${slug}`);
      if (owner) publishing?.device({ owner, slug, state });
    },
    publishBattery(slug, report) {
      const owner = owners.ownerOf(`battery ${slug}`);
      if (owner) publishing?.device({ owner, slug, state: report });
    },
    onCommand: (device, follow, kind = 'device') => followers.set(`${kind} ${device}`, follow),
    start() {
      publishing?.start();
      if (meter.peak) meter.say();
    },
    async stop({ removed }) {
      await withPatience(owners.settled(), clock);
      await meter.close({ removed });
      await runningBill.close({ removed });
      await publishing?.stop({ removed });
      leave();
      await grid.close({ removed });
      await close({ removed });
    },
  };
}

/**
 * Prices of one kind are never recalled as those of another, nor is what was kept of a contract what it costs once it is
 * changed. What 0.1 remembered was of a site without a folder a replay, of one with a folder its files.
 */
function sourceOf(service: ServiceSettings): string {
  if (service.kind === 'remote') return service.url;
  const { catalogue = '', contracts, live, own } = service;
  const typed = contracts ? ` ${hash('sha1', JSON.stringify(contracts))}` : '';
  if (live) return `live ${catalogue} ${live.sources}${typed}`;
  return `${catalogue && !own ? 'replay' : 'embedded'} ${catalogue}${typed}`;
}

async function withPatience(settled: Promise<void>, clock: Clock): Promise<void> {
  let cancel = () => {};
  const alarm = new Promise<void>((ring) => {
    cancel = clock.alarm(clock.now() + PATIENCE, ring);
  });
  await Promise.race([settled, alarm]);
  cancel();
}
