import type { NodeAPI } from 'node-red';
import { membersOf } from '../adapter/overview.ts';
import { presentClock } from '../adapter/site.ts';
import { offerEndpoint } from './endpoint.ts';

/**
 * The preview in the dialog of a device: `POST dayahead/plan` with `{prices, name, settings}` answers with the plan that
 * these settings lead to, for users who may read the flows. It changes nothing.
 */
export function offerPlanPreview(RED: NodeAPI): void {
  offerEndpoint(RED, 'post', 'plan', 'dayahead.read', async (asked: unknown) => {
    const { planPreview } = await import('../../src/runtime/editor/plan-preview.ts');
    return planPreview(membersOf(RED), asked, await presentClock(RED));
  });
}
