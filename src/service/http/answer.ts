import type { Context } from 'hono';
import { limitHeaders } from '../accounts/limits.ts';
import type { Env } from './guard.ts';

interface Facts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An answer of JSON with all the headers that it is ever to have: what every answer to this request carries, and the limits that
 * are left. Set one by one, or on an answer that is there, they would cost more than all else that a request does.
 */
export function jsonAnswer(c: Context<Env>, json: string, { status = 200, headers }: Facts = {}): Response {
  const visitor = c.get('visitor');
  return new Response(json, {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...headers,
      ...c.get('headers'),
      ...(visitor && limitHeaders(visitor, c.get('now'))),
    },
  });
}

export const bodyAnswer = (c: Context<Env>, body: object, facts?: Facts): Response =>
  jsonAnswer(c, JSON.stringify(body), facts);
