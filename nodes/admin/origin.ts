import type { IncomingHttpHeaders } from 'node:http';

/**
 * The answer to whether a page of another origin sends a request. Newer browsers say it themselves wherever the editor is
 * reached over TLS or on this computer; else `Origin` is held against the host that was asked, as the browser named it or as the
 * proxy reports it. Ports are left aside: many a proxy drops that of `Host`. What is no browser says nothing.
 */
export function isForeign(headers: IncomingHttpHeaders): boolean {
  const { origin, host = '', 'sec-fetch-site': site, 'x-forwarded-host': forwarded = '' } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const asked = [host, ...String(forwarded).split(',')].map((name) => hostIn(`http://${name.trim()}`));
  return !asked.some((name) => name !== undefined && name === hostIn(origin));
}

const hostIn = (address: string) => (URL.canParse(address) ? new URL(address).hostname : undefined);
