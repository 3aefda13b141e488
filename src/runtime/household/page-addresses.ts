import type { NetworkInterfaceInfo } from 'node:os';

/** The server of Node-RED as `settings.js` configures it. */
export interface Listening {
  /** `uiHost`: the address that it listens on; left out or unspecified, it listens on all. */
  readonly host?: string;
  readonly port: number;
  readonly isHttps: boolean;
  /** `/flows/dayahead/` */
  readonly path: string;
}

/** The computer, or the container, that Node-RED runs on. */
export interface Computer {
  readonly hostname: string;
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
  readonly runsIn?: 'container' | 'add-on';
}

export interface PageAddresses {
  /** Addresses that a phone in the same network can open, the surest first. */
  readonly urls: readonly string[];
  readonly path: string;
  /** Why there are no addresses: Node-RED listens on loopback only, or does not know those of its computer. */
  readonly unknown?: 'loopback' | 'container' | 'add-on';
}

const LOOPBACK = /^(127\.|localhost$|::1$|::ffff:127\.)/i;
const UNSPECIFIED = ['', '0.0.0.0', '::'];
/** Bridges and tunnels of this computer, which no phone in the network is connected to. */
const VIRTUAL = /^(docker|br-|veth|virbr|lxc|cni|flannel|vbox|vmnet|vEthernet|utun|tun|tap|wg|zt|tailscale)/i;

/** The addresses of the household page. */
export function pageAddresses({ host = '', port, isHttps, path }: Listening, computer: Computer): PageAddresses {
  const { runsIn } = computer;
  // The add-on's proxy listens for phones; Node-RED itself is on loopback there.
  if (runsIn === 'add-on') return { urls: [], path, unknown: runsIn };
  if (LOOPBACK.test(host)) return { urls: [], path, unknown: 'loopback' };
  const names = UNSPECIFIED.includes(host) ? namesOf(computer) : [host.includes(':') ? `[${host}]` : host];
  if (names.length === 0) return { urls: [], path, ...(runsIn && { unknown: runsIn }) };
  const isDefault = port === (isHttps ? 443 : 80);
  const origin = (name: string) => `${isHttps ? 'https' : 'http'}://${name}${isDefault ? '' : `:${port}`}`;
  return { urls: names.map((name) => origin(name) + path), path };
}

/** IPv4 addresses first: not every phone resolves names of the local network. */
function namesOf({ hostname, interfaces, runsIn }: Computer): string[] {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, infos = []]) => infos.filter(({ family, internal }) => family === 'IPv4' && !internal))
    .map(({ address }) => address)
    .filter((address) => !address.startsWith('169.254.') && !(runsIn && isBridged(address)));
  const name = hostname.toLowerCase().replace(/\.local$/, '');
  // A name with dots belongs to a domain, which may be another network's.
  const isLocal = addresses.length > 0 && /^[a-z\d-]+$/.test(name) && name !== 'localhost';
  return [...addresses, ...(isLocal ? [`${name}.local`] : [])];
}

/** Docker's default networks: the computer around a container does not forward them. */
const isBridged = (address: string): boolean => /^172\.(1[6-9]|2\d|3[01])\./.test(address);
