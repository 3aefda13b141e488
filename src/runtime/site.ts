import type { Client } from '../client/client.ts';
import type { Resolution } from '../core/vocabulary.ts';
import type { Refusal } from '../messages/command.ts';
import type { NowPayload, SeriesPayload } from '../messages/series.ts';
import type { BrokerSettings } from '../mqtt/broker.ts';
import { type Command, refusalTopic } from '../mqtt/command-topics.ts';
import { metaTopic } from '../mqtt/meta-topic.ts';
import { priceTopics } from '../mqtt/price-topics.ts';
import type { Publisher } from '../mqtt/publisher.ts';
import { feedinPrefix } from '../mqtt/topics.ts';
import { type WindowState, windowTopics } from '../mqtt/window-topics.ts';
import { createClaims, type Owner } from './claims.ts';
import { type Clock, systemClock } from './clock.ts';
import { type RunningServices, siteService } from './service.ts';
import type { Follow } from './shared-pollers.ts';
import { defaultSettings, type SiteSettings } from './site-settings.ts';
import { type Keeping, openStore } from './store.ts';
import { createWindowRefresh } from './window-refresh.ts';

/** What a slug names on a site: the prefix of price topics, or a device. */
type ClaimKind = 'price' | 'window';

/** Does what a command says, or says why not. */
type Follower = (key: string, payload: string) => Refusal | undefined;

/** What the nodes of one household share: the service, the clock, and a broker when there is one. */
export interface Site {
  readonly clock: Clock;
  /** Interval that price nodes ask for where they say nothing else. */
  readonly resolution: Resolution;
  /** IANA zone that wall clocks are read in until prices name their market's. */
  readonly timeZone: string;
  /** Names the context store that nodes keep their state in, where it outlives a restart. */
  readonly contextStore: string;
  /** The service, opened when it is first asked for. */
  client(): Promise<Client>;
  /** Names the service that prices come from. */
  readonly source: string;
  /** The prices of a question, asked once for all who follow it. */
  readonly follow: Follow;
  /**
   * Takes `slug` for `owner`; where another node holds it, that node's name is returned and nothing changes. Without a
   * broker there is nothing to take.
   */
  claim(kind: ClaimKind, slug: string, owner: Owner): string | undefined;
  /** Gives `slug` back; `removed` also clears what was published under it. A slug that is not the owner's stays. */
  release(kind: ClaimKind, slug: string, owner: Owner, options: { readonly removed: boolean }): void;
  /**
   * Without `now` the prices do not reach this moment, without `series` none are known yet. `problem` is a stable code
   * of what is wrong.
   */
  publishPrices(prefix: string, series: SeriesPayload | undefined, now?: NowPayload, problem?: string): void;
  publishWindow(device: string, state: WindowState): void;
  /** Hands the commands for a device that is claimed to `follow`, until its slug is given back. Refusals are published. */
  onCommand(device: string, follow: Follower): void;
  start(): void;
  /** Waits until every slug is given back, a few seconds at most; `removed` clears everything retained. */
  stop(options: { readonly removed: boolean }): Promise<void>;
}

export interface SiteOptions extends Partial<SiteSettings> {
  readonly clock?: Clock | undefined;
  /** Shared by the sites of one process; left out, a service is this site's own. */
  readonly running?: RunningServices;
  /** Where it is remembered what a testing token has used up. */
  readonly keeping?: Keeping;
  /** Hears what goes wrong with the broker, once for as long as it goes on, and with what is remembered. */
  readonly onProblem?: (text: string) => void;
}

/** Seconds that a closing site waits for its nodes. */
const PATIENCE = 3;

/** A site that is not started yet. Without settings: the embedded service and no broker. */
export async function createSite({
  clock = systemClock,
  running,
  keeping,
  onProblem,
  ...settings
}: SiteOptions = {}): Promise<Site> {
  const { service, resolution, timeZone, contextStore, root, broker } = { ...defaultSettings(), ...settings };
  const followers = new Map<string, Follower>();
  const publisher = broker && (await publisherTo(broker, root, clock, onProblem, command));
  const claims = createClaims();
  const windows = createWindowRefresh(clock, (device, state) =>
    publisher?.set(windowTopics(device, state, clock.now())),
  );
  const { client, follow, close } = siteService(service, clock, {
    running,
    store: openStore(keeping),
    onProblem: ({ message }) => onProblem?.(message),
  });
  function command({ device, key, payload }: Command): void {
    const refusal = followers.get(device)?.(key, payload);
    if (refusal) publisher?.tell(refusalTopic(device, refusal, clock.now()));
  }
  return {
    clock,
    resolution,
    timeZone,
    contextStore,
    client,
    source: service.kind === 'remote' ? service.url : `embedded ${service.catalogue ?? ''}`,
    follow,
    claim: (kind, slug, owner) => (publisher ? claims.take(branchOf(kind, slug), owner) : undefined),
    release(kind, slug, owner, { removed }) {
      if (!claims.give(branchOf(kind, slug), owner)) return;
      if (kind === 'window') {
        followers.delete(slug);
        windows.forget(slug);
      }
      if (!removed) return;
      for (const branch of branchesOf(kind, slug)) publisher?.clear(branch);
      if (kind === 'price') publisher?.clear('meta');
    },
    publishPrices: (prefix, series, now, problem) =>
      publisher?.set([...(series ? priceTopics(series, now, clock.now(), prefix) : []), metaTopic(series, problem)]),
    publishWindow(device, state) {
      if (publisher) windows.set(device, state);
    },
    onCommand: (device, follow) => followers.set(device, follow),
    start: () => publisher?.start(),
    async stop({ removed }) {
      await withPatience(claims.settled(), clock);
      await publisher?.stop({ removed });
      await close({ removed });
    },
  };
}

async function withPatience(settled: Promise<void>, clock: Clock): Promise<void> {
  let cancel = () => {};
  const alarm = new Promise<void>((ring) => {
    cancel = clock.alarm(clock.now() + PATIENCE, ring);
  });
  await Promise.race([settled, alarm]);
  cancel();
}

/** mqtt.js is only loaded where there is a broker. */
async function publisherTo(
  settings: BrokerSettings,
  root: string,
  clock: Clock,
  onProblem: (text: string) => void = () => undefined,
  onCommand: (command: Command) => void,
): Promise<Publisher> {
  const { Connection } = await import('../mqtt/connection.ts');
  const { Publisher } = await import('../mqtt/publisher.ts');
  const connection = new Connection(settings, root);
  connection.on('failed', onProblem);
  connection.on('command', onCommand);
  return new Publisher(connection, () => clock.now());
}

const branchOf = (kind: ClaimKind, slug: string) => (kind === 'price' ? slug : `window/${slug}`);

/** Export prices stand beside the import prices of the same name. */
const branchesOf = (kind: ClaimKind, slug: string) =>
  kind === 'price' ? [slug, feedinPrefix(slug)] : [branchOf(kind, slug)];
