import type { RateLimit, TestingLimit } from '../api/bodies.ts';

/** A request and what is known of its answer. Safe to show: it never holds a token. */
export interface ClientRequest {
  readonly url: string;
  readonly status?: number;
  /** `X-Request-Id`, to quote to the service's support. */
  readonly requestId?: string;
}

/** Why there is no answer. `kind` says what can be done about it; the text is for people and may change. */
abstract class RequestError extends Error {
  readonly method = 'GET';
  readonly url: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The problem without address, status and request id, for a short text. */
  readonly said: string;

  constructor(asked: ClientRequest, what: string, options?: ErrorOptions) {
    super(`GET ${asked.url}: ${what}`, options);
    this.name = new.target.name;
    this.url = asked.url;
    this.status = asked.status;
    this.requestId = asked.requestId;
    this.said = what.replace(/^answered \d+: | \(X-Request-Id [^)]*\)$/g, '');
  }
}

/** 400, 404: the question or the service's address is wrong and stays so until someone changes it. */
export class ConfigurationError extends RequestError {
  readonly kind = 'configuration';
}

/** `missing`: none arrived; `malformed`: not `Bearer <token>`; `rejected`: the token is not accepted. */
export type Challenge = 'missing' | 'malformed' | 'rejected';

/** 401, told apart by `WWW-Authenticate` (specification, "Authentication", rule 4). */
export class CredentialError extends RequestError {
  readonly kind = 'credential';
  readonly challenge: Challenge;

  constructor(asked: ClientRequest, what: string, challenge: Challenge) {
    super(asked, what);
    this.challenge = challenge;
  }
}

/** 403: the subscription is inactive, the testing token has expired or, with `testingLimit`, has used up its total. */
export class ForbiddenError extends RequestError {
  readonly kind = 'forbidden';
  readonly testingLimit: TestingLimit | undefined;

  constructor(asked: ClientRequest, what: string, testingLimit?: TestingLimit) {
    super(asked, what);
    this.testingLimit = testingLimit;
  }
}

/** 429: with `rateLimit` the day's new things are used up, without it a request is still running or a cap is reached. */
export class RateLimitError extends RequestError {
  readonly kind = 'rate-limit';
  readonly rateLimit: RateLimit | undefined;
  /** UNIX seconds by the service's clock, from the answer's `Date`. */
  readonly answeredAt: number | undefined;

  constructor(asked: ClientRequest, what: string, rateLimit?: RateLimit, answeredAt?: number) {
    super(asked, what);
    this.rateLimit = rateLimit;
    this.answeredAt = answeredAt;
  }
}

/** Any other status. 500: no price is published yet, or the tariffs cannot be combined. */
export class ServiceError extends RequestError {
  readonly kind = 'service';
}

/** The service wants to be asked elsewhere. A token is sent to no address but the configured one. */
export class RedirectError extends RequestError {
  readonly kind = 'redirect';
}

/** No complete answer: name not found, refused, reset, TLS, too slow. */
export class NetworkError extends RequestError {
  readonly kind = 'network';
}

/** An answer that is no JSON, too long, of a shape we cannot read, or to another question. */
export class UnreadableBodyError extends RequestError {
  readonly kind = 'unreadable';
}

export type ClientError =
  | ConfigurationError
  | CredentialError
  | ForbiddenError
  | RateLimitError
  | ServiceError
  | RedirectError
  | NetworkError
  | UnreadableBodyError;

export const isClientError = (error: unknown): error is ClientError => error instanceof RequestError;
