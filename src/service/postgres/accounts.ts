import { z } from 'zod';
import {
  type Account,
  type AccountPortal,
  digestOf,
  freshAccount,
  newSecret,
  notRevocable,
  testingEnd,
  unknownAccount,
} from '../accounts/accounts.ts';
import type { Ask } from './connection.ts';

export const accountRow = z
  .object({
    id: z.string(),
    active: z.boolean(),
    new_things: z.int(),
    requests: z.int(),
    companies: z.int(),
    tariffs: z.int(),
  })
  .transform(
    ({ id, active, new_things: newThings, requests, companies, tariffs }): Account => ({
      id,
      active,
      allowances: { newThings, requests, companies, tariffs },
    }),
  );

const tokenRow = z
  .object({
    id: z.string(),
    kind: z.enum(['testing', 'production']),
    account: z.string(),
    expires: z.number().nullable(),
  })
  .transform(({ account, expires, ...token }) => ({
    ...token,
    accountId: account,
    ...(expires !== null && { expires }),
  }));

/** The accounts of all instances; each change is one statement. */
export function postgresAccounts(ask: Ask): AccountPortal {
  /** The account that a statement changed, if there is one of that name. */
  async function changed(id: string, text: string, values: (boolean | number | null)[]): Promise<Account> {
    const [row] = await ask({ text: `${text} WHERE id = $1 RETURNING *`, values: [id, ...values] });
    if (row === undefined) throw unknownAccount(id);
    return accountRow.parse(row);
  }

  return {
    async open(allowances) {
      const account = freshAccount(allowances);
      const { newThings, requests, companies, tariffs } = account.allowances;
      await ask({
        text: 'INSERT INTO dayahead.accounts VALUES ($1, $2, $3, $4, $5, $6)',
        values: [account.id, account.active, newThings, requests, companies, tariffs],
      });
      return account;
    },
    setActive: (id, active) => changed(id, 'UPDATE dayahead.accounts SET active = $2', [active]),
    allow: (id, { newThings = null, requests = null, companies = null, tariffs = null }) =>
      changed(
        id,
        `UPDATE dayahead.accounts SET new_things = coalesce($2, new_things), requests = coalesce($3, requests),
           companies = coalesce($4, companies), tariffs = coalesce($5, tariffs)`,
        [newThings, requests, companies, tariffs],
      ),
    async list() {
      return z.array(accountRow).parse(await ask({ text: 'SELECT * FROM dayahead.accounts ORDER BY id' }));
    },
    async renewTesting(id, now) {
      const value = newSecret('testing');
      const rows = await ask({
        text: `INSERT INTO dayahead.tokens (digest, kind, account, expires)
           SELECT $1, 'testing', id, $3 FROM dayahead.accounts WHERE id = $2
           ON CONFLICT (account) WHERE kind = 'testing'
           DO UPDATE SET digest = excluded.digest, expires = excluded.expires RETURNING 1`,
        values: [digestOf(value), id, testingEnd(now)],
      });
      if (rows.length === 0) throw unknownAccount(id);
      return value;
    },
    async issueProduction(id) {
      const value = newSecret('production');
      const rows = await ask({
        text: `INSERT INTO dayahead.tokens (digest, kind, account)
           SELECT $1, 'production', id FROM dayahead.accounts WHERE id = $2 RETURNING 1`,
        values: [digestOf(value), id],
      });
      if (rows.length === 0) throw unknownAccount(id);
      return value;
    },
    async revoke(given) {
      const named = [digestOf(given), given];
      const gone = await ask({
        text: `DELETE FROM dayahead.tokens WHERE digest = ANY ($1) AND kind = 'production' RETURNING 1`,
        values: [named],
      });
      if (gone.length > 0) return;
      const left = await ask({ text: 'SELECT 1 FROM dayahead.tokens WHERE digest = ANY ($1)', values: [named] });
      throw notRevocable(left.length > 0 ? 'testing' : undefined);
    },
    async tokens() {
      const text =
        'SELECT digest AS id, kind, account, expires::float8 AS expires FROM dayahead.tokens ORDER BY digest';
      return z.array(tokenRow).parse(await ask({ text }));
    },
  };
}
