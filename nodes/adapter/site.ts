import type { Node, NodeAPI } from 'node-red';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Heartbeat } from '../../src/runtime/heartbeat.ts';
import type { LiveMeans } from '../../src/runtime/live/shared-live.ts';
import type { RunningServices } from '../../src/runtime/polling/service.ts';
import type { Site } from '../../src/runtime/site.ts';
import type { BrokerNode, ChosenNodes, SiteCredentials, TlsNode } from '../../src/runtime/site-settings.ts';

/** A `dayahead-config` node as the other nodes see it. */
export interface ConfigNode extends Node<SiteCredentials> {
  /** The contents of its dialog. */
  readonly def: object;
  /** The language that its nodes show their statuses in; left out: the server's. */
  readonly language?: string | undefined;
  /** Rejects where the configuration cannot be used; the error says why. */
  readonly site: Promise<Site>;
}

/** The site of the config node `id`; without one a site of the node's own, of which only the clock is of use. */
export async function siteOf(RED: NodeAPI, id: string | undefined): Promise<Site> {
  const config = id ? (RED.nodes.getNode(id) as ConfigNode | null) : undefined;
  if (config) return config.site;
  if (id) throw new Error('the configuration node does not exist or is disabled');
  const { createSite } = await import('../../src/runtime/site.ts');
  const { heartbeat } = meansOf(RED);
  return createSite({ clock: clockOf(RED), ...(heartbeat && { heartbeat }) });
}

/** A site without a config node that has prices, of the embedded service. Whoever opens it stops it. */
export async function pricedSite(RED: NodeAPI, prices: 'live' | 'replay'): Promise<Site> {
  const { createSite } = await import('../../src/runtime/site.ts');
  const service = { kind: 'embedded', ...(prices === 'live' && { live: { sources: '' } }) } as const;
  return createSite({ clock: clockOf(RED), service, ...meansOf(RED) });
}

/** The things that all sites of the process share. */
export interface Means {
  readonly running: RunningServices;
  readonly live: LiveMeans;
  /** Opened by the first that asks for it. */
  readonly heartbeat: () => Promise<Heartbeat>;
}

/** Asks for them. */
const MEANS = 'dayahead:means';

/** Lets the other nodes have what the config nodes share. */
export function shareMeans(RED: NodeAPI, means: Means): void {
  RED.events.removeAllListeners(MEANS);
  RED.events.on(MEANS, (take: (means: Means) => void) => take(means));
}

/** What the config nodes share; nothing before there is their kind of node. */
export function meansOf(RED: NodeAPI): Partial<Means> {
  let means: Partial<Means> = {};
  RED.events.emit(MEANS, (shared: Means) => {
    means = shared;
  });
  return means;
}

/** The core nodes that a config node names by their ids. */
export interface ChoosingDef {
  readonly mqttBroker?: string;
  readonly tls?: string;
}

export function chosenNodes(RED: NodeAPI, { mqttBroker, tls }: ChoosingDef): ChosenNodes {
  return {
    ...(mqttBroker && { broker: RED.nodes.getNode(mqttBroker) as BrokerNode | null }),
    ...(tls && { tls: RED.nodes.getNode(tls) as (Node & TlsNode) | null }),
  };
}

/** The clock that the nodes go by. */
export async function presentClock(RED: NodeAPI): Promise<Clock> {
  const { computerClock } = await import('../../src/runtime/clock.ts');
  return clockOf(RED) ?? computerClock;
}

/** The clock that `settings.js` gives as `dayahead: { clock }`, for tests and demonstrations; else the system's. */
export const clockOf = (RED: NodeAPI): Clock | undefined => ownSettings(RED).clock;

/** The sources of live prices that `settings.js` gives as `dayahead: { sources, mirrors }`: those of sites that name none, and addresses. */
export function sourcesOf(RED: NodeAPI): Pick<LiveMeans, 'sources' | 'mirrors'> {
  const { sources, mirrors } = ownSettings(RED);
  return { sources, mirrors };
}

/** `dayahead: { hosts, trustedProxies }` of `settings.js`, as written: `nodes/access/` checks them. */
export const accessOf = (RED: NodeAPI): Pick<OwnSettings, 'hosts' | 'trustedProxies'> => ownSettings(RED);

interface OwnSettings extends Pick<LiveMeans, 'sources' | 'mirrors'> {
  readonly clock?: Clock;
  readonly hosts?: unknown;
  readonly trustedProxies?: unknown;
}

const NO_SETTINGS: OwnSettings = {};

const ownSettings = (RED: NodeAPI) => (RED.settings as { readonly dayahead?: OwnSettings }).dayahead ?? NO_SETTINGS;
