import type { TestingLimit } from '../api/bodies.ts';
import { type ClientError, isClientError } from '../client/errors.ts';
import { isFileError, thrownText } from '../core/file-error.ts';
import type { Instant } from '../core/time.ts';
import { MessageError } from '../messages/parse.ts';

/** A problem as people are told it: by `code` and `values` in their own language, and `detail` as it is. */
export interface Fault {
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly detail?: string;
}

/** A refusal of our own that a dialog has words for. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** A public source of prices, or a folder of one's own, has none of a zone. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly fault: Fault;
  /** The time at which it is asked again; not known where that is of no use. */
  readonly retryAt: Instant | undefined;

  constructor(fault: Fault, text: string, retryAt?: Instant) {
    super(fault.detail ? `${text} (${fault.detail})` : text);
    this.fault = fault;
    this.retryAt = retryAt;
  }
}

/** The fault for a dialog. No credential is in it: the client and the broker's failures blot theirs out. */
export function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return { code: error.code };
  if (error instanceof SourceError) return error.fault;
  if (isClientError(error)) return networkFault(error) ?? clientFault(error);
  const detail = thrownText(error);
  if (isFileError(error)) return { code: 'own-files', detail };
  return { code: error instanceof MessageError || error instanceof TypeError ? 'settings' : 'internal', detail };
}

/** Beside a price that is known, what a source does not give is a later one. */
const renewals: Readonly<Record<string, string>> = {
  'source-failed': 'renewal-failed',
  'source-unusable': 'renewal-unusable',
  'source-nothing': 'renewal-nothing',
  'source-doubtful': 'renewal-doubtful',
  'source-own': 'renewal-own',
};

/**
 * The fault for a status, which has room for a few words: of details for those that someone needs to mend it.
 * @param priced true where it stands beside the price of this moment.
 */
export function briefFault(error: Error, priced: boolean): Fault {
  if (error instanceof SourceError) {
    const { fault } = error;
    return priced ? { ...fault, code: renewals[fault.code] ?? fault.code } : fault;
  }
  if (!isClientError(error)) return { code: 'internal' };
  const { code, values } = clientFault(error);
  const detail = error.kind === 'service' && error.requestId;
  return { code, ...(values && { values }), ...(detail && { detail }) };
}

function clientFault(error: ClientError): Fault {
  const { said: detail } = error;
  switch (error.kind) {
    case 'credential':
      return { code: `token-${error.challenge}` };
    case 'forbidden':
      return error.testingLimit ? testingFault(error.testingLimit) : { code: 'token-expired', detail };
    case 'rate-limit':
      return error.rateLimit ? { code: 'allowance', values: { until: error.rateLimit.resetAt } } : { code: 'busy' };
    default:
      return { code: isGoneContract(error) ? 'contract-gone' : error.kind, detail };
  }
}

/** A contract of the user's own that its site holds no longer. */
const isGoneContract = ({ kind, said }: ClientError): boolean =>
  kind === 'configuration' && /the tariff "own-[a-z0-9-]+" does not exist/.test(said);

const testingFault = ({ kind, blocked, remaining }: TestingLimit): Fault => ({
  code: `testing-${kind}`,
  values: { blocked: blocked.join(', '), left: String(remaining) },
});

/** Codes of sockets, of name resolution, of undici and of OpenSSL. */
const socketFaults: Readonly<Record<string, readonly string[]>> = {
  'unknown-host': ['ENOTFOUND', 'EAI_AGAIN'],
  refused: ['ECONNREFUSED'],
  unreachable: ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  'timed-out': ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'TimeoutError'],
  'hung-up': ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
  'no-tls': ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'],
  'certificate-expired': ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
  'certificate-name': ['ERR_TLS_CERT_ALTNAME_INVALID'],
  'certificate-unknown': [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ],
};

/** The meaning of the code of a socket's error, where it is one of the known ones. */
export const socketFault = (code: unknown): string | undefined =>
  Object.keys(socketFaults).find((fault) => socketFaults[fault]?.some((known) => known === code));

function networkFault({ kind, cause }: ClientError): Fault | undefined {
  if (kind !== 'network' || !(cause instanceof Error)) return undefined;
  const code = ['code' in cause ? cause.code : undefined, cause.name].map(socketFault).find(Boolean);
  return code === undefined ? undefined : { code };
}
