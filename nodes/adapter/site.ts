import type { Node, NodeAPI } from 'node-red';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Site } from '../../src/runtime/site.ts';
import type { BrokerNode, ChosenNodes, SiteCredentials, TlsNode } from '../../src/runtime/site-settings.ts';

/** A `dayahead-config` node as the other nodes see it. */
export interface ConfigNode extends Node<SiteCredentials> {
  /** The contents of its dialog. */
  readonly def: object;
  /** Rejects where the configuration cannot be used; the error says why. */
  readonly site: Promise<Site>;
}

/** The site of the config node `id`; without one a site of the node's own, with the embedded service and no broker. */
export async function siteOf(RED: NodeAPI, id: string | undefined): Promise<Site> {
  const config = id ? (RED.nodes.getNode(id) as ConfigNode | null) : undefined;
  if (config) return config.site;
  if (id) throw new Error('the configuration node does not exist or is disabled');
  const { createSite } = await import('../../src/runtime/site.ts');
  return createSite({ clock: clockOf(RED) });
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
export function clockOf(RED: NodeAPI): Clock | undefined {
  return (RED.settings as { dayahead?: { clock?: Clock } }).dayahead?.clock;
}
