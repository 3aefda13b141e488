import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { stateFindings } from '../../src/cli/doctor/state.ts';
import { accountCommand } from '../../src/cli/token.ts';
import { StateError } from '../../src/service/errors.ts';
import { openPostgres } from '../../src/service/postgres/state.ts';
import { askOnce, type Cluster, startPostgres } from '../support/service/postgres.ts';

/** The built command on a database, as several of it are started. */
const COMMAND = 'dist/src/cli/cli.js';
const NOW = ['--now', '2026-01-15T10:00:00Z'];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.remove());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(flags: readonly string[]) {
  const child = spawn(process.execPath, [COMMAND, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const log = text(child.stderr);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, log, exit };
}

async function ready({ child, log }: ReturnType<typeof start>) {
  const first = await Promise.race([once(child.stdout, 'data'), log]);
  if (typeof first === 'string') throw new Error(first);
  return JSON.parse(String(first[0])) as { url: string; tokens: { testing: string; production: string } };
}

const command = async (line: string) =>
  (await accountCommand([...line.split(' '), '--state', cluster.address(), ...NOW], 0)) as Record<string, string>[];

const tariffs = async (url: string, token: string, tariff: string) => {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(`${url}/v2/dk/consumption/${tariff}/versions`, { headers });
};

describe('services on one database', () => {
  // Promise P-393 operate/service: services on one database have the same tokens; a command holds from the next
  //   request of each on
  it('have the same tokens, go on with what another has counted, and heed a command at once', async () => {
    const state = ['--state', cluster.address(), ...NOW];
    const [first, second] = await Promise.all([ready(start(state)), ready(start(state))]);
    expect(first.tokens).toEqual(second.tokens);
    const [{ id, testing = '' } = {}] = await command('account create --new-things 2');
    const ask = async (url: string, tariff: string) => {
      const answer = await tariffs(url, testing, tariff);
      return [answer.status, answer.headers.get('X-RateLimit-Remaining')];
    };
    expect(await ask(first.url, 'dk-example-fixed')).toEqual([200, '1']);
    expect(await ask(second.url, 'dk-example-spot-dk1')).toEqual([200, '0']);
    expect(await ask(first.url, 'dk-example-spot-dk2')).toEqual([429, '0']);
    await command(`account allow ${id} --new-things 3`);
    expect(await ask(second.url, 'dk-example-spot-dk2')).toEqual([200, '0']);
    await command(`account deactivate ${id}`);
    expect((await ask(first.url, 'dk-example-fixed'))[0]).toBe(403);
  });

  // Promise P-405 operate/service: a service that is killed frees its slots at once
  it('limits rule 2: one request of a token runs in all of them, and SIGKILL frees its slot', async () => {
    const slow = start(['--state', cluster.address(), ...NOW, '--delay', '600000']);
    const { url } = await ready(slow);
    const [{ testing: credential = '' } = {}] = await command('account create');
    const lost = tariffs(url, credential, 'dk-example-fixed').catch(() => 'lost');
    const other = await openPostgres(cluster.address());
    const now = Date.parse('2026-01-15T10:00:00Z') / 1000;
    const isAlone = async () => {
      const visitor = await other.visits.visit({ credential, now, endpoint: 'companies', isAlone: true });
      await visitor?.release?.();
      return visitor?.spending?.isAlone;
    };
    // Whoever asks holds the slot for a moment too, and may take it from the first.
    const held = () => askOnce(cluster.address(), "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'");
    await expect.poll(held).toHaveLength(1);
    expect(await isAlone()).toBe(false);
    slow.child.kill('SIGKILL');
    await expect.poll(isAlone).toBe(true);
    expect(await lost).toBe('lost');
    await other.close();
  });

  // Promise P-406 operate/service: no password is in a log or an error, nor in the list of processes while it runs
  it('show the password neither in the list of processes nor in their log, which tells once that the database is away and once that it is back', async () => {
    const running = start(['--state', cluster.address(), ...NOW]);
    const { url, tokens } = await ready(running);
    expect(readFileSync(`/proc/${running.child.pid}/cmdline`, 'utf8')).toMatch(/^dayahead-service\0*$/);
    await cluster.crash();
    expect((await tariffs(url, tokens.testing, 'dk-example-fixed')).status).toBe(503);
    expect((await tariffs(url, tokens.testing, 'dk-example-fixed')).status).toBe(503);
    await cluster.start();
    expect((await tariffs(url, tokens.testing, 'dk-example-fixed')).status).toBe(200);
    running.child.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    const log = await running.log;
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ state }) => state)).toMatchObject([
      { state: 'away', reason: expect.any(String) },
      { state: 'back', refused: 2 },
    ]);
    expect(lines.filter(({ error }) => error)).toEqual([]);
    expect(log).not.toMatch(/cret|_sk_/);
  });
});

describe('the address of a database', () => {
  // Promise P-408 operate/service: it may come from the environment
  it('takes its password from the environment where it has none', async () => {
    vi.stubEnv('PGPASSWORD', cluster.password);
    const address = Object.assign(new URL(cluster.address()), { password: '' });
    await (await openPostgres(address.href)).close();
    vi.unstubAllEnvs();
  });

  it.each([
    ['a wrong password', { password: 'wr0ng' }, 'password authentication failed for user "house"'],
    ['nobody there', { port: '1' }, 'connect ECONNREFUSED 127.0.0.1:1'],
  ])('%s is told without the password', async (_, change, reason) => {
    const address = Object.assign(new URL(cluster.address()), change);
    await expect(openPostgres(address.href)).rejects.toThrow(
      new StateError(`cannot open state postgres://house@${address.host}/postgres: ${reason}`),
    );
  });

  it('is one that the doctor looks at, and where it makes nothing', async () => {
    const shown = `postgres://house@127.0.0.1:${cluster.port}/postgres`;
    await askOnce(cluster.address(), 'DROP SCHEMA IF EXISTS dayahead CASCADE');
    const text = async () => (await stateFindings(cluster.address())).map((finding) => finding.text);
    for (let i = 0; i < 2; i++) expect(await text()).toEqual([`${shown} has no tables yet: the service creates them`]);
    await command('account create');
    expect(await text()).toEqual([`${shown}: 1 accounts, 1 tokens, format 1`]);
    await askOnce(cluster.address(), 'INSERT INTO dayahead.versions VALUES (2)');
    expect(await text()).toEqual([`${shown} was written by a newer version of this service (format 2)`]);
  });

  // Promise P-403 operate/service: `doctor` reports where nothing can be counted
  it('is told by the doctor where nothing can be counted in it', async () => {
    await askOnce(cluster.address(), 'DROP SCHEMA IF EXISTS dayahead CASCADE');
    await command('account create');
    await askOnce(cluster.address(), 'ALTER ROLE house SET default_transaction_read_only = on');
    const findings = await stateFindings(cluster.address());
    await askOnce(cluster.address(), 'BEGIN READ WRITE; ALTER ROLE house RESET default_transaction_read_only; COMMIT');
    expect(findings).toMatchObject([
      {
        level: 'error',
        text: expect.stringMatching(/in a read-only transaction$/),
        advice: expect.stringMatching(/may be a replica/),
      },
    ]);
  });

  it('is told by the doctor where its user may not make the tables', async () => {
    await askOnce(cluster.address(), 'DROP SCHEMA IF EXISTS dayahead CASCADE; DROP ROLE IF EXISTS guest');
    await askOnce(cluster.address(), `CREATE ROLE guest LOGIN PASSWORD '${cluster.password}'`);
    const address = Object.assign(new URL(cluster.address()), { username: 'guest' });
    expect(await stateFindings(address.href)).toMatchObject([
      {
        level: 'error',
        text: expect.stringMatching(/may not create the schema dayahead/),
        advice: expect.stringMatching(/GRANT CREATE/),
      },
    ]);
  });
});

// Promise P-411 operate/service: without the driver it reports what to install
it('without the driver it says what to install', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'no-driver-'));
  mkdirSync(join(dir, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((one) => one !== 'pg' && !one.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(dir, 'node_modules', name));
  cpSync('dist/src', join(dir, 'dist/src'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(dir, COMMAND), '--state', 'postgres://h/d'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    'dayahead-service: --state postgres://… needs the package pg: npm install pg@8, with -g if this package is installed globally\n',
  ]);
  rmSync(dir, { recursive: true });
});
