import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountPortal, createAccounts } from '../../../src/service/accounts/accounts.ts';
import { createLedger } from '../../../src/service/accounts/ledger.ts';
import { openState } from '../../../src/service/accounts/state-file.ts';
import { createVisits } from '../../../src/service/accounts/table-visits.ts';
import type { Visits } from '../../../src/service/accounts/visits.ts';
import { openPostgres } from '../../../src/service/postgres/state.ts';
import { askOnce, openDatabase } from './postgres.ts';

/** A place where accounts and counters are kept. */
export interface Store {
  /** Opens it empty. */
  open(): Promise<{ readonly accounts: AccountPortal; readonly visits: Visits }>;
  stop(): Promise<void>;
}

export const stores: readonly (readonly [string, () => Promise<Store>])[] = [
  ['in memory', async () => ({ open: async () => tables(), stop: async () => undefined })],
  ['in a file', fileStore],
  ['on PostgreSQL', databaseStore],
];

function tables(state?: ReturnType<typeof openState>) {
  const accounts = createAccounts(state);
  return { accounts, visits: createVisits(accounts, createLedger(state), state?.together) };
}

async function fileStore(): Promise<Store> {
  const dir = mkdtempSync(join(tmpdir(), 'state-'));
  const opened: ReturnType<typeof openState>[] = [];
  return {
    async open() {
      const state = openState(join(dir, `${opened.length}.db`));
      opened.push(state);
      return tables(state);
    },
    async stop() {
      for (const state of opened) state.close();
      rmSync(dir, { recursive: true });
    },
  };
}

/** Two instances on one database: each request goes to the other one. */
async function databaseStore(): Promise<Store> {
  const database = await openDatabase();
  const [first, second] = await Promise.all([openPostgres(database.address), openPostgres(database.address)]);
  let turn = 0;
  const next = () => [first, second][turn++ % 2]?.visits ?? first.visits;
  return {
    async open() {
      await askOnce(
        database.address,
        'TRUNCATE dayahead.accounts, dayahead.tokens, dayahead.requests, dayahead.things, dayahead.totals',
      );
      return { accounts: first.accounts, visits: { knows: (of) => next().knows(of), visit: (of) => next().visit(of) } };
    },
    async stop() {
      await Promise.all([first.close(), second.close()]);
      await database.remove();
    },
  };
}
