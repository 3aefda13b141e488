import { type ClientError, isClientError, type NetworkError } from '../client/errors.ts';
import { MessageError } from '../messages/parse.ts';

/** A problem as a dialog says it: in its own language by `code`, and `detail` as it is. */
export interface Fault {
  readonly code: string;
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

/** No credential is in it: the client and the broker's failures blot theirs out. */
export function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return { code: error.code };
  if (isClientError(error)) return clientFault(error);
  const detail = error instanceof Error ? error.message : String(error);
  return { code: error instanceof MessageError || error instanceof TypeError ? 'settings' : 'internal', detail };
}

function clientFault(error: ClientError): Fault {
  const { said: detail } = error;
  switch (error.kind) {
    case 'credential':
      return { code: `token-${error.challenge}` };
    case 'forbidden':
      return error.testingLimit ? { code: 'testing-limit', detail } : { code: 'token-expired', detail };
    case 'rate-limit':
      return error.rateLimit ? { code: 'allowance', detail: error.rateLimit.resetAt } : { code: 'busy' };
    case 'network':
      return networkFault(error);
    default:
      return { code: error.kind, detail };
  }
}

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

function networkFault(error: NetworkError): Fault {
  const { cause } = error;
  const codes = cause instanceof Error ? ['code' in cause ? cause.code : undefined, cause.name] : [];
  const code = codes.map(socketFault).find(Boolean);
  return code ? { code } : { code: 'network', detail: error.said };
}
