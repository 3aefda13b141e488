import { z } from 'zod';
import { entsoeAddressIn } from '../../feeds/entsoe-address.ts';
import { migrated } from '../../messages/migrate.ts';
import { parse } from '../../messages/parse.ts';
import { FaultError } from '../problems.ts';
import { type ChosenNodes, type SiteCredentials, type SiteSettings, siteSettings } from '../site-settings.ts';

/** A config node as it is deployed. */
export interface StoredSite {
  readonly config: object;
  readonly credentials: SiteCredentials;
}

const text = z.string().trim().default('');
const places = z.object({
  service: z.string().default('embedded'),
  catalogue: text,
  figures: text,
  sources: text,
  url: text,
  broker: z.string().default('none'),
  brokerUrl: text,
  tls: text,
  rejectUnauthorized: z.boolean().default(true),
});
type Places = z.infer<typeof places>;

const isVariable = (value: unknown): value is string => typeof value === 'string' && /^\$\{\S+\}$/.test(value);

/** `typed` with environment variables in the place of their names, as Node-RED puts them in when it starts a node. */
export const withVariables = (typed: object, variable: (name: string) => unknown): object =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, isVariable(value) ? variable(value) : value]));

/**
 * Refuses what gives away more of this computer than its network: an environment variable would be sent to the address that
 * is typed beside it, a path would be read. Both are for those who may write flows, who can do so anyway.
 * @throws FaultError
 */
export function assertPlain(typed: object): void {
  const { service, catalogue, figures } = parse(places, typed);
  const isPath = catalogue !== '' || (figures !== '' && !/^https:\/\//i.test(figures));
  if (!Object.values(typed).some(isVariable) && (service !== 'embedded' || !isPath)) return;
  throw new FaultError('permission', 'environment variables and paths are for those who may write flows');
}

/** A secret that the dialog leaves out is the stored one; an empty one is none. */
const secrets = z.object({
  token: z.string().optional(),
  brokerPassword: z.string().optional(),
  entsoeToken: z.string().optional(),
});

/**
 * The settings that a config dialog shows before it is saved. A stored secret goes only where it is stored for: the
 * token to its address, the password to its broker, verified as strictly.
 * @throws FaultError where the secret has to be typed again, MessageError where a field is wrong.
 */
export function typedSettings(typed: object, stored: StoredSite | undefined, chosen: ChosenNodes = {}): SiteSettings {
  const asked = parse(places, typed);
  const { token, brokerPassword, entsoeToken } = parse(secrets, typed);
  const kept = stored && { ...stored.credentials, places: parse(places, stored.config) };
  const credentials = {
    ...(asked.service === 'remote' && given('token', token ?? storedToken(asked, kept))),
    ...(asked.service === 'embedded' && entsoeSecret(asked, entsoeToken, kept)),
    ...(asked.broker === 'typed' && given('brokerPassword', brokerPassword ?? storedPassword(asked, kept))),
  };
  return siteSettings(migrated({ ...typed, type: 'dayahead-config' }), credentials, chosen);
}

const retypeToken = () =>
  new FaultError('retype-token', 'the stored token goes only to its stored address: type it again');

type Kept = (SiteCredentials & { readonly places: Places }) | undefined;

function storedToken({ url }: Places, kept: Kept): string | undefined {
  // A flow may have been given another address since, by an import or by hand.
  if (kept?.token && (kept.tokenUrl || kept.places.url) !== url) {
    throw retypeToken();
  }
  return kept?.token;
}

/** The token as it was typed in for where it goes, or as it is stored. */
function entsoeSecret({ sources }: Places, typed: string | undefined, kept: Kept): SiteCredentials {
  const entsoeUrl = entsoeAddressIn(sources);
  const { entsoeToken = '', entsoeUrl: storedFor = '' } = kept ?? {};
  if (typed === undefined && entsoeToken && storedFor !== entsoeUrl) throw retypeToken();
  return { entsoeToken: typed ?? entsoeToken, entsoeUrl };
}

function storedPassword({ brokerUrl, tls, rejectUnauthorized }: Places, kept: Kept): string | undefined {
  const same = kept?.places.brokerUrl === brokerUrl && kept.places.tls === tls;
  const looser = kept?.places.rejectUnauthorized === true && !rejectUnauthorized;
  if (kept?.brokerPassword && (!same || looser)) {
    throw new FaultError('retype-password', 'the stored password goes only to its stored broker: type it again');
  }
  return kept?.brokerPassword;
}

const given = <Name extends keyof SiteCredentials>(name: Name, secret: string | undefined) =>
  secret ? { [name]: secret } : {};
