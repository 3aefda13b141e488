import type { NodeAPI } from 'node-red';
import { membersOf } from '../adapter/overview.ts';
import { presentClock } from '../adapter/site.ts';

/**
 * What the dialog of a device shows: `POST dayahead/plan` with `{prices, name, settings}` answers with the plan that
 * these settings lead to, for users who may read the flows. It changes nothing.
 */
export function offerPlanPreview(RED: NodeAPI): void {
  RED.httpAdmin.post('/dayahead/plan', RED.auth.needsPermission('dayahead.read'), async (request, response) => {
    try {
      const { planPreview } = await import('../../src/runtime/editor/plan-preview.ts');
      response.json(planPreview(membersOf(RED), request.body, await presentClock(RED)));
    } catch (error) {
      response.status(400).json({ message: error instanceof Error ? error.message : String(error) });
    }
  });
}
