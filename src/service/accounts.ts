import { randomBytes } from 'node:crypto';
import type { Instant } from '../core/time.ts';

/** What a testing token may ask (specification, "Limits"); set per account, raised on request. */
export interface Allowances {
  /** New things asked per endpoint and UTC day. */
  readonly newThings: number;
  /** Requests per UTC day over all endpoints. */
  readonly requests: number;
  /** Different companies over the life of the account. */
  readonly companies: number;
  /** Different tariffs over the life of the account. */
  readonly tariffs: number;
}

export interface Account {
  readonly id: string;
  /** Whether the subscription is active; a token of one that is not answers 403. */
  readonly active: boolean;
  readonly allowances: Allowances;
}

/** A credential that is known: who it belongs to and, for a testing token, when it ends. */
export interface Token {
  readonly kind: 'testing' | 'production';
  readonly accountId: string;
  readonly expires?: Instant;
}

/** Accounts and their tokens. A token's value is returned once, by what issues it, and is in no other answer. */
export interface Accounts {
  open(allowances?: Partial<Allowances>): Account;
  setActive(accountId: string, active: boolean): void;
  /** Gives the account its testing token; the one it had answers 401 from now on. */
  renewTesting(accountId: string, now: Instant): string;
  /** Adds a production token beside those the account has. */
  issueProduction(accountId: string): string;
  /** Ends a production token; a testing token can only be renewed. */
  revoke(value: string): void;
  find(value: string): { readonly token: Token; readonly account: Account } | undefined;
}

const defaults: Allowances = { newThings: 5, requests: 100, companies: 20, tariffs: 20 };

const TESTING_SECONDS = 7 * 24 * 3600;

const secret = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`;

/** Accounts that live as long as the process. */
export function createAccounts(): Accounts {
  const accounts = new Map<string, Account>();
  const tokens = new Map<string, Token>();

  function account(id: string): Account {
    const found = accounts.get(id);
    if (!found) throw new Error(`account "${id}" does not exist`);
    return found;
  }

  function issue(prefix: string, token: Token): string {
    const value = secret(prefix);
    tokens.set(value, token);
    return value;
  }

  return {
    open(allowances) {
      const id = randomBytes(6).toString('hex');
      const opened = { id, active: true, allowances: { ...defaults, ...allowances } };
      accounts.set(id, opened);
      return opened;
    },
    setActive(accountId, active) {
      accounts.set(accountId, { ...account(accountId), active });
    },
    renewTesting(accountId, now) {
      account(accountId);
      for (const [value, token] of tokens) {
        if (token.kind === 'testing' && token.accountId === accountId) tokens.delete(value);
      }
      return issue('dayahead_test_sk', { kind: 'testing', accountId, expires: now + TESTING_SECONDS });
    },
    issueProduction(accountId) {
      return issue('dayahead_prod_sk', { kind: 'production', accountId: account(accountId).id });
    },
    revoke(value) {
      if (tokens.get(value)?.kind === 'testing') throw new Error('a testing token cannot be revoked, only renewed');
      tokens.delete(value);
    },
    find(value) {
      const token = tokens.get(value);
      return token && { token, account: account(token.accountId) };
    },
  };
}
