import { chmodSync, closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { StateAway, StateError } from '../errors.ts';

/** The part of `node:sqlite` that is used here: the types of Node 20 do not know it. */
interface Statement {
  get(...values: string[]): unknown;
  iterate(): Iterable<unknown>;
  run(...values: string[]): unknown;
}
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
type Sqlite = { readonly DatabaseSync: new (file: string) => Database };

const MEMORY = ':memory:';

/** Throws a `StateError` where this Node.js has none. */
export function requireSqlite(): Sqlite {
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (!sqlite) throw new StateError(`--state needs Node.js 22.13 or newer, this is ${process.version}`);
  return sqlite;
}

/** The database in `file`, which nobody but its owner may read, as all that SQLite writes beside it. */
export function openDatabase(file: string): Database {
  const sqlite = requireSqlite();
  if (file !== MEMORY) withholdFromOthers(file);
  return new sqlite.DatabaseSync(file);
}

/** What SQLite writes beside a file gets the mode of that file, so it has to be right before. */
function withholdFromOthers(file: string): void {
  const opened = openSync(file, 'a+', 0o600);
  const head = Buffer.alloc(16);
  const length = readSync(opened, head, 0, head.length, 0);
  closeSync(opened);
  // What is no database was named by mistake, and stays as it is.
  if (!/^(SQLite format 3\0|$)/.test(head.toString('latin1', 0, length))) return;
  for (const one of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(one)) chmodSync(one, 0o600);
}

/**
 * Locks `file` for one service until what is returned is called or the process ends, however it ends. The lock is SQLite's on
 * a file beside it, which is one of the operating system's: nobody has to find out whether its holder still lives.
 */
export function lockFor(file: string): () => void {
  if (file === MEMORY) return () => undefined;
  closeSync(openSync(file, 'a', 0o600));
  const database = openDatabase(`${realpathSync(file)}-lock`);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if (codeOf(cause) !== SQLITE.busy) throw cause;
    throw new Error('another service runs on it', { cause });
  }
  return () => database.close();
}

const SQLITE = { busy: 5, locked: 6, readonly: 8, ioerr: 10, full: 13, cantopen: 14 } as const;

/** The code of an error of SQLite, without what it says more precisely. */
const codeOf = (error: unknown) => ((error as { readonly errcode?: number }).errcode ?? 0) & 0xff;

/** Runs `act`; what the disk or another program keeps it from is a `StateAway`: it may be done another time. */
export function reaching<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    const isAway = Object.values(SQLITE).some((code) => code === codeOf(error));
    throw isAway ? new StateAway((error as Error).message) : error;
  }
}
