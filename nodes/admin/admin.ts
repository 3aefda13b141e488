import type { NodeAPI } from 'node-red';
import type { SiteHousehold } from '../../src/messages/selection.ts';
import type { Site } from '../../src/runtime/site.ts';
import { presentOf } from '../adapter/saved.ts';
import { type Means, pricedSite, siteOf } from '../adapter/site.ts';
import { offerEndpoint } from './endpoint.ts';
import type { May } from './rights.ts';
import { typedSites, untilDeployed } from './typed.ts';

/** A question of a dialog; `config` is the id of a config node, `typed` what its dialog holds before it is deployed. */
interface Asked {
  readonly config?: string;
  readonly typed?: object;
  /** What the dialog of a node is about to save. */
  readonly node?: object;
  readonly [field: string]: unknown;
}

/** The household of a dialog, which may not be deployed yet. */
interface HouseholdAsked extends Asked {
  readonly household?: SiteHousehold;
}

/**
 * The endpoints of the dialogs. Who may read may ask a deployed site, or without one the embedded service, where that costs a
 * testing token nothing; what was only typed in can make this computer connect anywhere, and is for those who may write.
 */
export function offerEndpoints(RED: NodeAPI, means: Means): void {
  const deployed = deployedSites(RED);
  const typed = typedSites(RED, means);
  const places = [
    ['', 'dayahead.read', (asked: Asked) => deployed(asked)],
    ['typed/', 'dayahead.write', (asked: Asked, may: May) => typed.site(asked.typed ?? {}, may)],
  ] as const;
  for (const [place, permission, siteFor] of places) {
    offerEndpoint(RED, 'post', `${place}listings`, permission, async (asked: Asked, may) => {
      const { answerListing } = await import('../../src/runtime/editor/listings.ts');
      const site = await siteFor(asked, may);
      return answerListing(await site.client(), asked, await may('dayahead.write'));
    });
    offerEndpoint(RED, 'post', `${place}preview`, permission, async (asked: Asked, may) => {
      const { previewPrice } = await import('../../src/runtime/editor/price-preview.ts');
      return previewPrice(await siteFor(asked, may), asked.node ?? {}, await may('dayahead.write'));
    });
  }
  offerEndpoint(RED, 'post', 'costs', 'dayahead.read', async (asked: Asked) => {
    const { costsInWorker } = await import('../../src/runtime/comparison/in-worker.ts');
    const { siteHome, sitePlaces } = await import('../../src/runtime/comparison/site-places.ts');
    const site = await deployed(asked);
    const places = sitePlaces(site.contracts, means.live);
    return costsInWorker({ asked, home: siteHome(site), places, now: site.clock.now() });
  });
  offerEndpoint(RED, 'post', 'choices', 'dayahead.read', async ({ config, household }: HouseholdAsked) => {
    const { choicesInWorker } = await import('../../src/runtime/comparison/in-worker.ts');
    const { sitePlaces } = await import('../../src/runtime/comparison/site-places.ts');
    // A config node that is not deployed yet has the contracts of the package.
    const { contracts, clock } = await siteOf(RED, config && RED.nodes.getNode(config) ? config : undefined);
    const places = sitePlaces(contracts, means.live);
    return (
      (await choicesInWorker({ household: household ?? {}, places, now: clock.now() })) ?? { choices: [], fuses: [] }
    );
  });
  for (const [path, permission] of [
    ['figures', 'dayahead.read'],
    ['figures/confirm', 'dayahead.write'],
  ] as const)
    offerEndpoint(RED, 'post', path, permission, async ({ config }: Asked, may) => {
      const { confirmFigures, figuresStatus } = await import('../../src/runtime/figures/figures-status.ts');
      // A config node that is not deployed yet, or whose settings are refused, has the figures of the package.
      const isDeployed = config && RED.nodes.getNode(config);
      const { contracts } = await siteOf(RED, isDeployed ? config : undefined).catch(() => siteOf(RED, undefined));
      const answer = permission === 'dayahead.write' ? confirmFigures : figuresStatus;
      const { problem, ...status } = answer(contracts.figures, means.live);
      // A problem may name a file.
      return { ...status, ...((await may('dayahead.write')) && { problem }) };
    });
  offerEndpoint(RED, 'post', 'contract/start', 'dayahead.read', async (asked: unknown) => {
    const { contractStart } = await import('../../src/runtime/editor/contract-start.ts');
    return contractStart(asked);
  });
  offerEndpoint(RED, 'post', 'peaks', 'dayahead.read', async () => {
    const { peakOperators } = await import('../../src/service/contracts/peak-rules.ts');
    return peakOperators();
  });
  offerEndpoint(RED, 'post', 'typed/contract', 'dayahead.write', (asked: Asked, may) =>
    typed.contract(asked.typed ?? {}, asked, may),
  );
  offerEndpoint(RED, 'post', 'typed/service', 'dayahead.write', (asked: Asked, may) =>
    typed.probeService(asked.typed ?? {}, String(asked.country), may),
  );
  offerEndpoint(RED, 'post', 'typed/broker', 'dayahead.write', (asked: Asked, may) =>
    typed.probeBroker(asked.typed ?? {}, may),
  );
}

function deployedSites(RED: NodeAPI): (asked: Asked) => Promise<Site> {
  const own = new Map<'live' | 'replay', Promise<Site>>();
  return async ({ config, node }) => {
    if (config) return siteOf(RED, config);
    const { prices = 'live' } = await presentOf({ type: 'dayahead-price-series', schema: 2, ...node });
    const kind = prices === 'replay' ? 'replay' : 'live';
    const site = own.get(kind) ?? pricedSite(RED, kind);
    if (!own.has(kind)) {
      untilDeployed(RED, site, () => own.delete(kind));
      own.set(kind, site);
    }
    return site;
  };
}
