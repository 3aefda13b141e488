import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryDay } from '../../src/core/window.ts';
import { feedServer } from '../support/feeds/feed-server.ts';

const COMMAND = 'dist/src/cli/cli.js';
const NOW = ['--now', '2026-04-15T08:00:00Z'];
const priceAt = (_zone: string, start: number) => Math.round((start / 900) % 960) / 10;

let dir = '';
let feeds: Awaited<ReturnType<typeof feedServer>>;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'live-'));
  feeds = await feedServer({ priceAt, until: deliveryDay('2026-04-15').end });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await feeds.stop();
  rmSync(dir, { recursive: true });
});

const start = (...flags: string[]) => {
  const { ENTSOE_TOKEN: _, ...env } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...flags], { stdio: ['ignore', 'pipe', 'pipe'], env });
  children.push(child);
  return { child, log: text(child.stderr), exit: once(child, 'exit').then(([code]) => code as number | null) };
};
const sources = () => ['energy-charts', 'smard'].flatMap((feed) => ['--source', `${feed}=${feeds.url}`]);

describe('dayahead-service --live', () => {
  it('prices from the sources that are named, credits them, and ends on SIGTERM', async () => {
    const { child, exit } = start('--live', '--zone', 'DE-LU', ...sources(), '--keep', dir, ...NOW);
    const [chunk] = await once(child.stdout, 'data');
    const { url, tokens } = JSON.parse(String(chunk));
    await expect.poll(() => feeds.paths.length).toBeGreaterThan(0);
    const listing = async () => (await fetch(`${url}/public/attribution?country=de`)).json();
    await expect
      .poll(async () => (await listing()).sources.map((source: { name: string }) => source.name))
      .toContain('Day-ahead prices DE-LU');
    const { sources: credited } = await listing();
    expect(JSON.stringify(credited)).not.toMatch(/replay/);
    const headers = { Authorization: `Bearer ${tokens.production}` };
    const companies = await (await fetch(`${url}/v2/de/consumption/companies`, { headers })).json();
    expect(companies.length).toBeGreaterThan(0);
    const spot = `${url}/v2/de/dayahead?consumption_tariff=de-example-spot-15min`;
    expect((await fetch(spot, { headers })).headers.get('Price-Source')).toMatch(/^live; feed=energy-charts\b/);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(readFileSync(join(dir, 'DE-LU.txt'), 'utf8')).toContain('\n2026-04-15 900,energy-charts ');
    expect(feeds.paths.every((path) => path.startsWith('/price?bzn=DE-LU'))).toBe(true);
  });

  it.each([
    [['--zone', 'DE-LU'], '--zone, --source and --keep need --live'],
    [['--live', '--zone', 'XX'], '--zone XX: no source covers it; dayahead-service feeds lists the zones'],
    [
      ['--live', '--zone', 'ES'],
      '--zone ES: its sources are for your own household only; choose one with --source entsoe with ENTSOE_TOKEN or --source energy-charts or --source omie',
    ],
    [['--live', '--source', 'nord-pool'], '--source nord-pool: must be one of'],
    [['--live', '--source', 'smard=ftp://x'], '--source smard: its address must be as https://prices.example'],
    [['--live', '--prices', '/tmp'], '--live fetches its own prices: leave out --prices'],
  ])('%j is exit code 2', async (flags, message) => {
    const { log, exit } = start(...flags);
    expect(await exit).toBe(2);
    expect(await log).toContain(`dayahead-service: ${message}`);
  });
});

describe('dayahead-service fetch', () => {
  it('asks once and writes the days', async () => {
    const { child, exit } = start(
      'fetch',
      '--zone',
      'DE-LU',
      '--from',
      '2026-04-13',
      '--to',
      '2026-04-15',
      ...sources(),
      '--keep',
      dir,
    );
    const output = text(child.stdout);
    expect(await exit).toBe(0);
    expect(await output).toBe('DE-LU 2026-04-13 to 2026-04-15 from energy-charts: 3 of 3 days\n');
    expect(feeds.paths).toEqual(['/price?bzn=DE-LU&start=2026-04-13&end=2026-04-15']);
  });

  it('is exit code 1 where a day is missing, and keeps what came', async () => {
    const { log, exit } = start(
      'fetch',
      '--zone',
      'DE-LU',
      '--from',
      '2026-04-15',
      '--to',
      '2026-04-16',
      ...sources(),
      '--keep',
      dir,
    );
    expect(await exit).toBe(1);
    expect(await log).toContain('missing: DE-LU 2026-04-16');
    expect(readFileSync(join(dir, 'DE-LU.txt'), 'utf8')).toContain('\n2026-04-15 900,energy-charts ');
  });

  it.each([
    [[], '--zone must be given, e.g. DE-LU'],
    [['--zone', 'DE-LU', '--from', 'today'], '--from must be a day such as 2026-01-15'],
    [['--zone', 'DE-LU', '--from', '2026-04-16', '--to', '2026-04-15'], '--from must not be after --to'],
  ])('%j is exit code 2', async (flags, message) => {
    const { log, exit } = start('fetch', ...flags);
    expect(await exit).toBe(2);
    expect(await log).toContain(message);
  });
});
