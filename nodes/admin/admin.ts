import type { NodeAPI } from 'node-red';
import type { RunningServices } from '../../src/runtime/polling/service.ts';
import type { Site } from '../../src/runtime/site.ts';
import { siteOf } from '../adapter/site.ts';
import { typedSites } from './typed.ts';

/** What a dialog asks; `config` is the id of a config node, `typed` what its dialog holds before it is deployed. */
interface Asked {
  readonly config?: string;
  readonly typed?: object;
  readonly [field: string]: unknown;
}

type Answer = (asked: Asked) => Promise<unknown>;

/**
 * What the dialogs ask of the server. Who may read the flows may ask a deployed site, or without one the embedded
 * service; what was only typed in can make this computer connect anywhere, and is for those who may change them.
 */
export function offerEndpoints(RED: NodeAPI, running: RunningServices): void {
  const deployed = deployedSites(RED);
  const typed = typedSites(RED, running);
  const offer = (path: string, permission: string, answer: Answer) =>
    RED.httpAdmin.post(path, RED.auth.needsPermission(permission), async (request, response) => {
      const { status, body } = await outcome(answer, request.body ?? {});
      response.status(status).json(body);
    });
  const places = [
    ['/dayahead', 'dayahead.read', (asked: Asked) => deployed(asked.config)],
    ['/dayahead/typed', 'dayahead.write', (asked: Asked) => typed.site(asked.typed ?? {})],
  ] as const;
  for (const [path, permission, siteFor] of places) {
    offer(`${path}/listings`, permission, async (asked) => {
      const { answerListing } = await import('../../src/runtime/editor/listings.ts');
      return answerListing(await (await siteFor(asked)).client(), asked);
    });
    offer(`${path}/preview`, permission, async (asked) => {
      const { previewPrice } = await import('../../src/runtime/editor/price-preview.ts');
      return previewPrice(await siteFor(asked), asked.node ?? {});
    });
  }
  offer('/dayahead/typed/service', 'dayahead.write', (asked) => typed.probeService(asked.typed ?? {}));
  offer('/dayahead/typed/broker', 'dayahead.write', (asked) => typed.probeBroker(asked.typed ?? {}));
}

function deployedSites(RED: NodeAPI): (id: string | undefined) => Promise<Site> {
  let own: Promise<Site> | undefined;
  return (id) => {
    if (id) return siteOf(RED, id);
    own ??= siteOf(RED, undefined);
    return own;
  };
}

/** A question that was answered elsewhere, if with an error, is answered here; one that may not be asked is not. */
async function outcome(answer: Answer, asked: Asked): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await answer(asked) };
  } catch (error) {
    const { faultOf, FaultError } = await import('../../src/runtime/problems.ts');
    const { MessageError } = await import('../../src/messages/parse.ts');
    const status = error instanceof FaultError ? 403 : error instanceof MessageError ? 400 : 200;
    return { status, body: { fault: faultOf(error) } };
  }
}
