import { BlockList, isIP, isIPv6 } from 'node:net';
import { hostNameIn } from './host-name.ts';

/** The settings that decide which requests this package answers. */
export interface AccessSettings {
  /** Host names that are accepted beside local ones, in lower case and without a port. */
  readonly hosts: readonly string[];
  /** Addresses and networks of trusted proxies, as written in `settings.js`. */
  readonly trustedProxies: readonly string[];
  /** Whether this Node-RED is an add-on of Home Assistant, which receives requests from the Supervisor's ingress proxy. */
  readonly isAddOn: boolean;
  isTrustedProxy(address: string): boolean;
}

/**
 * @param given `dayahead` of `settings.js`, not yet checked.
 * @param warn is called for each entry that cannot be used and is therefore ignored.
 */
export function readAccessSettings(
  { hosts = [], trustedProxies = [] }: { readonly hosts?: unknown; readonly trustedProxies?: unknown },
  isAddOn: boolean,
  warn: (text: string) => void,
): AccessSettings {
  const listOf = (key: string, value: unknown, allowed: string, read: (text: string) => string | undefined) => {
    const entries = Array.isArray(value) ? value : [undefined];
    return entries.flatMap((entry: unknown) => {
      const usable = typeof entry === 'string' ? read(entry) : undefined;
      if (usable !== undefined) return usable;
      const wrong = JSON.stringify(Array.isArray(value) ? entry : value);
      warn(`settings.js: dayahead.${key} must be a list of ${allowed}, got ${wrong}. It is ignored.`);
      return [];
    });
  };
  const proxies = listOf('trustedProxies', trustedProxies, "addresses such as ['192.168.1.2', '10.0.0.0/8']", (text) =>
    networkIn(text) ? text : undefined,
  );
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const { address, prefix } = networkIn(proxy) as Network;
    trusted.addSubnet(address, prefix, familyOf(address));
  }
  return {
    hosts: listOf('hosts', hosts, "host names such as ['home.example']", hostNameIn),
    trustedProxies: proxies,
    isAddOn,
    isTrustedProxy: (address) => isIP(address) > 0 && trusted.check(address, familyOf(address)),
  };
}

interface Network {
  readonly address: string;
  /** Length of the prefix in bits. */
  readonly prefix: number;
}

function networkIn(text: string): Network | undefined {
  const [, address = '', length] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const prefix = Number(length ?? bits);
  return bits > 0 && prefix <= bits ? { address, prefix } : undefined;
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
