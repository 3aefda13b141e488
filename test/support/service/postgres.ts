import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { LOOPBACK } from '../../../scripts/demo/listen.mts';
import { postgresPrograms } from '../../../scripts/demo/postgres-programs.mts';
import { freePort } from '../free-port.ts';
import { sharedProgram } from '../shared/program.ts';

/** A PostgreSQL of our own: a cluster in a temporary folder, on a port of loopback. */
export interface Cluster {
  readonly port: number;
  /** Of the process that has started all of its others. */
  readonly pid: number | undefined;
  readonly password: string;
  /** The address of its database, with the password; `port` where something stands between. */
  address(port?: number): string;
  /** Ends it as the computer's end would: what is not on disk is lost. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes the folder. */
  remove(): Promise<void>;
}

const USER = 'house';

/** Makes a cluster and starts it. Its password has what an address has to escape. */
export async function startPostgres(): Promise<Cluster> {
  const bin = postgresPrograms();
  if (!bin) throw new Error('these tests need PostgreSQL: apt-get install postgresql');
  const owner = ownerOf();
  const dir = mkdtempSync(join(tmpdir(), 'postgres-'));
  const password = `se/cret@${Math.random().toString(36).slice(2)}`;
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, password);
  for (const one of [dir, passwordFile]) if (owner.uid !== undefined) chownSync(one, owner.uid, owner.gid ?? 0);
  const data = join(dir, 'data');
  const made = ['-D', data, '-U', USER, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
  execFileSync(join(bin, 'initdb'), [...made, '--no-locale', '--no-sync'], { ...owner, cwd: dir, stdio: 'ignore' });
  const port = await freePort();
  // Without fsync a crash of PostgreSQL still loses nothing that it has committed; one of the computer would.
  const flags = ['-D', data, '-h', LOOPBACK, '-p', `${port}`, '-k', '', '-c', 'fsync=off'];
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    running = spawn(join(bin ?? '', 'postgres'), flags, { ...owner, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(running);
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!running || running.exitCode !== null) return;
    const exit = once(running, 'exit');
    running.kill(signal);
    await exit;
  }
  const kill = () => running?.kill('SIGQUIT');
  process.once('exit', kill);
  await start();
  return {
    port,
    get pid() {
      return running?.pid;
    },
    password,
    address: (at = port) => `postgres://${USER}:${encodeURIComponent(password)}@${LOOPBACK}:${at}/postgres`,
    crash: () => end('SIGQUIT'),
    start,
    async remove() {
      await end('SIGINT');
      process.off('exit', kill);
      rmSync(dir, { recursive: true });
    },
  };
}

/** A database of a user of its own, with the rights of the cluster's. */
export interface Database {
  /** With the password. */
  readonly address: string;
  remove(): Promise<void>;
}

/** Creates an empty database in the PostgreSQL of this run, or in a cluster of its own where the run shares none. */
export async function openDatabase(): Promise<Database> {
  const shared = await sharedProgram('postgres');
  const cluster = shared === undefined ? await startPostgres() : undefined;
  const server = shared ?? cluster?.address() ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  const address = new URL(server);
  await askOnce(server, `CREATE ROLE ${name} SUPERUSER LOGIN PASSWORD '${decodeURIComponent(address.password)}'`);
  await askOnce(server, `CREATE DATABASE ${name} OWNER ${name}`);
  Object.assign(address, { username: name, pathname: `/${name}` });
  return {
    address: address.href,
    async remove() {
      await askOnce(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await askOnce(server, `DROP ROLE ${name}`);
      await cluster?.remove();
    },
  };
}

/** PostgreSQL refuses to run as root. */
function ownerOf(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Resolves when it takes connections; a crash before makes it mend its files first. */
async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
      if (output.includes('is ready to accept connections')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${output}`)));
    child.once('error', reject);
  });
}

/** The rows of one statement, on a connection of its own. */
export async function askOnce<T extends object>(address: string, text: string): Promise<T[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}
