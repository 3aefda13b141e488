import type { Instant } from '../../core/time.ts';
import type { Account, Accounts, Token } from '../accounts/accounts.ts';
import { HttpRefusal } from '../errors.ts';

/** The account that asks. `credential` is the token's value: a key, never to be logged or answered. */
export interface Caller {
  readonly credential: string;
  readonly token: Token;
  readonly account: Account;
}

/** The caller that an `Authorization` header names, if it names one that is known. */
export function callerOf(header: string | undefined, accounts: Accounts): Caller | undefined {
  const credential = credentialIn(header);
  const known = credential === undefined ? undefined : accounts.find(credential);
  return known && credential !== undefined ? { credential, ...known } : undefined;
}

/** The caller, else 401: its challenge tells three kinds apart (specification, "Authentication", rule 4). */
export function authenticate(header: string | undefined, accounts: Accounts): Caller {
  const caller = callerOf(header, accounts);
  if (caller) return caller;
  if (header === undefined) throw unauthorised('an access token is required: Authorization: Bearer <token>');
  if (credentialIn(header) === undefined) {
    throw unauthorised('the Authorization header must be Bearer <token>', 'invalid_request');
  }
  throw unauthorised('the access token is not accepted', 'invalid_token');
}

/** 403 for a caller that is known but not entitled (specification, "Authentication", rule 5). */
export function assertEntitled({ token, account }: Caller, now: Instant): void {
  if (!account.active) throw new HttpRefusal(403, 'the subscription is not active');
  if (token.expires !== undefined && token.expires <= now) {
    throw new HttpRefusal(403, 'the testing token has expired: renew it on the token page');
  }
}

const credentialIn = (header = '') => /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];

const REALM = 'Bearer realm="dayahead"';

const unauthorised = (message: string, error?: 'invalid_request' | 'invalid_token') =>
  new HttpRefusal(401, message, { headers: { 'WWW-Authenticate': error ? `${REALM}, error="${error}"` : REALM } });
