import type { NodeAPI } from 'node-red';
import { membersOf } from './adapter/overview.ts';
import { presentClock } from './adapter/site.ts';
import { offerEndpoint } from './admin/endpoint.ts';
import { offerReport } from './admin/report.ts';

/**
 * The endpoints of the sidebar: `GET dayahead/overview?prices=<id>` answers with prices and devices, for users who may read
 * the flows, `GET dayahead/account?id=<id>` with the runs of a device as a table,
 * `GET dayahead/week?prices=<id>` with the last seven days; `POST dayahead/override` with `{id, override, override_until}` switches a device, for users who
 * may change them, and answers with what takes that back. `GET dayahead/report` is what an issue needs.
 */
export default function sidebar(RED: NodeAPI): void {
  offerEndpoint(RED, 'get', 'overview', 'dayahead.read', async ({ prices }: { readonly prices?: unknown }) => {
    const { overviewOf } = await import('../src/runtime/editor/overview.ts');
    const asked = typeof prices === 'string' ? prices : undefined;
    return overviewOf(membersOf(RED), asked, await presentClock(RED));
  });
  offerEndpoint(RED, 'get', 'account', 'dayahead.read', async ({ id }: { readonly id?: unknown }) => {
    const { accountTable } = await import('../src/runtime/editor/overview.ts');
    return accountTable(membersOf(RED), id);
  });
  offerEndpoint(RED, 'get', 'week', 'dayahead.read', async ({ prices }: { readonly prices?: unknown }) => {
    const { weekOf } = await import('../src/runtime/editor/week.ts');
    return weekOf(membersOf(RED), typeof prices === 'string' ? prices : undefined);
  });
  offerReport(RED);
  offerEndpoint(RED, 'post', 'override', 'dayahead.write', async (asked: unknown) => {
    const { overrideDevice } = await import('../src/runtime/editor/override.ts');
    return overrideDevice(membersOf(RED), asked);
  });
}
