import type { NodeAPI } from 'node-red';
import { membersOf } from './overview.ts';
import { clockOf } from './site.ts';

/**
 * What the dialog of a device shows: `POST dayahead/plan` with `{prices, name, settings}` answers with the plan that
 * these settings lead to, for users who may read the flows. It changes nothing.
 */
export function offerPlanPreview(RED: NodeAPI): void {
  RED.httpAdmin.post('/dayahead/plan', RED.auth.needsPermission('dayahead.read'), async (request, response) => {
    try {
      const { planPreview } = await import('../src/runtime/plan-preview.ts');
      const { systemClock } = await import('../src/runtime/clock.ts');
      response.json(planPreview(membersOf(RED), request.body, clockOf(RED) ?? systemClock));
    } catch (error) {
      response.status(400).json({ message: error instanceof Error ? error.message : String(error) });
    }
  });
}
