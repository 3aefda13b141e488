import { hash, randomBytes } from 'node:crypto';
import type { Instant } from '../../core/time.ts';
import type { Table } from './table.ts';

/** The limits of a testing token (specification, "Limits"); set per account, raised on request. */
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
  /** The subscription is active; a token of one that is not answers 403. */
  readonly active: boolean;
  readonly allowances: Allowances;
}

/** A credential that is known: who it belongs to and, for a testing token, when it ends. */
export interface Token {
  readonly kind: 'testing' | 'production';
  readonly accountId: string;
  readonly expires?: Instant | undefined;
}

export interface AccountTables {
  readonly accounts: Table<Account>;
  /** By digest: the value of a token is not in it. */
  readonly tokens: Table<Token>;
}

/** Accounts and their tokens, wherever they are kept. A token's value is returned once, by what issues it, and is in no other answer. */
export interface AccountPortal {
  open(allowances?: Partial<Allowances>): Account | Promise<Account>;
  setActive(accountId: string, active: boolean): Account | Promise<Account>;
  allow(accountId: string, allowances: Partial<Allowances>): Account | Promise<Account>;
  list(): readonly Account[] | Promise<readonly Account[]>;
  /** Gives the account its testing token; the one it had answers 401 from now on. */
  renewTesting(accountId: string, now: Instant): string | Promise<string>;
  /** Adds a production token beside those the account has. */
  issueProduction(accountId: string): string | Promise<string>;
  /** Ends a production token, given its value or its id; a testing token can only be renewed. */
  revoke(token: string): void | Promise<void>;
  /** Every token under an id that is no credential. */
  tokens(): readonly ListedToken[] | Promise<readonly ListedToken[]>;
}

type ListedToken = Token & { readonly id: string };

/** The same in tables of this process: every answer is there at once. */
export interface Accounts extends AccountPortal {
  open(allowances?: Partial<Allowances>): Account;
  setActive(accountId: string, active: boolean): Account;
  allow(accountId: string, allowances: Partial<Allowances>): Account;
  list(): Account[];
  renewTesting(accountId: string, now: Instant): string;
  issueProduction(accountId: string): string;
  revoke(token: string): void;
  tokens(): ListedToken[];
  find(value: string): { readonly token: Token; readonly account: Account } | undefined;
}

/** An account or a token that is not there, or cannot be treated as asked. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

export const unknownAccount = (id: string) => new AccountError(`account "${id}" does not exist`);

export const notRevocable = (kind: 'testing' | undefined) =>
  new AccountError(kind ? 'a testing token cannot be revoked, only renewed' : 'there is no such token');

const defaults: Allowances = { newThings: 5, requests: 100, companies: 20, tariffs: 20 };

const TESTING_SECONDS = 7 * 24 * 3600;

export const freshAccount = (allowances: Partial<Allowances> = {}): Account => ({
  id: randomBytes(6).toString('hex'),
  active: true,
  allowances: { ...defaults, ...allowances },
});

/** The end of a testing token that is issued now. */
export const testingEnd = (now: Instant): Instant => now + TESTING_SECONDS;

const prefixes = { testing: 'dayahead_test_sk', production: 'dayahead_prod_sk' } as const;

/** The value of a new token. */
export const newSecret = (kind: Token['kind']) => `${prefixes[kind]}_${randomBytes(24).toString('base64url')}`;

/** The only thing of a token's value that is kept. */
export const digestOf = (value: string) => hash('sha256', value, 'base64url');

/** Accounts in the tables given, or in memory. */
export function createAccounts(
  { accounts, tokens }: AccountTables = { accounts: new Map(), tokens: new Map() },
): Accounts {
  function account(id: string): Account {
    const found = accounts.get(id);
    if (!found) throw unknownAccount(id);
    return found;
  }

  function keep(changed: Account): Account {
    accounts.set(changed.id, changed);
    return changed;
  }

  function issue(token: Token): string {
    const value = newSecret(token.kind);
    tokens.set(digestOf(value), token);
    return value;
  }

  return {
    open: (allowances) => keep(freshAccount(allowances)),
    setActive: (id, active) => keep({ ...account(id), active }),
    allow(id, allowances) {
      const found = account(id);
      return keep({ ...found, allowances: { ...found.allowances, ...allowances } });
    },
    list: () => [...accounts].map(([, found]) => found),
    renewTesting(accountId, now) {
      account(accountId);
      for (const [key, token] of [...tokens]) {
        if (token.kind === 'testing' && token.accountId === accountId) tokens.delete(key);
      }
      return issue({ kind: 'testing', accountId, expires: testingEnd(now) });
    },
    issueProduction(accountId) {
      return issue({ kind: 'production', accountId: account(accountId).id });
    },
    revoke(given) {
      const key = tokens.get(digestOf(given)) ? digestOf(given) : given;
      const kind = tokens.get(key)?.kind;
      if (kind !== 'production') throw notRevocable(kind);
      tokens.delete(key);
    },
    tokens: () => [...tokens].map(([id, token]) => ({ id, ...token })),
    find(value) {
      const token = tokens.get(digestOf(value));
      return token && { token, account: account(token.accountId) };
    },
  };
}
