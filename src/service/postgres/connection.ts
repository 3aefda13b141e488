import pg from 'pg';
import { StateAway, StateError } from '../errors.ts';
import { passwordsIn, shownAddress } from './address.ts';

/** Asks the database one thing, in a statement that is committed when its rows are there. */
export type Ask = (statement: Statement) => Promise<readonly unknown[]>;

interface Statement {
  /** Under a name a connection works it out once. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly (string | number | boolean | null | readonly string[])[];
}

/** Connections to one database, opened as they are needed; a question fails once, with a `StateAway`, and is not asked again. */
export interface Connections {
  readonly ask: Ask;
  /** Asks on a connection that the answer may keep, with what the connection holds, until it is let go. */
  hold<T>(use: (ask: Ask, letGo: () => void) => Promise<T>): Promise<T>;
  /** Runs `act` in one transaction of its own connection. Throws a `StateError` where the database cannot be reached. */
  inOne<T>(act: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connections of one instance: PostgreSQL lets a hundred in as it comes. */
const CONNECTIONS = 8;
const CONNECT_MS = 3000;
/** The server gives a statement up before we do, so that what we have given up is not done after all. */
const STATEMENT_MS = 4000;
const ANSWER_MS = 5000;
const START_MS = 60_000;
const START_CONNECT_MS = 15_000;

/**
 * What holds for a session, however the server is set: an answer is on disk, a statement is given up after `ms`, and a dead peer is
 * found out within half a minute, when what its session held is free. Said to the server itself, as a pooler drops what a connection begins with.
 */
const sessionOf = (ms: number) =>
  Object.entries({
    synchronous_commit: 'on',
    statement_timeout: ms,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
  })
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ');

/** @param isDelayed answers are held back, and their connections with them: then there are more. */
export function openConnections(address: string, { isDelayed = false } = {}): Connections {
  const config = {
    connectionString: address,
    application_name: 'dayahead-service',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  };
  const pool = new pg.Pool({ ...config, max: isDelayed ? 6 * CONNECTIONS : CONNECTIONS, idleTimeoutMillis: 0 });
  // What is lost while nobody asks is missed by nobody: the next question opens another.
  pool.on('error', () => undefined);
  const away = (error: unknown) => new StateAway(reasonOf(error, address));
  const told = new WeakSet<pg.PoolClient>();

  async function hold<T>(use: (ask: Ask, letGo: () => void) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error) => Promise.reject(away(error)));
    let failure: Error | undefined;
    const fail = (error: Error) => {
      failure = error;
    };
    client.on('error', fail);
    const letGo = () => {
      client.off('error', fail);
      client.release(failure);
    };
    const answered = async <R>(question: Promise<R>): Promise<R> => {
      try {
        return await question;
      } catch (error) {
        fail(away(error));
        throw away(error);
      }
    };
    try {
      if (!told.has(client)) await answered(client.query(sessionOf(STATEMENT_MS)));
      told.add(client);
      return await use((statement) => answered(rowsOf(client, statement)), letGo);
    } catch (error) {
      failure ??= away(error);
      letGo();
      throw error;
    }
  }

  return {
    hold,
    ask: (statement) =>
      hold(async (ask, letGo) => {
        const rows = await ask(statement);
        letGo();
        return rows;
      }),
    async inOne(act) {
      const patient = { connectionTimeoutMillis: START_CONNECT_MS, query_timeout: START_MS };
      let client: pg.Client | undefined;
      try {
        const opened = new pg.Client({ ...config, ...patient });
        client = opened;
        // What breaks the connection is told to whoever asks by it.
        client.on('error', () => undefined);
        await client.connect();
        await client.query(sessionOf(START_MS));
        await client.query('BEGIN');
        const result = await act((statement) => rowsOf(opened, statement));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        throw unopened(error, address);
      } finally {
        await client?.end();
      }
    },
    close: () => pool.end(),
  };
}

async function rowsOf(connection: pg.Pool | pg.ClientBase, { values = [], ...statement }: Statement) {
  const { rows } = await connection.query<Record<string, unknown>>({ ...statement, values: [...values] });
  return rows;
}

/** Neither the cause nor what the driver hangs on it: there may be a password in one, a token's digest in the other. */
const unopened = (error: unknown, address: string) =>
  error instanceof StateError
    ? error
    : new StateError(`cannot open state ${shownAddress(address)}: ${reasonOf(error, address)}`);

function reasonOf(error: unknown, address: string): string {
  // A host of two addresses refuses twice, which Node.js says in its code alone.
  const { message = '', code = '' } = error as { readonly message?: string; readonly code?: string };
  if (/client password must be a string/.test(message)) return 'it requires a password, and none is given';
  return passwordsIn(address).reduce((shown, password) => shown.replaceAll(password, '…'), message || code);
}
