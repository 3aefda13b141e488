import type { NodeAPI } from 'node-red';
import type { Site } from '../src/runtime/site.ts';
import { siteOf } from './site.ts';

/**
 * What the dialogs choose from: `GET dayahead/listings?config=…&list=…` answers as the service of that config node
 * does, or without one the embedded service. For users who may read the flows.
 */
export function offerListings(RED: NodeAPI): void {
  let own: Promise<Site> | undefined;
  const siteWith = (id: string) => {
    if (id) return siteOf(RED, id);
    own ??= siteOf(RED, undefined);
    return own;
  };
  RED.httpAdmin.get('/dayahead/listings', RED.auth.needsPermission('dayahead.read'), async (request, response) => {
    const { config, ...asked } = request.query;
    try {
      const { answerListing } = await import('../src/runtime/listings.ts');
      const site = await siteWith(typeof config === 'string' ? config : '');
      response.json(await answerListing(await site.client(), asked));
    } catch (error) {
      response.status(400).json({ message: error instanceof Error ? error.message : String(error) });
    }
  });
}
