import { existsSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type { NodeAPI } from 'node-red';
import { offerEndpoint } from '../admin/endpoint.ts';

/** `GET dayahead/page-addresses`: the addresses of the household page for users who may read the flows. */
export function offerPageAddresses(RED: NodeAPI): void {
  offerEndpoint(RED, 'get', 'page-addresses', 'dayahead.read', async () => {
    const { pageAddresses } = await import('../../src/runtime/household/page-addresses.ts');
    const { uiHost, uiPort, https, httpNodeRoot } = RED.settings as {
      readonly uiHost?: string;
      readonly uiPort?: number | string;
      readonly https?: unknown;
      readonly httpNodeRoot?: string | false;
    };
    const path = `${String(httpNodeRoot || '').replace(/\/?$/, '/')}dayahead/`;
    const listening = { host: uiHost ?? '', port: Number(uiPort ?? 1880), isHttps: Boolean(https), path };
    // The Supervisor gives every add-on a token; Docker gives every container the file.
    const runsIn = process.env.SUPERVISOR_TOKEN ? 'add-on' : existsSync('/.dockerenv') ? 'container' : undefined;
    return pageAddresses(listening, {
      hostname: hostname(),
      interfaces: networkInterfaces(),
      ...(runsIn && { runsIn }),
    });
  });
}
