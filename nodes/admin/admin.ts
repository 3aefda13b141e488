import type { NodeAPI } from 'node-red';
import type { RunningServices } from '../../src/runtime/polling/service.ts';
import type { Site } from '../../src/runtime/site.ts';
import { siteOf } from '../adapter/site.ts';
import { offerEndpoint } from './endpoint.ts';
import type { May } from './rights.ts';
import { typedSites } from './typed.ts';

/** A question of a dialog; `config` is the id of a config node, `typed` what its dialog holds before it is deployed. */
interface Asked {
  readonly config?: string;
  readonly typed?: object;
  readonly [field: string]: unknown;
}

/**
 * The endpoints of the dialogs. Who may read may ask a deployed site, or without one the embedded service, where that costs a
 * testing token nothing; what was only typed in can make this computer connect anywhere, and is for those who may write.
 */
export function offerEndpoints(RED: NodeAPI, running: RunningServices): void {
  const deployed = deployedSites(RED);
  const typed = typedSites(RED, running);
  const places = [
    ['', 'dayahead.read', (asked: Asked) => deployed(asked.config)],
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
  offerEndpoint(RED, 'post', 'contract/start', 'dayahead.read', async (asked: unknown) => {
    const { contractStart } = await import('../../src/runtime/editor/contract-start.ts');
    return contractStart(asked);
  });
  offerEndpoint(RED, 'post', 'typed/contract', 'dayahead.write', (asked: Asked, may) =>
    typed.contract(asked.typed ?? {}, asked, may),
  );
  offerEndpoint(RED, 'post', 'typed/service', 'dayahead.write', (asked: Asked, may) =>
    typed.probeService(asked.typed ?? {}, may),
  );
  offerEndpoint(RED, 'post', 'typed/broker', 'dayahead.write', (asked: Asked, may) =>
    typed.probeBroker(asked.typed ?? {}, may),
  );
}

function deployedSites(RED: NodeAPI): (id: string | undefined) => Promise<Site> {
  let own: Promise<Site> | undefined;
  return (id) => {
    if (id) return siteOf(RED, id);
    own ??= siteOf(RED, undefined);
    return own;
  };
}
