import { isIPv4, isIPv6 } from 'node:net';

/** A name or an IP literal, with an optional port. */
const HOST = /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i;

/** Suffixes that public DNS does not delegate, so that nobody on the internet can point such a name at this computer. */
const LOCAL_SUFFIXES = ['.local', '.lan', '.home.arpa', '.localhost'];

/** The name or IP literal in the value of a `Host` header, in lower case; `undefined` if the value is malformed. */
export const hostNameIn = (host: string): string | undefined =>
  HOST.exec(host.trim())?.[1]?.toLowerCase().replace(/\.$/, '');

/**
 * Whether no public DNS record can make a browser reach this computer by `name` (DNS rebinding): IP literals have no record,
 * and local names are resolved in the local network.
 */
export function isLocalName(name: string): boolean {
  if (isIPv4(name) || isIPv6(name.replace(/^\[(.+)\]$/, '$1'))) return true;
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix));
}
