import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogueCommand } from '../../src/cli/figures/catalogue-command.ts';
import { startFigureUpdates } from '../../src/cli/figures/updates.ts';
import { UsageError } from '../../src/cli/flags.ts';
import type { FeedFetch } from '../../src/feeds/connection.ts';
import { at } from '../support/service/pricing-fixture.ts';
import { bundleText, finnishChange, finnishLevy, levyOf, withFinnishLevy } from '../support/service/raw-bundle.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'catalogue-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = (text: string) => {
  const path = join(dir, 'bundle.json');
  writeFileSync(path, text);
  return path;
};
const noon = at('2026-11-26T12:00:00Z');
const command = (...args: string[]) => catalogueCommand([...args, '--figures', join(dir, 'figures')], noon);
const { name } = finnishLevy;

describe('catalogue', () => {
  // Promise P-598 use/catalogue: a bundle is compared, installed and shown
  it('shows how figures differ, installs them, and shows that they are in use', async () => {
    const path = file(withFinnishLevy(1.02));
    expect(await command('diff', path)).toEqual({
      isDone: true,
      lines: [
        expect.stringMatching(/bundle\.json: figures dated 2026-11-26; in use are figures dated 20\d\d-\d\d-\d\d$/),
        finnishChange(1.02),
      ],
    });
    expect(await command('install', path)).toEqual({
      isDone: true,
      lines: ['installed figures dated 2026-11-26; rows changed: 1'],
    });
    expect((await command('show')).lines).toEqual([
      'figures dated 2026-11-26',
      expect.stringMatching(/^figures dated 20\d\d-\d\d-\d\d came with this package$/),
      `figures dated 2026-11-26 are installed in ${join(dir, 'figures')}`,
      `last fetched 2026-11-26T12:00:00Z from ${path}`,
    ]);
    expect(await command('diff', path)).toMatchObject({ lines: [expect.anything(), 'no figure differs'] });
    expect(await command('install', path)).toEqual({
      isDone: true,
      lines: ['unchanged since the last time: figures dated 2026-11-26'],
    });
  });

  it('installs a levy that has more than doubled with --yes alone', async () => {
    const path = file(withFinnishLevy(4));
    expect(await command('install', path)).toEqual({
      isDone: false,
      lines: [
        finnishChange(4),
        'not installed: these rows more than double or halve; compare them with their source, then add --yes',
      ],
    });
    const waits = 'figures dated 2026-11-26 need your confirmation: install them with --yes';
    expect((await command('show')).lines.at(-1)).toBe(waits);
    expect(await command('install', path)).toEqual({ isDone: false, lines: [waits] });
    expect(await command('install', path, '--yes')).toMatchObject({ isDone: true });
    expect((await command('show')).lines[0]).toBe('figures dated 2026-11-26');
  });

  // Promise P-603 use/catalogue: rows of later versions in a bundle are skipped and named
  it('names rows of later versions, which it skips', async () => {
    const path = file(
      bundleText((bundle) => {
        Object.assign(levyOf(bundle, 'FI'), { basis: 'meter' });
        Object.assign(bundle.markets, { XX: [] });
      }),
    );
    expect((await command('install', path)).lines).toEqual([
      'skipped: XX: unknown market',
      `skipped: FI levies "${name}": basis: must be "kwh" or "share"`,
      'installed figures dated 2026-11-26; rows changed: 0',
    ]);
  });

  it('refuses figures that cannot be right, with --yes too, and installs nothing', async () => {
    const dear = (bundle: Parameters<typeof levyOf>[0]) =>
      levyOf(bundle, 'FI').rates.push({ from: '2099-06-01', value: 250 });
    const path = file(bundleText((bundle) => void dear(bundle)));
    await expect(command('install', path, '--yes')).rejects.toThrow(
      /bundle\.json cannot be used:\nFI grid .*; 0 to 1\.5 are allowed; and \d+ more$/,
    );
    expect((await command('diff', path)).lines[1]).toMatch(/^refused: FI grid /);
    expect((await command('show')).lines.length).toBe(2);
  });

  // Promise P-599 use/catalogue: a bundle comes from an HTTPS address, whose credentials are shown nowhere
  it('asks an HTTPS address, whose credentials it shows nowhere', async () => {
    const fetch: FeedFetch = async () => {
      async function* body() {
        yield Buffer.from(withFinnishLevy(1.02));
      }
      return { status: 200, headers: { get: () => null }, body: body() };
    };
    const address = 'https://me:very-secret@figures.example/latest.json?key=other-secret';
    const figures = ['--figures', join(dir, 'figures')];
    const installed = await catalogueCommand(['install', address, ...figures], noon, fetch);
    const shown = await catalogueCommand(['show', ...figures], noon, fetch);
    expect(shown.lines.at(-1)).toBe('last fetched 2026-11-26T12:00:00Z from https://figures.example/latest.json');
    expect(JSON.stringify([installed, shown])).not.toContain('secret');
  });

  it.each([
    [[], 'catalogue takes install or diff'],
    [['install'], 'catalogue takes install or diff'],
    [['install', 'a', 'b'], 'catalogue takes install or diff'],
    [['show', 'a'], 'catalogue takes install or diff'],
    [['diff', 'a', '--yes'], '--yes needs catalogue install'],
    [['install', 'http://figures.example/x.json'], 'a file or an address that begins with https://'],
  ])('cannot follow %j', async (args, problem) => {
    await expect(command(...args)).rejects.toThrow(UsageError);
    await expect(command(...args)).rejects.toThrow(problem);
  });
});

it('a service updates only figures that were installed', () => {
  expect(() =>
    startFigureUpdates(
      join(dir, 'figures'),
      () => noon,
      () => {},
    ),
  ).toThrow('--update-figures needs figures from dayahead-service catalogue install HTTPS-ADDRESS');
});

describe('the built command', () => {
  it('makes a bundle, installs it and prices with it; a file that is no bundle ends it with 1', () => {
    const env = { ...process.env, XDG_CACHE_HOME: join(dir, 'cache') };
    const bundle = join(dir, 'made.json');
    execFileSync(process.execPath, ['scripts/catalogue-bundle.mts', bundle, '--date', '2026-11-26'], { env });
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['dist/src/cli/cli.js', ...args], { env, encoding: 'utf8' });
    const installed = run('catalogue', 'install', bundle);
    expect([installed.status, installed.stdout]).toEqual([0, 'installed figures dated 2026-11-26; rows changed: 0\n']);
    expect(run('check', '--now', '2026-11-26').stdout).toMatch(
      /^The catalogue with figures dated 2026-11-26 can be used\./,
    );
    const wrong = run('catalogue', 'install', file('hello'));
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('bundle.json: must be JSON')]);
  });
});
