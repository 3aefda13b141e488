import { z } from 'zod';
import { isTimeZone } from '../core/time.ts';
import { type Resolution, resolutions } from '../core/vocabulary.ts';
import { MessageError, parse } from '../messages/parse.ts';
import type { BrokerSettings } from '../mqtt/broker.ts';
import { rootTopic } from '../mqtt/topics.ts';

/** Where prices come from: the service inside this process, or one behind an address. */
export type ServiceSettings =
  | { readonly kind: 'embedded'; readonly catalogue?: string }
  | { readonly kind: 'remote'; readonly url: string; readonly token: string };

export interface SiteSettings {
  readonly service: ServiceSettings;
  /** Interval that price nodes ask for where they say nothing else. */
  readonly resolution: Resolution;
  /** IANA zone that wall clocks are read in until prices name their market's. */
  readonly timeZone: string;
  /** Everything the site publishes is below it: `dayahead/home`. */
  readonly root: string;
  /** Left out: nothing is published. */
  readonly broker?: BrokerSettings;
}

/** A core `mqtt-broker` node, as far as its settings serve a connection of our own. */
export interface BrokerNode {
  readonly brokerurl?: string;
  readonly options?: {
    readonly username?: string;
    readonly password?: string;
    readonly ca?: string | Buffer;
    readonly cert?: string | Buffer;
    readonly key?: string | Buffer;
    readonly passphrase?: string;
    readonly servername?: string;
    readonly rejectUnauthorized?: boolean;
  };
}

/** What Node-RED keeps apart from the flow. */
export interface SiteCredentials {
  readonly token?: string;
  readonly brokerPassword?: string;
}

const text = z.string().trim().default('');
const address = (...schemes: string[]) => {
  const error = `expected an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return text.refine(
    (value) => value === '' || (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))),
    error,
  );
};

const configuration = z.object({
  id: z.string(),
  site: text,
  topicRoot: text,
  resolution: z.coerce.number().pipe(z.literal(resolutions)).default(900),
  timeZone: text.refine((name) => name === '' || isTimeZone(name), 'expected an IANA zone, as Europe/Berlin'),
  service: z.enum(['embedded', 'remote']).default('embedded'),
  catalogue: text,
  url: address('https', 'http'),
  broker: z.enum(['none', 'typed', 'node']).default('none'),
  brokerUrl: address('mqtt', 'mqtts', 'ws', 'wss'),
  brokerUser: text,
  rejectUnauthorized: z.boolean().default(true),
});
type Configuration = z.infer<typeof configuration>;

/** The zone of this computer; in a container that is often UTC. */
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const defaultSettings = (): SiteSettings => ({
  service: { kind: 'embedded' },
  resolution: 900,
  timeZone: ownZone(),
  root: rootTopic('', ''),
});

/**
 * What a config node's dialog saved.
 * @param chosen the core broker node, where that was the choice.
 * @throws MessageError where a field is wrong; no credential is in its text.
 */
export function siteSettings(config: object, credentials: SiteCredentials, chosen?: BrokerNode | null): SiteSettings {
  const read = parse(configuration, config);
  const broker = brokerSettings(read, credentials, chosen);
  return {
    service: serviceSettings(read, credentials),
    resolution: read.resolution,
    timeZone: read.timeZone || ownZone(),
    root: rootTopic(read.topicRoot, read.site),
    ...(broker && { broker }),
  };
}

function serviceSettings({ service, catalogue, url }: Configuration, { token }: SiteCredentials): ServiceSettings {
  if (service === 'embedded') return { kind: 'embedded', ...(catalogue !== '' && { catalogue }) };
  if (url === '') throw new MessageError('url: the address of the service is needed');
  if (!token) throw new MessageError('token: the access token of the service is needed');
  return { kind: 'remote', url, token };
}

function brokerSettings(
  { id, broker, brokerUrl, brokerUser, rejectUnauthorized }: Configuration,
  { brokerPassword }: SiteCredentials,
  chosen?: BrokerNode | null,
): BrokerSettings | undefined {
  const clientId = `dayahead_${id}`;
  if (broker === 'none') return undefined;
  if (broker === 'node') return { clientId, ...settingsOf(chosen) };
  if (brokerUrl === '') throw new MessageError('brokerUrl: the address of the broker is needed');
  return {
    clientId,
    url: brokerUrl,
    ...(brokerUser !== '' && { username: brokerUser, ...(brokerPassword && { password: brokerPassword }) }),
    tls: { rejectUnauthorized },
  };
}

function settingsOf(node: BrokerNode | null | undefined): Omit<BrokerSettings, 'clientId'> {
  if (!node?.brokerurl) throw new MessageError('mqttBroker: the chosen broker does not exist or is disabled');
  const { username, password, ca, cert, key, passphrase, servername, rejectUnauthorized } = node.options ?? {};
  return {
    url: node.brokerurl,
    ...(username && { username, ...(password && { password }) }),
    tls: {
      ...(ca && { ca: String(ca) }),
      ...(cert && { cert: String(cert) }),
      ...(key && { key: String(key) }),
      ...(passphrase && { passphrase }),
      ...(servername && { servername }),
      ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
    },
  };
}
