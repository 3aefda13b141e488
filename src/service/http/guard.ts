import type { Context, MiddlewareHandler } from 'hono';
import type { Instant } from '../../core/time.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import type { AskedThing, Endpoint, Ledger } from '../accounts/ledger.ts';
import { countRequest, limitHeaders, spend, takeSlot } from '../accounts/limits.ts';
import { HttpRefusal, unknownPath } from '../errors.ts';
import { assertEntitled, authenticate, callerOf } from './auth.ts';

/** The facts that travel with a request through the service. */
export interface Env {
  Bindings: { readonly clientAddress?: string | undefined };
  Variables: {
    /** The moment the answer is for, one for everything in it. */
    now: Instant;
    /** The account whose testing token asks; a production token is not limited and leaves nothing here. */
    testing?: { readonly account: Account; readonly endpoint?: Endpoint | undefined };
    /** Frees the slot of the testing token that asks. */
    release?: () => void;
  };
}

/** The door of the endpoints: who may ask, and what is left of their allowances. */
export interface Guard {
  /** Checks credential, token and account, caps and concurrency before the endpoint looks at its query. */
  admit(endpoint: Endpoint): MiddlewareHandler<Env>;
  /** A public endpoint: it needs no token and refuses none, but a request with a testing token counts. */
  readonly open: MiddlewareHandler<Env>;
  /** The deprecated `/v1`: refused to testing tokens; none of its paths is known. */
  readonly deprecated: MiddlewareHandler<Env>;
  /** Counts a request that no endpoint looks at. */
  tally(c: Context<Env>): void;
  /** Takes what is asked out of a testing token's allowances. */
  spend(c: Context<Env>, asked: AskedThing): void;
  /** Ends a request: the headers of a testing token, and its slot for the next request. */
  leave(c: Context<Env>): void;
}

export interface GuardOptions {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  /** The client's address is the one a proxy in front of the service reports. */
  readonly trustProxy: boolean;
}

export function createGuard({ accounts, ledger, trustProxy }: GuardOptions): Guard {
  const running = new Set<string>();

  function count(c: Context<Env>, account: Account, endpoint?: Endpoint): () => void {
    c.set('testing', { account, endpoint });
    return countRequest(ledger, account, clientAddress(c, trustProxy), c.var.now);
  }

  function tally(c: Context<Env>): void {
    const caller = callerOf(c.req.header('Authorization'), accounts);
    if (caller?.token.kind === 'testing') count(c, caller.account);
  }

  return {
    admit: (endpoint) => async (c, next) => {
      const caller = authenticate(c.req.header('Authorization'), accounts);
      const testing = caller.token.kind === 'testing';
      const assertCaps = testing ? count(c, caller.account, endpoint) : undefined;
      assertEntitled(caller, c.var.now);
      assertCaps?.();
      if (testing) c.set('release', takeSlot(running, caller.credential));
      await next();
    },
    open: async (c, next) => {
      tally(c);
      await next();
    },
    tally,
    deprecated: async (c) => {
      tally(c);
      if (!c.var.testing) throw unknownPath();
      throw new HttpRefusal(403, 'testing tokens are refused on /v1: use /v2');
    },
    spend(c, asked) {
      const { testing, now } = c.var;
      if (testing?.endpoint) spend(ledger, testing.account, testing.endpoint, asked, now);
    },
    leave(c) {
      const { testing, now, release } = c.var;
      release?.();
      const headers = testing ? limitHeaders(ledger, testing.account, testing.endpoint, now) : {};
      for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    },
  };
}

/** The nearest proxy appends the address it sees: the last entry is the one that a client cannot choose. */
function clientAddress(c: Context<Env>, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || c.env.clientAddress;
}
