import type { NodeAPI } from 'node-red';
import { membersOf } from './adapter/overview.ts';
import { presentClock } from './adapter/site.ts';

/**
 * What the sidebar asks: `GET dayahead/overview?prices=<id>` answers with prices and devices, for users who may read the
 * flows; `POST dayahead/override` with `{id, override}` switches a device, for users who may change them.
 */
export default function sidebar(RED: NodeAPI): void {
  RED.httpAdmin.get('/dayahead/overview', RED.auth.needsPermission('dayahead.read'), async (request, response) => {
    const { overviewOf } = await import('../src/runtime/editor/overview.ts');
    const { prices } = request.query;
    const asked = typeof prices === 'string' ? prices : undefined;
    response.json(overviewOf(membersOf(RED), asked, await presentClock(RED)));
  });
  RED.httpAdmin.post('/dayahead/override', RED.auth.needsPermission('dayahead.write'), async (request, response) => {
    // A form of another site can be sent here with the browser's blessing, JSON cannot.
    if (!request.is('json')) {
      response.status(415).json({ message: 'expected JSON' });
      return;
    }
    try {
      const { overrideDevice } = await import('../src/runtime/editor/overview.ts');
      overrideDevice(membersOf(RED), request.body);
      response.json({});
    } catch (error) {
      response.status(400).json({ message: error instanceof Error ? error.message : String(error) });
    }
  });
}
