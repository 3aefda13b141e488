import type { NodeAPI } from 'node-red';
import type { RunningServices } from '../../src/runtime/polling/service.ts';
import type { Site } from '../../src/runtime/site.ts';
import { siteOf } from '../adapter/site.ts';
import { offerEndpoint } from './endpoint.ts';
import { typedSites } from './typed.ts';

/** A question of a dialog; `config` is the id of a config node, `typed` what its dialog holds before it is deployed. */
interface Asked {
  readonly config?: string;
  readonly typed?: object;
  readonly [field: string]: unknown;
}

/**
 * The endpoints of the dialogs. Who may read the flows may ask a deployed site, or without one the embedded service; what was
 * only typed in can make this computer connect anywhere, and is for those who may change them.
 */
export function offerEndpoints(RED: NodeAPI, running: RunningServices): void {
  const deployed = deployedSites(RED);
  const typed = typedSites(RED, running);
  const places = [
    ['', 'dayahead.read', (asked: Asked) => deployed(asked.config)],
    ['typed/', 'dayahead.write', (asked: Asked) => typed.site(asked.typed ?? {})],
  ] as const;
  for (const [place, permission, siteFor] of places) {
    offerEndpoint(RED, 'post', `${place}listings`, permission, async (asked: Asked) => {
      const { answerListing } = await import('../../src/runtime/editor/listings.ts');
      return answerListing(await (await siteFor(asked)).client(), asked);
    });
    offerEndpoint(RED, 'post', `${place}preview`, permission, async (asked: Asked) => {
      const { previewPrice } = await import('../../src/runtime/editor/price-preview.ts');
      return previewPrice(await siteFor(asked), asked.node ?? {});
    });
  }
  offerEndpoint(RED, 'post', 'typed/service', 'dayahead.write', (asked: Asked) =>
    typed.probeService(asked.typed ?? {}),
  );
  offerEndpoint(RED, 'post', 'typed/broker', 'dayahead.write', (asked: Asked) => typed.probeBroker(asked.typed ?? {}));
}

function deployedSites(RED: NodeAPI): (id: string | undefined) => Promise<Site> {
  let own: Promise<Site> | undefined;
  return (id) => {
    if (id) return siteOf(RED, id);
    own ??= siteOf(RED, undefined);
    return own;
  };
}
