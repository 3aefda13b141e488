import type { TestingLimit } from '../api/bodies.ts';
import { type ClientError, isClientError } from '../client/errors.ts';
import { isFileError, thrownText } from '../core/file-error.ts';
import type { Instant } from '../core/time.ts';
import { MessageError } from '../messages/parse.ts';
import { type Fault, failureKind } from './problem-text.ts';

export type { Fault };

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
  if (isClientError(error)) {
    const code = failureKind(socketCode(error));
    return code === undefined ? clientFault(error) : { code };
  }
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
  'source-rates': 'renewal-rates',
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
  const { status, kind } = error;
  // An answer of 500 is about the question: no price is published for it yet.
  if (kind === 'service' && status !== undefined && status !== 500) return unreached(error, `answers ${status}`);
  if (kind === 'network') return unreached(error, socketCode(error));
  const { code, values } = clientFault(error);
  return { code, ...(values && { values }) };
}

/** A service that does not answer, by the host of its address. */
const unreached = ({ url }: ClientError, detail: string | undefined): Fault => ({
  code: 'network',
  values: { host: new URL(url).host },
  ...(detail && { detail }),
});

function clientFault(error: ClientError): Fault {
  const { said: detail } = error;
  switch (error.kind) {
    case 'credential':
      return { code: `token-${error.challenge}` };
    case 'forbidden':
      return error.testingLimit ? testingFault(error.testingLimit) : { code: 'token-expired', detail };
    case 'rate-limit':
      return error.rateLimit ? { code: 'allowance', values: { until: error.rateLimit.resetAt } } : { code: 'busy' };
    case 'network':
      return unreached(error, detail);
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

/** The code of the socket that ended a request, or of the library that gave it up; left out for an unknown one. */
function socketCode({ kind, cause }: ClientError): string | undefined {
  if (kind !== 'network' || !(cause instanceof Error)) return undefined;
  const codes = ['code' in cause ? cause.code : undefined, cause.name];
  return codes.filter((code) => typeof code === 'string').find(failureKind);
}
