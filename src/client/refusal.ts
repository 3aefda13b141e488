import { type ErrorBody, errorBody } from '../api/bodies.ts';
import { remoteText } from '../core/secrets/secrets.ts';
import {
  type Challenge,
  type ClientError,
  type ClientRequest,
  ConfigurationError,
  CredentialError,
  ForbiddenError,
  RateLimitError,
  RedirectError,
  ServiceError,
} from './errors.ts';
import type { HttpAnswer } from './exchange.ts';

/** The error of an answer that is not 200 (specification, "Errors"). The service's text is shown, never acted upon. */
export function refusalError(
  asked: ClientRequest & { status: number },
  { header }: HttpAnswer,
  json: unknown,
): ClientError {
  const body = shortened(errorBody.safeParse(json).data);
  const what = saying(asked, body);
  switch (asked.status) {
    case 400:
    case 404:
      return new ConfigurationError(asked, what);
    case 401:
      return new CredentialError(asked, what, challengeOf(header('www-authenticate')));
    case 403:
      return new ForbiddenError(asked, what, body?.testingLimit);
    case 429:
      return new RateLimitError(asked, what, body?.rateLimit, Date.parse(header('date') ?? '') / 1000 || undefined);
    default:
      return redirectError(asked, header('location')) ?? new ServiceError(asked, what);
  }
}

function redirectError(asked: ClientRequest & { status: number }, location = ''): RedirectError | undefined {
  if (asked.status < 300 || asked.status > 399 || !location || !URL.canParse(location, asked.url)) return undefined;
  const { origin } = new URL(location, asked.url);
  return new RedirectError(
    asked,
    `answered ${asked.status}, wants to be asked at ${origin}: set the address that answers`,
  );
}

const LONGEST_WORD = 64;
const MOST_BLOCKED = 10;

/** Somebody reads it, in a status too. */
function shortened(body: ErrorBody | undefined): ErrorBody | undefined {
  const { testingLimit: total, rateLimit: day } = body ?? {};
  const word = (text: string) => text.slice(0, LONGEST_WORD);
  return (
    body && {
      ...body,
      ...(total && { testingLimit: { ...total, blocked: total.blocked.slice(0, MOST_BLOCKED).map(word) } }),
      ...(day && { rateLimit: { ...day, resetAt: word(day.resetAt) } }),
    }
  );
}

function saying({ status, requestId }: ClientRequest, body: ErrorBody | undefined): string {
  const message = remoteText([body?.message ?? []].flat().join('; '));
  const limit = body?.testingLimit;
  return [
    `answered ${status}`,
    message && `: ${message}`,
    limit && ` (beyond the testing token's total: ${limit.blocked.join(', ')}; ${limit.kind} left: ${limit.remaining})`,
    requestId && ` (X-Request-Id ${requestId})`,
  ]
    .filter(Boolean)
    .join('');
}

/** RFC 6750: no `error` where no credential was sent. */
function challengeOf(authenticate: string | undefined): Challenge {
  const error = authenticate?.match(/\berror="?(\w+)/i)?.[1];
  if (error === 'invalid_request') return 'malformed';
  return error === undefined ? 'missing' : 'rejected';
}
