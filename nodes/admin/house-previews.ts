import type { NodeAPI } from 'node-red';
import { membersOf } from '../adapter/overview.ts';
import { siteOf } from '../adapter/site.ts';
import { offerEndpoint } from './endpoint.ts';

interface Asked {
  /** Id of a config node, which may not be deployed yet. */
  readonly config?: string;
}

/** The preview in the dialog of a battery: `POST dayahead/battery` with `{prices, battery, config, settings}`. It changes nothing. */
export function offerBatteryPreview(RED: NodeAPI): void {
  offerEndpoint(RED, 'post', 'battery', 'dayahead.read', async ({ config, ...asked }: Asked) => {
    const { batteryPreview } = await import('../../src/runtime/editor/battery-preview.ts');
    return batteryPreview(membersOf(RED), asked, await deployedSite(RED, config));
  });
}

/** That of a source of power: `POST dayahead/power` with `{config}`. */
export function offerPowerPreview(RED: NodeAPI): void {
  offerEndpoint(RED, 'post', 'power', 'dayahead.read', async (asked: Asked) => {
    const { powerPreview } = await import('../../src/runtime/editor/power-preview.ts');
    return powerPreview(membersOf(RED), asked, await deployedSite(RED, asked.config));
  });
}

/** A site of which nothing is known where there is none yet. */
const deployedSite = (RED: NodeAPI, config: string | undefined) =>
  siteOf(RED, config && RED.nodes.getNode(config) ? config : undefined);
