import type { NodeAPI } from 'node-red';
import type { RunningServices } from '../../src/runtime/polling/service.ts';
import type { Site } from '../../src/runtime/site.ts';
import type { SiteSettings } from '../../src/runtime/site-settings.ts';
import { type ChoosingDef, type ConfigNode, chosenNodes, clockOf, presentClock } from '../adapter/site.ts';

/** The contents of a config dialog. */
type Typed = ChoosingDef & { readonly id?: string };

interface TypedSites {
  /** The service as it was typed in: kept until another is, so that a day's lists are asked once. */
  site(typed: Typed): Promise<Site>;
  probeService(typed: Typed): Promise<unknown>;
  probeBroker(typed: Typed): Promise<unknown>;
}

/** Sites that no config node has yet. */
export function typedSites(RED: NodeAPI, running: RunningServices): TypedSites {
  let last: { readonly key: string; readonly site: Promise<Site> } | undefined;
  const settingsOf = async (typed: Typed): Promise<SiteSettings> => {
    const { typedSettings } = await import('../../src/runtime/editor/typed-settings.ts');
    const node = RED.nodes.getNode(typed.id ?? '') as ConfigNode | null;
    const isSite = node?.type === 'dayahead-config';
    const stored = isSite ? { config: node.def, credentials: node.credentials ?? {} } : undefined;
    return typedSettings(resolved(RED, { id: '', ...typed }), stored, chosenNodes(RED, typed));
  };
  const open = async (service: SiteSettings['service'], resolution: SiteSettings['resolution']): Promise<Site> => {
    const { createSite } = await import('../../src/runtime/site.ts');
    return createSite({ service, resolution, clock: clockOf(RED), running });
  };
  return {
    async site(typed) {
      const { service, resolution } = await settingsOf({ ...typed, ...noBroker });
      const key = JSON.stringify([service, resolution]);
      if (last?.key !== key) {
        const { site } = last ?? {};
        last = { key, site: open(service, resolution) };
        await (await site)?.stop({ removed: false });
      }
      return last.site;
    },
    async probeService(typed) {
      const { probeService } = await import('../../src/runtime/editor/probe.ts');
      const { service } = await settingsOf({ ...typed, ...noBroker });
      return probeService(service, await presentClock(RED), running);
    },
    async probeBroker(typed) {
      const { probeBroker } = await import('../../src/runtime/editor/probe.ts');
      const { broker } = await settingsOf({ ...typed, ...noService });
      return broker && probeBroker(broker);
    },
  };
}

/** Only one half of a site is asked about; the other may not be filled in yet. */
const noBroker = { broker: 'none', brokerUrl: '' };
const noService = { service: 'embedded', url: '' };

/** Environment variables in texts, as Node-RED puts them in when it starts a node. */
function resolved(RED: NodeAPI, typed: object): object {
  const entries = Object.entries(typed).map(([name, value]) => [
    name,
    /^\$\{\S+\}$/.test(value) ? RED.util.evaluateNodeProperty(value, 'env', {} as never, {}) : value,
  ]);
  return Object.fromEntries(entries);
}
