import type { Node, NodeAPI } from 'node-red';
import type { Clock } from '../src/runtime/clock.ts';
import type { Site } from '../src/runtime/site.ts';

/** A `dayahead-config` node as the other nodes see it. */
export interface ConfigNode extends Node {
  /** Rejects where the configuration cannot be used; the error says why. */
  readonly site: Promise<Site>;
}

/** The site of the config node `id`; without one a site of the node's own, with the embedded service and no broker. */
export async function siteOf(RED: NodeAPI, id: string | undefined): Promise<Site> {
  const config = id ? (RED.nodes.getNode(id) as ConfigNode | null) : undefined;
  if (config) return config.site;
  if (id) throw new Error('the configuration node does not exist or is disabled');
  const { createSite } = await import('../src/runtime/site.ts');
  return createSite({ clock: clockOf(RED) });
}

/** The clock that `settings.js` gives as `dayahead: { clock }`, for tests and demonstrations; else the system's. */
export function clockOf(RED: NodeAPI): Clock | undefined {
  return (RED.settings as { dayahead?: { clock?: Clock } }).dayahead?.clock;
}
