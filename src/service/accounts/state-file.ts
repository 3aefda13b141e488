import { z } from 'zod';
import { unreadableText } from '../../core/file-error.ts';
import { StateError } from '../errors.ts';
import type { Account, AccountTables, Token } from './accounts.ts';
import type { Counted, Counters } from './ledger.ts';
import type { Tokens } from './own-account.ts';
import { type Database, lockFor, openDatabase, reaching } from './sqlite.ts';
import type { Table } from './table.ts';

/** Accounts, tokens and counters in a file, on disk with every `set`; open until it is closed. */
export interface StateFile extends AccountTables, Counters {
  readonly own: Table<Tokens>;
  /** What `act` writes is written together, at the cost of one write, or not at all. */
  together<T>(act: () => T): T;
  /** Writes what is there already. Throws a `StateAway` where that cannot be done, as each table does. */
  look(): void;
  close(): void;
}

/** Raised with every change of what a row holds. */
export const STATE_FORMAT = 1;

const FORMAT = `PRAGMA user_version = ${STATE_FORMAT}`;

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
export const openState = (file: string): StateFile =>
  naming(file, () => {
    const database = openDatabase(file);
    prepare(database);
    const place = { database, file };
    return {
      accounts: tableIn(place, 'accounts', account),
      tokens: tableIn(place, 'tokens', token),
      requests: tableIn(place, 'requests', counted(z.int())),
      things: tableIn(place, 'things', counted(texts)),
      totals: tableIn(place, 'totals', texts),
      own: tableIn(place, 'own', tokens),
      together: (act) => together(database, act),
      look: () => together(database, () => database.exec(FORMAT)),
      close: () => database.close(),
    };
  });

/** The same for a service, one per file: two would count past each other. Commands may open the file beside it. */
export function openServedState(file: string): StateFile {
  const release = naming(file, () => lockFor(file));
  try {
    const state = openState(file);
    return {
      ...state,
      close() {
        state.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function naming<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof StateError) throw cause;
    throw new StateError(`cannot open state ${file}: ${cause instanceof Error ? unreadableText(cause) : cause}`, {
      cause,
    });
  }
}

function prepare(database: Database): void {
  database.exec(PRAGMAS);
  const { format } = z
    .object({ format: z.int() })
    .parse(database.prepare(`SELECT user_version AS format FROM pragma_user_version`).get());
  if (format > STATE_FORMAT) throw new Error(`it was written by a newer version of this service (format ${format})`);
  database.exec(FORMAT);
}

function together<T>(database: Database, act: () => T): T {
  return reaching(() => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = act();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  });
}

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // On a full disk SQLite has done it by itself.
  }
}

const row = z.object({ key: z.string(), value: z.string() });

function tableIn<T>(
  { database, file }: { readonly database: Database; readonly file: string },
  name: string,
  schema: z.ZodType<T>,
): Table<T> {
  database.exec(`CREATE TABLE IF NOT EXISTS ${name} (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`);
  const one = database.prepare(`SELECT key, value FROM ${name} WHERE key = ?`);
  const all = database.prepare(`SELECT key, value FROM ${name} ORDER BY key`);
  const put = database.prepare(`INSERT OR REPLACE INTO ${name} (key, value) VALUES (?, ?)`);
  const drop = database.prepare(`DELETE FROM ${name} WHERE key = ?`);
  const read = (found: unknown): [string, T] => {
    const { key, value } = row.parse(found);
    try {
      return [key, schema.parse(JSON.parse(value))];
    } catch {
      // Without key and cause, as it goes to the log: an address may be in one, a token in the other.
      throw new StateError(`state ${file} is damaged: a row of its table ${name} cannot be read`);
    }
  };
  return {
    get(key) {
      const found = reaching(() => one.get(key));
      return found === undefined ? undefined : read(found)[1];
    },
    set: (key, value) => reaching(() => put.run(key, JSON.stringify(value))),
    delete: (key) => reaching(() => drop.run(key)),
    *[Symbol.iterator]() {
      for (const found of all.iterate()) yield read(found);
    },
  };
}
