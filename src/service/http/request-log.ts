import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import type { Instant } from '../../core/time.ts';
import { HttpRefusal, httpRefusalOf, StateAway } from '../errors.ts';
import type { AccessRecord } from './access-record.ts';
import { bodyAnswer } from './answer.ts';
import type { Env, Guard } from './guard.ts';

export interface RequestLogOptions {
  readonly now: () => Instant;
  /** Milliseconds that every answer is held back. */
  readonly delayMs: number;
  readonly log: (record: AccessRecord) => void;
}

/** The headers that every answer carries, wherever it was made. */
export const commonHeaders = () => ({
  'X-Request-Id': randomUUID() as string,
  Link: '</public/attribution>; rel="license"',
});

/** The frame of every answer, a refusal too: an id, the licence link, the limits that are left, a line in the log. */
export function requestLog({ now, delayMs, log }: RequestLogOptions, guard: Guard): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now();
    const headers = commonHeaders();
    c.set('now', now());
    c.set('headers', headers);
    await next();
    if (delayMs > 0) await setTimeout(delayMs);
    await guard.leave(c);
    const error = isForeseen(c.error) ? undefined : c.error;
    log({
      requestId: headers['X-Request-Id'],
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      milliseconds: performance.now() - started,
      ...(error !== undefined && { error }),
    });
  };
}

/** Of a state that is away, whoever watches it tells once. */
const isForeseen = (error: unknown) => error instanceof HttpRefusal || error instanceof StateAway;

/** The body that says why (specification, "Error bodies"). */
export function refuse(c: Context<Env>, error: Error): Response {
  const { body, status, headers } = httpRefusalOf(error);
  return bodyAnswer(c, body, { status, headers });
}
