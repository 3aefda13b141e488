import type { IClientOptions } from 'mqtt';
import { fitsWire } from './sendable.ts';

/** The address of a broker and the keys to it. */
export interface BrokerSettings {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`, host, port and path. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** The same over every restart, and no one else's. */
  readonly clientId: string;
  /** For `mqtts` and `wss`. */
  readonly tls?: TlsSettings;
  /** Seconds that a broker on MQTT 5 waits before it publishes the last will; a redeploy is faster than the 15 of the default. */
  readonly willDelay?: number;
}

/** Options of a TLS socket; certificates and keys are PEM texts, `pfx` holds all of them. */
export interface TlsSettings {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly pfx?: Buffer;
  /** Of the key. */
  readonly passphrase?: string;
  /** Expected in the broker's certificate, where it is not the host of the address. */
  readonly servername?: string;
  readonly ALPNProtocols?: string[];
  readonly rejectUnauthorized?: boolean;
}

/** MQTT 5, or 3.1.1 as the wire numbers it. */
export type ProtocolVersion = 5 | 4;

/** Seconds that the broker remembers the session. */
const SESSION_EXPIRY = 60;
const DEFAULT_WILL_DELAY = 15;

/** How the last will is sent. A broker refuses a connection whose will it does not support. */
export interface WillTerms {
  readonly qos: 0 | 1;
  readonly retain: boolean;
  /** False where the broker would not retain a will that waits. */
  readonly waits: boolean;
}

export const FULL_WILL: WillTerms = { qos: 1, retain: true, waits: true };

/**
 * The options of mqtt.js for one attempt. It never reconnects by itself: it would replay messages that were superseded
 * during the outage. A clean start would end the session, and with it the delay of the will.
 * @throws TypeError where `url` is no broker's address, or a text is too long; its text does not repeat either.
 */
export function clientOptions(
  settings: BrokerSettings,
  version: ProtocolVersion,
  willTopic: string,
  { waits, ...delivery } = FULL_WILL,
): IClientOptions {
  const { username, password, clientId, tls, willDelay = DEFAULT_WILL_DELAY } = settings;
  const long = Object.entries({ username, password, clientId }).find(([, text]) => text && !fitsWire(text));
  if (long) throw new TypeError(`broker ${long[0]}: at most 65,535 bytes`);
  const will = { topic: willTopic, payload: Buffer.from('offline'), ...delivery };
  return {
    ...addressOf(settings.url),
    ...tls,
    // Beside what mqtt.js copies there itself, websockets need the name in the certificate.
    wsOptions: { ...tls },
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    clientId,
    reconnectPeriod: 0,
    // A socket that nobody answers tries ever more rarely by itself.
    connectTimeout: 5000,
    keepalive: 30,
    protocolVersion: version,
    ...(version === 5
      ? {
          clean: false,
          properties: { sessionExpiryInterval: SESSION_EXPIRY },
          will: waits ? { ...will, properties: { willDelayInterval: willDelay } } : will,
        }
      : { clean: true, will }),
  };
}

/** The last two are what a core `mqtt-broker` node may have for the first two. */
const schemes = ['mqtt', 'mqtts', 'ws', 'wss', 'tcp', 'ssl'] as const;

/** True of what begins as a broker's address does; keys may stand in it. */
export const isBrokerAddress = (url: string): boolean =>
  schemes.some((scheme) => url.toLowerCase().startsWith(`${scheme}://`)) && !/:\/\/([/\\?#]|$)/.test(url);

function addressOf(url: string): IClientOptions {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const protocol = schemes.find((scheme) => address?.protocol === `${scheme}:`);
  // Of a password with a slash the rest stands in the path.
  if (!address?.hostname || !protocol || address.username || address.pathname.includes('@') || address.password) {
    throw new TypeError(
      'broker address: mqtt://, mqtts://, ws:// or wss:// and a host, without a user name or password',
    );
  }
  const port = address.port ? { port: Number(address.port) } : {};
  if (protocol === 'ws' || protocol === 'wss') {
    return { protocol, host: address.hostname, path: `${address.pathname}${address.search}`, ...port };
  }
  return { protocol, host: address.hostname.replace(/^\[|\]$/g, ''), ...port };
}
