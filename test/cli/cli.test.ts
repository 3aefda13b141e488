import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../../src/service/server.ts';
import { eventually } from '../support/eventually.ts';
import { holdConnections } from '../support/service/held-connections.ts';

/** The built command, as `npm run service` starts it. */
const COMMAND = 'dist/src/cli/cli.js';

const children: ChildProcess[] = [];
const start = (...flags: string[]) => {
  const child = spawn(process.execPath, [COMMAND, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const log = text(child.stderr);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, log, exit };
};
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The line of JSON that says the service is ready. */
async function ready({ stdout }: { readonly stdout: NodeJS.ReadableStream }) {
  const [chunk] = await once(stdout, 'data');
  return JSON.parse(String(chunk)) as { url: string; tokens: { testing: string; production: string } };
}

describe('dayahead-service', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address and tokens as one line of JSON, logs to stderr without them, and ends on %s',
    async (signal) => {
      const { child, log, exit } = start('--now', '2026-01-15T10:00:00Z');
      const { url, tokens } = await ready(child);
      const headers = { Authorization: `Bearer ${tokens.testing}` };
      const response = await fetch(`${url}/v2/dk/dayahead?consumption_tariff=dk-example-fixed&resolution=900`, {
        headers,
      });
      expect((await response.json()).consumption.prices[0].from_utc).toBe(Date.parse('2026-01-14T23:00:00Z') / 1000);
      child.kill(signal);
      expect(await exit).toBe(0);
      expect(JSON.parse(await log)).toMatchObject({ method: 'GET', path: '/v2/dk/dayahead', status: 200 });
      expect(await log).not.toContain('_sk_');
    },
  );

  it.each(['cli', 'planner'])('%s --version tells the version of the package', (command) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const printed = execFileSync(process.execPath, [`dist/src/cli/${command}.js`, '--version'], { encoding: 'utf8' });
    expect(printed).toBe(`${version}\n`);
  });

  it('a flag it does not know is exit code 2, with where to read of the flags on stderr and nothing on stdout', async () => {
    const { child, log, exit } = start('--states', 'file');
    const output = text(child.stdout);
    expect(await exit).toBe(2);
    expect(await log).toBe(
      'dayahead-service: Unknown option "--states"\nRun dayahead-service help service for its options\n',
    );
    expect(await output).toBe('');
  });

  // Promise P-375 operate/service: a crash gives nothing back
  it('limits rule 8, states rule 5: what a request counted survives SIGKILL, and a command is heeded by what runs', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'state-'));
    const state = ['--state', join(dir, 'state.db')];
    const now = ['--now', '2026-01-15T10:00:00Z'];
    const command = (...args: string[]) =>
      JSON.parse(execFileSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' }));
    const { id, testing } = command('account', 'create', '--new-things', '2', ...state, ...now);
    const ask = async (path: string) => {
      const { child, exit } = start(...state, ...now);
      const { url } = await ready(child);
      const answer = await fetch(`${url}/v2/dk/${path}`, { headers: { Authorization: `Bearer ${testing}` } });
      child.kill('SIGKILL');
      await exit;
      return [
        answer.status,
        answer.headers.get('X-RateLimit-Remaining'),
        answer.headers.get('X-Testing-Tariffs-Remaining'),
      ];
    };
    const versions = (tariff: string) => ask(`consumption/${tariff}/versions`);
    expect(await versions('dk-example-fixed')).toEqual([200, '1', '19']);
    expect(await versions('dk-example-spot-dk1')).toEqual([200, '0', '18']);
    expect(await versions('dk-example-spot-dk2')).toEqual([429, '0', '18']);
    command('account', 'allow', id, '--new-things', '3', ...state);
    expect(await versions('dk-example-spot-dk2')).toEqual([200, '0', '17']);
    command('account', 'deactivate', id, ...state);
    expect((await versions('dk-example-fixed'))[0]).toBe(403);
    rmSync(dir, { recursive: true });
  });

  // Promise P-374 operate/service: its tokens stay the same over restarts
  it('its own tokens stay the same over restarts, but for those a command ended', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'state-'));
    const state = ['--state', join(dir, 'state.db')];
    const tokens = async () => {
      const { child, exit } = start(...state);
      const { tokens } = await ready(child);
      child.kill('SIGKILL');
      await exit;
      return tokens;
    };
    const first = await tokens();
    expect(Object.keys(first)).toEqual(['testing', 'production']);
    expect(await tokens()).toEqual(first);
    execFileSync(process.execPath, [COMMAND, 'token', 'revoke', first.production, ...state]);
    expect(await tokens()).toEqual({ testing: first.testing });
    expect(statSync(join(dir, 'state.db')).mode & 0o777).toBe(0o600);
    rmSync(dir, { recursive: true });
  });

  // Promise P-376 operate/service: a second service on the file is refused; only its owner can read it
  it('of two on one state file the second is refused; nobody else may read any of its files; SIGKILL leaves no lock', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'state-'));
    const state = join(dir, 'state.db');
    const open = ['-c', 'umask 022; exec "$0" "$@"', process.execPath, COMMAND, '--state', state];
    const child = spawn('sh', open, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    const { tokens } = await ready(child);
    const files = readdirSync(dir);
    expect(files.map((name) => [name, statSync(join(dir, name)).mode & 0o777])).toEqual(
      files.map((name) => [name, 0o600]),
    );
    expect(readFileSync(`${state}-wal`, 'latin1')).toContain(tokens.production);
    const second = start('--state', state);
    expect(await second.exit).toBe(2);
    expect(await second.log).toBe(`dayahead-service: cannot open state ${state}: another service runs on it\n`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await ready(start('--state', state).child)).tokens).toEqual(tokens);
    rmSync(dir, { recursive: true });
  });

  // Promise P-391 operate/service: what cannot be followed is exit code 2
  it.each([
    ['account list', '--state must be given: a file, or postgres://USER@HOST/DATABASE'],
    ['token issue nobody --state :memory:', 'account "nobody" does not exist'],
    ['token list --state /nowhere/at/all', 'cannot open state /nowhere/at/all: the file does not exist'],
    ['--state /nowhere/at/all', 'cannot open state /nowhere/at/all'],
  ])('%s is exit code 2: %s', async (line, message) => {
    const { log, exit } = start(...line.split(' '));
    expect(await exit).toBe(2);
    expect(await log).toMatch(`dayahead-service: ${message}`);
  });

  it('a folder of one’s own is priced beside the catalogue, and an import while it runs counts at once', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'own-'));
    cpSync('test/support/service/own', dir, { recursive: true });
    const { child } = start('--own', dir, '--now', '2026-04-15T13:30:00Z');
    const { url, tokens } = await ready(child);
    const ask = async (tariff: string) => {
      const headers = { Authorization: `Bearer ${tokens.production}` };
      const answer = await fetch(`${url}/v2/de/dayahead?consumption_tariff=${tariff}`, { headers });
      return (await answer.json()).consumption.prices.length;
    };
    expect([await ask('my-contract'), await ask('my-spot'), await ask('de-example-spot-hourly')]).toEqual([48, 24, 48]);
    const rows = Array.from(
      { length: 24 },
      (_, i) => `${Date.parse('2026-04-15T22:00:00Z') / 1000 + i * 3600},3600,0.1,EUR`,
    );
    writeFileSync(join(dir, 'tomorrow.csv'), ['from_utc,resolution_s,price_per_kwh,currency', ...rows].join('\n'));
    const line = ['import', '--zone', 'MINE', '--prices', join(dir, 'prices'), join(dir, 'tomorrow.csv')];
    const report = execFileSync(process.execPath, [COMMAND, ...line], { encoding: 'utf8' });
    expect(report).toContain('MINE: delivery day 2026-04-16 from CSV\n  1 new, 0 changed');
    // The service looks at its files once a second of its clock.
    await eventually(async () => expect(await ask('my-spot')).toBe(48));
    rmSync(dir, { recursive: true });
  });

  it.each([
    [['check', 'test/support/service/own'], 0, 'test/support/service/own can be used.\n', ''],
    [['check', '/nowhere/at/all'], 1, '', 'dayahead-service: /nowhere/at/all: there is no such file or folder'],
    [
      ['check'],
      2,
      '',
      'dayahead-service: check takes one folder; without a folder it needs --catalogue or --now\nRun dayahead-service help check for its options\n',
    ],
    [
      ['import', '--zone', 'X', '--prices', '/tmp', '/tmp'],
      1,
      '',
      'dayahead-service: /tmp: this is a folder; a file is needed',
    ],
    [
      ['import', '--zone', 'X', '--prices', '/tmp', '/nowhere'],
      1,
      '',
      'dayahead-service: /nowhere: there is no such file or folder',
    ],
    [
      ['ckeck', 'own'],
      2,
      '',
      'dayahead-service: Unknown command "ckeck". Did you mean "check"?\nRun dayahead-service help for all commands\n',
    ],
    [['import', '/nowhere'], 2, '', 'dayahead-service: --zone must be given, e.g. DE-LU'],
  ])('%j is exit code %d', async (args, code, output, errors) => {
    const { child, log, exit } = start(...args);
    const printed = text(child.stdout);
    expect(await exit).toBe(code);
    expect([(await printed).slice(0, output.length), (await log).slice(0, errors.length)]).toEqual([output, errors]);
  });

  it('answers under a limit of 256 open files while somebody holds 400 connections', async () => {
    const child = spawn('sh', ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, COMMAND], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    const { url } = await ready(child);
    const sockets = await holdConnections(url, 400, 'GET / HTTP/1.1\r\n');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('a taken port is exit code 1 and a sentence that names it', async () => {
    const server = await startServer({ fetch: async () => new Response() });
    const { port } = new URL(server.url);
    const { log, exit } = start('--port', port);
    expect(await exit).toBe(1);
    expect(await log).toMatch(`dayahead-service: cannot listen on 127.0.0.1 port ${port}`);
    await server.stop();
  });

  it('a directory that is no catalogue is exit code 1 and a sentence that names it', async () => {
    const { log, exit } = start('--catalogue', '/nowhere/at/all');
    expect(await exit).toBe(1);
    expect(await log).toMatch(/^dayahead-service: .*\/nowhere\/at\/all.*\n$/);
  });
});
