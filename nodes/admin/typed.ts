import type { NodeAPI } from 'node-red';
import type { Site } from '../../src/runtime/site.ts';
import type { SiteSettings } from '../../src/runtime/site-settings.ts';
import { type ChoosingDef, type ConfigNode, chosenNodes, clockOf, type Means, presentClock } from '../adapter/site.ts';
import type { May } from './rights.ts';

/** The contents of a config dialog. */
type Typed = ChoosingDef & { readonly id?: string };

interface TypedSites {
  /** The service as it was typed in: kept until another is, so that a day's lists are asked once. */
  site(typed: Typed, may: May): Promise<Site>;
  /** What there is to say of a contract that is typed into a site's form. */
  contract(typed: Typed, asked: object, may: May): Promise<unknown>;
  /** @param country whose source of live prices is asked. */
  probeService(typed: Typed, country: string, may: May): Promise<unknown>;
  probeBroker(typed: Typed, may: May): Promise<unknown>;
}

/** Sites that no config node has yet. */
export function typedSites(RED: NodeAPI, means: Means): TypedSites {
  const settingsOf = async (typed: Typed, may: May): Promise<SiteSettings> => {
    const { assertPlain, typedSettings, withVariables } = await import('../../src/runtime/editor/typed-settings.ts');
    if (!(await may('flows.write'))) assertPlain(typed);
    const node = RED.nodes.getNode(typed.id ?? '') as ConfigNode | null;
    const isSite = node?.type === 'dayahead-config';
    const stored = isSite ? { config: node.def, credentials: node.credentials ?? {} } : undefined;
    const variable = (name: string) => RED.util.evaluateNodeProperty(name, 'env', {} as never, {});
    return typedSettings(withVariables({ id: '', ...typed }, variable), stored, chosenNodes(RED, typed));
  };
  const lastSite = keptSite(RED, async ({ service, resolution }) => {
    const { createSite } = await import('../../src/runtime/site.ts');
    return createSite({ service, resolution, clock: clockOf(RED), ...means });
  });
  const lastTried = keptSite(RED, lastSite.open);
  return {
    async site(typed, may) {
      return lastSite.of(await settingsOf({ ...typed, ...noBroker }, may));
    },
    async contract(typed, asked, may) {
      const { answerContract } = await import('../../src/runtime/editor/contract-preview.ts');
      const settings = await settingsOf({ ...typed, ...noBroker }, may);
      return answerContract(asked, settings.service, (service) => lastTried.of({ ...settings, service }));
    },
    async probeService(typed, country, may) {
      const { probeService } = await import('../../src/runtime/editor/probe.ts');
      const { countryCode } = await import('../../src/core/markets.ts');
      const { service } = await settingsOf({ ...typed, ...noBroker }, may);
      return probeService(service, await presentClock(RED), means, countryCode(country));
    },
    async probeBroker(typed, may) {
      const { probeBroker } = await import('../../src/runtime/editor/probe.ts');
      const { broker } = await settingsOf({ ...typed, ...noService }, may);
      return broker && probeBroker(broker);
    },
  };
}

type ServicePart = Pick<SiteSettings, 'service' | 'resolution'>;

/** A site that is kept until another is asked for, or the flows stop. */
function keptSite(RED: NodeAPI, open: (settings: ServicePart) => Promise<Site>) {
  let last: { readonly key: string; readonly site: Promise<Site>; leave(): Promise<void> } | undefined;
  return {
    open,
    async of({ service, resolution }: ServicePart): Promise<Site> {
      const key = JSON.stringify([service, resolution]);
      if (last?.key === key) return last.site;
      const { leave } = last ?? {};
      const site = open({ service, resolution });
      last = { key, site, leave: untilDeployed(RED, site, () => (last = undefined)) };
      await leave?.();
      return site;
    },
  };
}

/** Stops a site of a dialog with the flows, so that it asks nobody when Node-RED ends; what is returned does so before. */
export function untilDeployed(RED: NodeAPI, site: Promise<Site>, forget: () => void): () => Promise<void> {
  async function leave(): Promise<void> {
    RED.events.off('flows:stopping', onStop);
    await (await site.catch(() => undefined))?.stop({ removed: false });
  }
  function onStop(): void {
    forget();
    void leave();
  }
  RED.events.on('flows:stopping', onStop);
  return leave;
}

/** Only one half of a site is asked about; the other may not be filled in yet. */
const noBroker = { broker: 'none', brokerUrl: '' };
const noService = { service: 'embedded', catalogue: '', figures: '', prices: 'replay', sources: '', url: '' };
