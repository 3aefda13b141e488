import type { Fault } from '../../src/runtime/problems.ts';
import type { AccessSettings } from './access-settings.ts';
import { hostNameIn, isLocalName } from './host-name.ts';
import { type AccessRequest, lastEntry, type Route, routeOf } from './route.ts';

/**
 * Decides whether a request may be answered: its host name must be one that no public DNS
 * record can point at this computer, and it must not come from a page of another origin.
 * @param isPage whether the route is a page that other sites may link to.
 * @returns the fault that the request is refused with, or `undefined` if it may pass.
 */
export function accessFault(request: AccessRequest, settings: AccessSettings, isPage = false): Fault | undefined {
  const route = routeOf(request, settings);
  return hostFault(request, route, settings) ?? originFault(request, route, settings, isPage);
}

/** Prevents DNS rebinding. Home Assistant's ingress has checked its session cookie, which belongs to its own host name. */
function hostFault({ headers }: AccessRequest, { proxy, untrusted }: Route, settings: AccessSettings) {
  if (proxy === 'supervisor') return undefined;
  const forwardedHost = proxy === 'trusted' ? lastEntry(headers['x-forwarded-host']) : undefined;
  for (const host of [headers.host ?? '', forwardedHost ?? []].flat()) {
    const name = hostNameIn(host);
    if (name === undefined) return { code: 'settings', detail: 'Host: expected a host name or an IP address' };
    if (isLocalName(name) || settings.hosts.includes(name)) continue;
    return { code: 'host', values: { host: name, line: settingsLine(settings, name, untrusted) } };
  }
  return undefined;
}

/** Browsers send `Sec-Fetch-Site` over TLS and to loopback, and no page can change it; else `Origin` must be the requested one. */
function originFault(request: AccessRequest, route: Route, settings: AccessSettings, isPage: boolean) {
  const { method, headers } = request;
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (site !== undefined) {
    const isLink = isPage && method === 'GET' && mode === 'navigate' && destination === 'document';
    return site === 'same-origin' || site === 'none' || isLink ? undefined : { code: 'origin' };
  }
  if (origin === undefined || originsOf(request, route.proxy).includes(origin)) return undefined;
  const { untrusted: address } = route;
  // The forwarded headers explain the difference, so the refusal names the proxy that they may come from.
  return address !== undefined && originsOf(request, 'trusted').includes(origin)
    ? { code: 'proxy', values: { address, line: settingsLine(settings, undefined, address) } }
    : { code: 'origin' };
}

/**
 * The origins that a request was made to: scheme, host and port. Behind ingress either scheme counts, since the nginx of the
 * add-on replaces the scheme that Home Assistant reports by its own.
 */
function originsOf({ headers, isEncrypted }: AccessRequest, proxy: Route['proxy']): readonly string[] {
  const isForwarded = proxy !== 'unknown';
  const host = (isForwarded && lastEntry(headers['x-forwarded-host'])) || headers.host;
  const own = isEncrypted ? 'https' : 'http';
  const reported = (isForwarded && lastEntry(headers['x-forwarded-proto'])) || own;
  const schemes = proxy === 'supervisor' ? ['http', 'https'] : [reported];
  return schemes
    .map((scheme) => `${scheme}://${host}`)
    .flatMap((url) => (URL.canParse(url) ? new URL(url).origin : []));
}

/** The line for `settings.js` that lets a request pass, with the entries that it already has. */
function settingsLine(settings: AccessSettings, host: string | undefined, proxy: string | undefined): string {
  const lists = {
    hosts: [...settings.hosts, host ?? []].flat(),
    trustedProxies: [...settings.trustedProxies, proxy ?? []].flat(),
  };
  const entries = Object.entries(lists).filter(([, values]) => values.length > 0);
  const texts = entries.map(([key, values]) => `${key}: [${values.map((value) => `'${value}'`).join(', ')}]`);
  return `dayahead: { ${texts.join(', ')} },`;
}
