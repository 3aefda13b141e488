import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import type { ErrorBody } from '../api/bodies.ts';
import { type Parameters, parametersOf } from '../api/queries.ts';

/** Statuses the service refuses with (specification, "Errors"); 404 means that the path does not exist. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 429 | 500 | 503;

interface Extras {
  readonly details?: Pick<ErrorBody, 'testingLimit' | 'rateLimit'> | undefined;
  readonly headers?: Record<string, string>;
}

/** An answer that is not 200: thrown by whoever finds out, written as JSON in one place. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: RefusalStatus;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: RefusalStatus, message: string | string[], { details, headers = {} }: Extras = {}) {
    super(String(message));
    this.status = status;
    this.headers = headers;
    this.body = { statusCode: status, message, ...statusText(status), ...details };
  }
}

/** A state that cannot be opened, or holds what this version cannot read. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** The store of accounts and counters does not answer, for the reason that is its message: nothing that counts can be answered either. */
export class StateAway extends Error {
  override readonly name = 'StateAway';
}

const AWAY_SECONDS = 5;

/** The answer while it is away. */
const unavailable = (): HttpRefusal =>
  new HttpRefusal(503, 'requests cannot be counted at the moment: ask again', {
    headers: { 'Retry-After': `${AWAY_SECONDS}` },
  });

/** 403 and 429 name their status, the other bodies do not. */
const statusText = (status: RefusalStatus): Pick<ErrorBody, 'error'> =>
  status === 403 || status === 429 ? { error: `${STATUS_CODES[status]}` } : {};

export const badRequest = (message: string | string[]): HttpRefusal => new HttpRefusal(400, message);

export const unknownPath = (): HttpRefusal => new HttpRefusal(404, 'this path does not exist');

/** The answer to an unforeseen error: its text and stack stay in the log. */
export const internalError = (): HttpRefusal =>
  new HttpRefusal(500, 'internal error: quote the X-Request-Id header to support');

/** The query as the schema reads it, else 400 with a message for each thing that is wrong. */
export const parsedQuery = <T>(schema: z.ZodType<T>, url: string): T => parsedParameters(schema, parametersIn(url));

export const parametersIn = (url: string): Parameters => parametersOf(new URL(url).searchParams);

export function parsedParameters<T>(schema: z.ZodType<T>, parameters: Parameters): T {
  const { success, data, error } = schema.safeParse(parameters);
  if (success) return data;
  throw badRequest(messagesOf(error));
}

/** The segments of the path as the schema reads them, else 400. */
export function parsedPath<T>(schema: z.ZodType<T>, segments: Record<string, string>): T {
  const { success, data, error } = schema.safeParse(segments);
  if (success) return data;
  throw badRequest(messagesOf(error).join('; '));
}

function messagesOf({ issues }: z.ZodError): string[] {
  const messages = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key} is not a parameter of this path`)
      : issue.message,
  );
  return [...new Set(messages)];
}

/** The refusal that answers a request that ended with `error`. */
export function httpRefusalOf(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  return error instanceof StateAway ? unavailable() : internalError();
}
