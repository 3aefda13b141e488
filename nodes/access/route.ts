import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { AccessSettings } from './access-settings.ts';

/** The parts of a request that decide about access. */
export interface AccessRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | undefined;
  readonly isEncrypted: boolean;
}

/** The way of a request from its client to this process. */
export interface Route {
  /** Address of the client, as far as trusted proxies report it. */
  readonly client: string | undefined;
  /** The nearest proxy. `X-Forwarded-Host` and `X-Forwarded-Proto` of an unknown one do not count: a page can set them. */
  readonly proxy: 'unknown' | 'trusted' | 'supervisor';
  /** Address that `trustedProxies` lacks if the request came through a proxy of the user's. */
  readonly untrusted: string | undefined;
}

/**
 * Host 2 of Home Assistant's network 172.30.32.0/23 is the Supervisor, which connects to add-ons for ingress; host 1 is the
 * computer itself, where Home Assistant runs (Supervisor: `const.py`, `docker/network.py`, `api/ingress.py`).
 */
const SUPERVISOR = '172.30.32.2';
const HOME_ASSISTANT = '172.30.32.1';

/**
 * Follows a request back through `X-Forwarded-For`, to which each proxy appends the address it was reached from. In the Node-RED
 * add-on of the community an nginx stands in between, on this computer, for ingress and for the published port alike.
 */
export function routeOf({ headers, remoteAddress }: AccessRequest, settings: AccessSettings): Route {
  const { isAddOn, isTrustedProxy } = settings;
  const hops = hopsOf(remoteAddress, headers);
  const [direct, second] = hops;
  const nearest = isAddOn && isLoopback(direct) && second !== undefined ? second : direct;
  const isHop = (address: string) =>
    isTrustedProxy(address) ||
    (isAddOn && (isLoopback(address) || address === SUPERVISOR || address === HOME_ASSISTANT));
  const client = hops.find((address) => !isHop(address)) ?? hops.at(-1);
  if (isAddOn && nearest === SUPERVISOR) return { client, proxy: 'supervisor', untrusted: undefined };
  if (nearest !== undefined && isTrustedProxy(nearest)) return { client, proxy: 'trusted', untrusted: undefined };
  const isForwarded = ['for', 'host', 'proto'].some((part) => headers[`x-forwarded-${part}`] !== undefined);
  return { client, proxy: 'unknown', untrusted: isForwarded && !isAddOn ? direct : undefined };
}

/** The entry of a forwarded header that the nearest proxy has set; entries before it may come from the client. */
export const lastEntry = (header: string | string[] | undefined): string | undefined =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() || undefined;

/** The addresses on the way, the nearest first, up to the first entry that is no address. */
function hopsOf(remoteAddress: string | undefined, headers: IncomingHttpHeaders): readonly string[] {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const entries = [remoteAddress ?? '', ...forwarded.reverse()].map(addressIn);
  const end = entries.indexOf(undefined);
  return (end < 0 ? entries : entries.slice(0, end)) as readonly string[];
}

/** Some proxies append the port; Node.js writes an IPv4 client of an IPv6 socket as `::ffff:192.168.1.5`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, host = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = host.replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(address) > 0 ? address : undefined;
}

const isLoopback = (address = '') => address.startsWith('127.') || address === '::1';
