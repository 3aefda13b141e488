import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { type AccountPortal, digestOf } from '../accounts/accounts.ts';
import type { Tokens } from '../accounts/own-account.ts';
import type { Visits } from '../accounts/visits.ts';
import { compareClocks, MAY_COUNT } from './ability.ts';
import { postgresAccounts } from './accounts.ts';
import { type Ask, openConnections } from './connection.ts';
import { lock, migrate } from './migrate.ts';
import { migrations } from './schema.ts';
import { postgresVisits, type StateOptions } from './visits.ts';

/** Accounts, tokens and counters in a PostgreSQL database, shared by all services on it; open until it is closed. */
export interface PostgresState {
  readonly accounts: AccountPortal;
  readonly visits: Visits;
  /** The tokens of the one account of the services' own, which is opened by the first of them. */
  ownTokens(now: Instant): Promise<Partial<Tokens>>;
  /** The id of that account, as long as one of those tokens is left. */
  ownAccount(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens the state at `address`, and makes its tables where there are none. Throws a `StateError` without any password. */
export async function openPostgres(address: string, options: StateOptions = {}): Promise<PostgresState> {
  const { isDelayed = false, clock } = options;
  const database = openConnections(address, { isDelayed });
  await database.inOne(async (ask) => {
    if (clock) await compareClocks(ask, clock);
    await migrate(ask);
  });
  return {
    accounts: postgresAccounts(database.ask),
    visits: postgresVisits(database, { clock }),
    ownTokens: (now) =>
      database.inOne(async (ask) => {
        await lock(ask);
        return (await keptTokens(ask))?.tokens ?? firstTokens(ask, now);
      }),
    ownAccount: async () => (await keptTokens(database.ask))?.account,
    close: database.close,
  };
}

const looked = z.object({ version: z.int(), accounts: z.int(), tokens: z.int() });
const unmade = z.object({ made: z.boolean(), mayMake: z.boolean() });

/**
 * What is at `address`, which is left as it is: `version` is 0 where there are no tables, `known` the newest that is read here, and
 * `mayMake` says whether its user may make them. Throws a `StateError` where nothing can be counted in them, or its clock is another.
 */
export const lookAt = (
  address: string,
  clock: () => Instant,
): Promise<z.output<typeof looked> & { readonly known: number; readonly mayMake: boolean }> =>
  openConnections(address).inOne(async (ask) => {
    const known = migrations.length;
    await compareClocks(ask, clock);
    const [found] = await ask({ text: HAS });
    const { made, mayMake } = unmade.parse(found);
    if (!made) return { version: 0, accounts: 0, tokens: 0, known, mayMake };
    const [row] = await ask({ text: HOLDS });
    const held = looked.parse(row);
    if (held.version === known) await ask({ text: MAY_COUNT });
    return { ...held, known, mayMake };
  });

const HAS = `SELECT to_regclass('dayahead.versions') IS NOT NULL AS made,
  to_regnamespace('dayahead') IS NOT NULL OR has_database_privilege(current_database(), 'CREATE') AS "mayMake"`;

const HOLDS = `SELECT (SELECT coalesce(max(version), 0) FROM dayahead.versions) AS version,
  (SELECT count(*)::int FROM dayahead.accounts) AS accounts, (SELECT count(*)::int FROM dayahead.tokens) AS tokens`;

const own = z.object({ testing: z.string(), production: z.string() });

const valid = z.array(z.object({ digest: z.string(), account: z.string() }));

/** Those that no command has ended since, and whose they are. */
async function keptTokens(ask: Ask): Promise<{ tokens: Partial<Tokens>; account: string | undefined } | undefined> {
  const [row] = await ask({ text: 'SELECT testing, production FROM dayahead.own' });
  if (row === undefined) return undefined;
  const kept = Object.entries(own.parse(row));
  const values = [kept.map(([, value]) => digestOf(value))];
  const left = valid.parse(
    await ask({ text: 'SELECT digest, account FROM dayahead.tokens WHERE digest = ANY ($1)', values }),
  );
  const isLeft = (value: string) => left.some(({ digest }) => digest === digestOf(value));
  return { tokens: Object.fromEntries(kept.filter(([, value]) => isLeft(value))), account: left[0]?.account };
}

async function firstTokens(ask: Ask, now: Instant): Promise<Tokens> {
  const accounts = postgresAccounts(ask);
  const { id } = await accounts.open();
  const tokens = { testing: await accounts.renewTesting(id, now), production: await accounts.issueProduction(id) };
  await ask({
    text: 'INSERT INTO dayahead.own (testing, production) VALUES ($1, $2)',
    values: [tokens.testing, tokens.production],
  });
  return tokens;
}
