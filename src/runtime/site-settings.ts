import { z } from 'zod';
import { thrownText } from '../core/file-error.ts';
import { isTimeZone } from '../core/time.ts';
import { type Resolution, resolutions } from '../core/vocabulary.ts';
import { readSourceList } from '../feeds/chosen-sources.ts';
import { entsoeAddressIn } from '../feeds/entsoe-address.ts';
import { MessageError, parse } from '../messages/parse.ts';
import type { SiteHousehold } from '../messages/selection.ts';
import type { BrokerSettings, TlsSettings } from '../mqtt/broker.ts';
import { rootTopic, siteSlug } from '../mqtt/topics.ts';
import { type TypedContract, typedContract } from '../service/contracts/typed-contract.ts';
import { type PeakSettings, peakSettings } from './peak-settings.ts';
import { type StoredToken, tokenFor } from './token-address.ts';

/** Public sources of prices. */
export interface LiveSettings {
  /** Those that alone are asked, `feed=address` or `feed`, one a line; empty: all under an open licence. */
  readonly sources: string;
  /** The user's own token of ENTSO-E. */
  readonly token?: string;
}

/**
 * The source of the prices: the service inside this process, or one behind an address. The first replays old auctions
 * unless its prices are live, or `own` ones alone.
 */
export type ServiceSettings =
  | {
      readonly kind: 'embedded';
      readonly catalogue?: string;
      /** A file or an HTTPS address of newer figures, which is read every week. */
      readonly figures?: string;
      readonly live?: LiveSettings;
      readonly own?: true;
      /** Typed in the dialog. */
      readonly contracts?: readonly TypedContract[];
    }
  | { readonly kind: 'remote'; readonly url: string; readonly token: string };

const billFacts = z.object({
  /** Choices of the market, such as `module-1`. */
  choices: z.array(z.string().min(1).max(64)).max(20).exactOptional(),
  /** Amperes of the main fuse. */
  fuseA: z.number().positive('expected amperes above 0').exactOptional(),
});
export type HouseholdFacts = Readonly<z.infer<typeof billFacts>>;

export interface SiteSettings {
  /** Stays what it is when the site is renamed. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** The last level of `root`. */
  readonly site: string;
  readonly service: ServiceSettings;
  /** Interval that price nodes ask for where they say nothing else. */
  readonly resolution: Resolution;
  /** IANA zone that wall clocks are read in until prices name their market's. */
  readonly timeZone?: string;
  /** Names the context store that nodes keep their state in; empty: files of ours. */
  readonly contextStore: string;
  /** The power that its devices never pass together; left out: each plans for itself. */
  readonly importKw?: number;
  /** The most that it may feed in, in kW; left out: as much as it has. */
  readonly exportKw?: number;
  /** Country and contract of nodes that have none of their own. */
  readonly household?: SiteHousehold;
  /** The facts that the bill of the household depends on, beside its contract. */
  readonly billFacts?: HouseholdFacts;
  /** Left out: nobody charges for peaks. */
  readonly peak?: PeakSettings;
  /** Everything the site publishes is below it: `dayahead/home`. */
  readonly root: string;
  /** Left out: nothing is published. */
  readonly broker?: BrokerSettings;
  /** The prefix of Home Assistant's discovery topics; left out: it is told nothing. */
  readonly discoveryPrefix?: string;
  /** What the household's page may do; left out: there is none. */
  readonly page?: 'look' | 'switch';
}

/** A core `mqtt-broker` node, as far as its settings serve a connection of our own. */
export interface BrokerNode {
  readonly brokerurl?: string;
  readonly options?: TlsSettings & { readonly username?: string; readonly password?: string };
}

/** A core `tls-config` node. */
export interface TlsNode {
  /** Its files could be read; else it has said why not. */
  readonly valid: boolean;
  addTLSOptions(options: object): TlsSettings;
}

/** The core nodes that were chosen; `null` where one does not exist or is disabled. */
export interface ChosenNodes {
  readonly broker?: BrokerNode | null | undefined;
  readonly tls?: TlsNode | null | undefined;
}

/** The secrets that Node-RED keeps apart from the flow. */
export interface SiteCredentials extends StoredToken {
  readonly brokerPassword?: string;
  readonly entsoeToken?: string;
  /** The address that the token goes to, where it is not ENTSO-E's own. */
  readonly entsoeUrl?: string;
}

const text = z.string().trim().default('');
const address = (...schemes: string[]) => {
  const error = `expected ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return text.refine(
    (value) => value === '' || (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))),
    error,
  );
};

function isFiguresSource(source: string): boolean {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return true;
  const { protocol = '', username = '', password = '' } = URL.canParse(source) ? new URL(source) : {};
  return protocol === 'https:' && username === '' && password === '';
}

const power = text.transform((kw) => (kw === '' ? undefined : Number(kw.replace(',', '.'))));

const configuration = z.object({
  id: z.string(),
  name: text,
  site: text,
  topicRoot: text,
  resolution: z.coerce.number().pipe(z.literal(resolutions)).default(900),
  timeZone: text.refine((name) => name === '' || isTimeZone(name), 'expected an IANA zone, as Europe/Berlin'),
  contextStore: text,
  household: z.record(z.string(), z.unknown()).nullish(),
  billFacts: billFacts.nullish(),
  importKw: power.refine((kw) => kw === undefined || kw > 0, 'expected kW above 0, or nothing'),
  exportKw: power.refine((kw) => kw === undefined || kw >= 0, 'expected kW from 0 on, or nothing'),
  service: z.enum(['embedded', 'remote']).default('embedded'),
  catalogue: text,
  figures: text.refine(isFiguresSource, 'expected a file, or https:// without a user name or password'),
  contracts: z
    .array(typedContract)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'expected an id for each contract')
    .default([]),
  prices: z.enum(['', 'live', 'replay', 'own']).default(''),
  sources: text.transform((list, context) => {
    try {
      return [...readSourceList(list)].map(([name, address]) => (address ? `${name}=${address}` : name)).join('\n');
    } catch (error) {
      context.addIssue(thrownText(error));
      return z.NEVER;
    }
  }),
  url: address('https', 'http'),
  broker: z.enum(['none', 'typed', 'node']).default('none'),
  brokerUrl: address('mqtt', 'mqtts', 'ws', 'wss'),
  brokerUser: text,
  rejectUnauthorized: z.boolean().default(true),
  discoveryPrefix: z
    .string()
    .trim()
    .max(200, 'at most 200 characters')
    .regex(/^[\w/-]*$/, 'expected letters, digits, _, - and /')
    .transform((prefix) => prefix.split('/').filter(Boolean).join('/'))
    .default('homeassistant'),
  page: z.enum(['', 'look', 'switch']).default(''),
});
type Configuration = z.infer<typeof configuration>;

export const defaultSettings = (): SiteSettings => ({
  id: 'site',
  name: '',
  site: siteSlug(''),
  service: { kind: 'embedded' },
  resolution: 900,
  contextStore: '',
  root: rootTopic('', ''),
});

/**
 * The settings that a config node's dialog saved.
 * @throws MessageError where a field is wrong; no credential is in its text.
 */
export function siteSettings(config: object, credentials: SiteCredentials, chosen: ChosenNodes = {}): SiteSettings {
  const read = parse(configuration, config);
  const broker = brokerSettings(read, credentials, chosen);
  const peak = peakSettings(config);
  return {
    id: read.id,
    name: read.name || read.site,
    site: siteSlug(read.site),
    service: serviceSettings(read, credentials),
    resolution: read.resolution,
    ...(read.timeZone !== '' && { timeZone: read.timeZone }),
    contextStore: read.contextStore,
    root: rootTopic(read.topicRoot, read.site),
    ...(read.importKw !== undefined && { importKw: read.importKw }),
    ...(read.exportKw !== undefined && { exportKw: read.exportKw }),
    ...(peak && { peak }),
    ...(read.household && { household: read.household }),
    ...(read.billFacts && { billFacts: read.billFacts }),
    ...(broker && { broker }),
    ...(read.discoveryPrefix !== '' && { discoveryPrefix: read.discoveryPrefix }),
    ...(read.page !== '' && { page: read.page }),
  };
}

function serviceSettings(
  { service, catalogue, figures, contracts, prices, sources, url }: Configuration,
  credentials: SiteCredentials,
): ServiceSettings {
  if (service === 'embedded') {
    if (prices === 'own' && catalogue === '')
      throw new MessageError('catalogue: the folder with your own files is needed');
    return {
      kind: 'embedded',
      ...(catalogue !== '' && { catalogue }),
      ...(figures !== '' && { figures }),
      ...((prices === '' || prices === 'live') && { live: liveSettings(sources, credentials) }),
      ...(prices === 'own' && { own: true }),
      ...(contracts.length > 0 && { contracts }),
    };
  }
  if (url === '') throw new MessageError('url: the address of the service is needed');
  return { kind: 'remote', url, token: tokenFor(url, credentials) };
}

/** Whoever may change the sources must not be sent the token. */
function liveSettings(sources: string, { entsoeToken, entsoeUrl = '' }: SiteCredentials): LiveSettings {
  if (entsoeToken && entsoeUrl !== entsoeAddressIn(sources))
    throw new MessageError(
      'sources: the ENTSO-E token is stored for another address; open the site and type it in again',
    );
  return { sources, ...(entsoeToken && { token: entsoeToken }) };
}

function brokerSettings(
  { id, broker, brokerUrl, brokerUser, rejectUnauthorized }: Configuration,
  { brokerPassword }: SiteCredentials,
  chosen: ChosenNodes,
): BrokerSettings | undefined {
  const clientId = `dayahead_${id}`;
  if (broker === 'none') return undefined;
  if (broker === 'node') return { clientId, ...settingsOf(chosen.broker) };
  if (brokerUrl === '') throw new MessageError('brokerUrl: the address of the broker is needed');
  return {
    clientId,
    url: brokerUrl,
    ...(brokerUser !== '' && { username: brokerUser, ...(brokerPassword && { password: brokerPassword }) }),
    tls: chosen.tls === undefined ? { rejectUnauthorized } : certificatesOf(chosen.tls),
  };
}

function settingsOf(node: BrokerNode | null | undefined): Omit<BrokerSettings, 'clientId'> {
  if (!node?.brokerurl) throw new MessageError('mqttBroker: the chosen broker does not exist or is disabled');
  const { brokerurl: url, options = {} } = node;
  const { username, password } = options;
  return { url, ...(username && { username, ...(password && { password }) }), tls: tlsOf(options) };
}

/** Its own flag decides what has to be valid. */
function certificatesOf(node: TlsNode | null): TlsSettings {
  if (!node?.valid) throw new MessageError('tls: the chosen certificates do not exist, or cannot be read');
  return tlsOf(node.addTLSOptions({}));
}

const tlsKeys = [
  'ca',
  'cert',
  'key',
  'pfx',
  'passphrase',
  'servername',
  'ALPNProtocols',
  'rejectUnauthorized',
] as const;

/** A broker node's options hold more than that, and empty texts. */
const tlsOf = (options: TlsSettings): TlsSettings =>
  Object.fromEntries(
    tlsKeys.map((key) => [key, options[key]]).filter(([, value]) => value !== undefined && value !== ''),
  );
