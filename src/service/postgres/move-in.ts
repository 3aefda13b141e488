import { DAY_SECONDS } from '../../core/time.ts';
import type { Counted } from '../accounts/ledger.ts';
import type { StateFile } from '../accounts/state-file.ts';
import { StateError } from '../errors.ts';
import { type Ask, openConnections } from './connection.ts';
import { migrate } from './migrate.ts';

/** How many of each the database holds now. */
export interface MovedIn {
  readonly accounts: number;
  readonly tokens: number;
}

/**
 * Writes what a state file holds into the database at `address`, all of it or nothing. Throws a `StateError` where accounts are in
 * it already: two services' counts cannot be made one.
 */
export const moveIn = (address: string, file: StateFile): Promise<MovedIn> =>
  openConnections(address).inOne(async (ask) => {
    await migrate(ask);
    const found = await ask({ text: 'SELECT 1 FROM dayahead.accounts LIMIT 1' });
    if (found.length > 0)
      throw new StateError(
        'the database holds accounts already: move into an empty one, before a service is started on it',
      );
    const rows = rowsOf(file);
    for (const [table, all] of Object.entries(rows)) await insert(ask, table, all);
    return { accounts: rows.accounts.length, tokens: rows.tokens.length };
  });

const insert = (ask: Ask, table: string, rows: readonly object[]) =>
  ask({
    text: `INSERT INTO dayahead.${table} SELECT * FROM json_populate_recordset(NULL::dayahead.${table}, $1::json)`,
    values: [JSON.stringify(rows)],
  });

const dayOf = ({ day }: Counted<unknown>) => day / DAY_SECONDS;
/** The two words of a key. */
const split = (key: string) => key.split(' ') as [string, string];

/** By table, after those that it points at; a row by columns. */
const rowsOf = ({ accounts, tokens, own, requests, things, totals }: StateFile) =>
  ({
    accounts: [...accounts].map(([, { allowances, ...account }]) => ({
      ...{ ...account, ...allowances },
      new_things: allowances.newThings,
    })),
    tokens: [...tokens].map(([digest, { accountId, ...token }]) => ({ digest, account: accountId, ...token })),
    own: [...own].map(([, pair]) => ({ is_only: true, ...pair })),
    requests: [...requests].map(([who, row]) => ({ who, day: dayOf(row), count: row.value })),
    things: [...things].map(([key, row]) => {
      const [account, endpoint] = split(key);
      return { account, endpoint, day: dayOf(row), things: row.value };
    }),
    totals: [...totals].map(([key, ids]) => {
      const [account, kind] = split(key);
      return { account, kind, ids };
    }),
  }) satisfies Readonly<Record<string, readonly object[]>>;
