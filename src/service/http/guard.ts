import { isIP } from 'node:net';
import type { Context, Handler, MiddlewareHandler } from 'hono';
import type { Instant } from '../../core/time.ts';
import type { AskedThing, Endpoint } from '../accounts/ledger.ts';
import { admissionRefusal, allowanceRefusal } from '../accounts/limits.ts';
import type { Visit, Visitor, Visits } from '../accounts/visits.ts';
import { HttpRefusal, unknownPath } from '../errors.ts';
import { bearerOf, credentialIn, unknownToken } from './auth.ts';

/** The facts that travel with a request through the service. */
export interface Env {
  Bindings: { readonly clientAddress?: string | undefined };
  Variables: {
    /** The moment the answer is for, one for everything in it. */
    now: Instant;
    /** Those of every answer. */
    headers: Readonly<Record<string, string>>;
    /** Who asks, where the token is known. */
    visitor?: Visitor;
    /** Frees the slot of the token that asks. */
    release?: () => void;
  };
}

/** A question that is in order. */
export interface EndpointQuestion {
  readonly asked: AskedThing;
  answer(): Response;
}

/** The door of the endpoints: who may ask, and what is left of their allowances. */
export interface Guard {
  /**
   * Lets `read` look at the query and answers what it makes of it. What refuses a request is told in the order of credential,
   * token and account, caps and concurrency, query, allowances.
   */
  admit<P extends string>(endpoint: Endpoint, read: (c: Context<Env, P>) => EndpointQuestion): Handler<Env, P>;
  /** A public endpoint: it needs no token and refuses none, but a request with a testing token counts. */
  readonly open: MiddlewareHandler<Env>;
  /** The deprecated `/v1`: refused to testing tokens; none of its paths is known. */
  readonly deprecated: MiddlewareHandler<Env>;
  /** Counts a request that no endpoint looks at. */
  tally(c: Context<Env>): Promise<void>;
  /** Ends a request: its slot is free for the next one of its token. */
  leave(c: Context<Env>): Promise<void>;
}

export interface GuardOptions {
  readonly visits: Visits;
  /** The client's address is the one a proxy in front of the service reports. */
  readonly trustProxy: boolean;
}

export function createGuard({ visits, trustProxy }: GuardOptions): Guard {
  const running = new Set<string>();

  /** One request at a time per token, here; `visits` knows of those in other processes. */
  function takeSlot(c: Context<Env>, credential: string): boolean {
    if (running.has(credential)) return false;
    running.add(credential);
    c.set('release', () => running.delete(credential));
    return true;
  }

  async function count(c: Context<Env>, visit: Pick<Visit, 'credential' | 'endpoint' | 'asked' | 'isAlone'>) {
    const visitor = await visits.visit({ ...visit, now: c.get('now'), address: clientAddress(c, trustProxy) });
    if (visitor) c.set('visitor', visitor);
    return visitor;
  }

  async function tally(c: Context<Env>): Promise<void> {
    const credential = credentialIn(c.req.header('Authorization'));
    if (credential !== undefined) await count(c, { credential, isAlone: true });
  }

  return {
    admit: (endpoint, read) => async (c) => {
      const credential = bearerOf(c.req.header('Authorization'));
      const isAlone = takeSlot(c, credential);
      if (!(await visits.knows(credential))) throw unknownToken();
      const asking = readOrRefused(() => read(c));
      const { asked } = asking;
      const visitor = await count(c, { credential, endpoint, isAlone, asked });
      if (!visitor) throw unknownToken();
      const now = c.get('now');
      const refusal = admissionRefusal(visitor, now) ?? (asked && allowanceRefusal(visitor, asked, now));
      if (refusal) throw refusal;
      return asking.answer();
    },
    open: async (c, next) => {
      await tally(c);
      await next();
    },
    tally,
    deprecated: async (c) => {
      await tally(c);
      if (!c.get('visitor')?.spending) throw unknownPath();
      throw new HttpRefusal(403, 'testing tokens are refused on /v1: use /v2');
    },
    async leave(c) {
      c.get('release')?.();
      await c.get('visitor')?.release?.();
    },
  };
}

/** What is wrong with a question is told to who is admitted, and counts; so it is kept until then. */
function readOrRefused(read: () => EndpointQuestion): Pick<EndpointQuestion, 'answer'> & Partial<EndpointQuestion> {
  try {
    return read();
  } catch (error) {
    return {
      answer() {
        throw error;
      },
    };
  }
}

/** The nearest proxy appends the address it sees: the last entry is the one that a client cannot choose, and what is no address is none. */
function clientAddress(c: Context<Env>, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return addressIn(forwarded) ?? c.env?.clientAddress;
}

/** Some proxies add the port. */
function addressIn(text = ''): string | undefined {
  const [, host = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  return isIP(host) > 0 ? host : undefined;
}
