import { chmodSync } from 'node:fs';
import { z } from 'zod';
import type { Account, AccountTables, Token } from './accounts.ts';
import type { Counted, Counters } from './ledger.ts';
import type { Tokens } from './own-account.ts';
import type { Table } from './table.ts';

/** Accounts, tokens and counters in a file, on disk with every `set`; open until it is closed. */
export interface StateFile extends AccountTables, Counters {
  readonly own: Table<Tokens>;
  close(): void;
}

/** A state file that cannot be opened, or holds what this version cannot read. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** The part of `node:sqlite` that is used here: the types of Node 20 do not know it. */
interface Statement {
  get(...values: string[]): unknown;
  iterate(): Iterable<unknown>;
  run(...values: string[]): unknown;
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
type Sqlite = { readonly DatabaseSync: new (file: string) => Database };

/** Raised with every change of what a row holds. */
const FORMAT = 1;

/** A command may write beside the running service; in this order, every write is on disk when its statement returns. */
const PRAGMAS = 'PRAGMA busy_timeout = 1000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;';

const allowances = z.object({ newThings: z.int(), requests: z.int(), companies: z.int(), tariffs: z.int() });
const account: z.ZodType<Account> = z.object({ id: z.string(), active: z.boolean(), allowances });
const token: z.ZodType<Token> = z.object({
  kind: z.enum(['testing', 'production']),
  accountId: z.string(),
  expires: z.int().optional(),
});
const tokens: z.ZodType<Tokens> = z.object({ testing: z.string(), production: z.string() });
const counted = <T>(value: z.ZodType<T>): z.ZodType<Counted<T>> => z.object({ day: z.int(), value });
const texts: z.ZodType<readonly string[]> = z.array(z.string());

/** Opens the state in `file`, empty where there is none. Throws a `StateError` that names the file, and on an older Node. */
export function openState(file: string): StateFile {
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (!sqlite) throw new StateError(`--state needs Node.js 22.13 or newer, this is ${process.version}`);
  try {
    const database = new sqlite.DatabaseSync(file);
    prepare(database);
    // It holds credentials.
    if (file !== ':memory:') chmodSync(file, 0o600);
    return {
      accounts: tableIn(database, 'accounts', account),
      tokens: tableIn(database, 'tokens', token),
      requests: tableIn(database, 'requests', counted(z.int())),
      things: tableIn(database, 'things', counted(texts)),
      totals: tableIn(database, 'totals', texts),
      own: tableIn(database, 'own', tokens),
      close: () => database.close(),
    };
  } catch (cause) {
    throw new StateError(`cannot open state ${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function prepare(database: Database): void {
  database.exec(PRAGMAS);
  const { format } = z
    .object({ format: z.int() })
    .parse(database.prepare(`SELECT user_version AS format FROM pragma_user_version`).get());
  if (format > FORMAT) throw new Error(`it is of a newer version of this service (format ${format})`);
  database.exec(`PRAGMA user_version = ${FORMAT}`);
}

const row = z.object({ key: z.string(), value: z.string() });

function tableIn<T>(database: Database, name: string, schema: z.ZodType<T>): Table<T> {
  database.exec(`CREATE TABLE IF NOT EXISTS ${name} (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`);
  const one = database.prepare(`SELECT key, value FROM ${name} WHERE key = ?`);
  const all = database.prepare(`SELECT key, value FROM ${name} ORDER BY key`);
  const put = database.prepare(`INSERT OR REPLACE INTO ${name} (key, value) VALUES (?, ?)`);
  const drop = database.prepare(`DELETE FROM ${name} WHERE key = ?`);
  const read = (found: unknown): [string, T] => {
    const { key, value } = row.parse(found);
    return [key, schema.parse(JSON.parse(value))];
  };
  return {
    get(key) {
      const found = one.get(key);
      return found === undefined ? undefined : read(found)[1];
    },
    set: (key, value) => put.run(key, JSON.stringify(value)),
    delete: (key) => drop.run(key),
    *[Symbol.iterator]() {
      for (const found of all.iterate()) yield read(found);
    },
  };
}
