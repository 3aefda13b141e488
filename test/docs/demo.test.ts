import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoFlow, hasPage, placeDemo } from '../../scripts/demo/flow.mts';
import { houses } from '../../scripts/demo/houses.mts';
import { isDemoAt, otherDemoText } from '../../scripts/demo/other-demo.mts';
import type { Selection } from '../../src/messages/selection.ts';
import { createService } from '../../src/service/service.ts';

const broker = (port: number) => ({ url: `mqtt://127.0.0.1:${port}`, port, stop: () => Promise.resolve() });

describe('the flows of the demo', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dayahead-demo-'));
    vi.stubEnv('DAYAHEAD_BROKER', '');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  it('name no port, as the broker may have another one at the next start, and keep what was changed', () => {
    const file = join(folder, 'flows.json');
    placeDemo(folder, broker(1884));
    expect(readFileSync(file, 'utf8')).not.toMatch(/-p \d+|188\d/);
    writeFileSync(file, '[]');
    placeDemo(folder, broker(1883));
    expect(readFileSync(file, 'utf8')).toBe('[]');
  });

  it.each([
    ['the demo with a page', 'switch', true],
    ['kept ones of a time before there was one', '', false],
  ])('say whether there is a page for the household: %s', (_, page, expected) => {
    placeDemo(folder, broker(1883), { page });
    expect(hasPage(folder)).toBe(expected);
  });
});

describe('the first house of the demo', () => {
  const tabs = (country: string) =>
    demoFlow(broker(1883), { country }).flatMap(({ type, label }) => (type === 'tab' ? [label] : []));

  it.each([
    ['DK', 'Copenhagen', 'Stuttgart'],
    ['DE', 'Stuttgart', 'Copenhagen'],
    ['AT', 'Vienna', 'Copenhagen'],
    ['GB', 'Stuttgart', 'Copenhagen'],
  ])('of a visitor from %s is in %s, the second in %s', (country, first, second) => {
    expect(tabs(country)).toEqual([first, second]);
    const sites = demoFlow(broker(1883), { country, page: 'switch' }).filter(({ type }) => type === 'dayahead-config');
    expect(sites.map(({ name, page }) => [name, page])).toEqual(
      expect.arrayContaining([
        [first, 'switch'],
        [second, ''],
      ]),
    );
  });

  it.each(Object.keys(houses))('has prices with network charges and feed-in in %s', async (country) => {
    const service = createService({ now: () => Date.parse('2026-10-14T12:00:00Z') / 1000 });
    const contract = demoFlow(broker(1883), { country }).find(({ id }) => id === 'demo-de-contract');
    const { consumption, feedin, grid, postalCode } = contract as unknown as Selection;
    const query = new URLSearchParams({
      ...{ consumption_tariff: consumption?.id ?? '', feedin_tariff: feedin?.id ?? '' },
      ...(grid ? { grid_tariff: grid.id } : { postal_code: postalCode ?? '' }),
    });
    const answer = await service.fetch(
      new Request(`http://embedded/v2/${country.toLowerCase()}/dayahead?${query}`, {
        headers: { Authorization: `Bearer ${service.tokens.production}` },
      }),
    );
    const series = await answer.json();
    expect(series.consumption.prices[0]).toMatchObject({ energy: expect.any(Number), grid: expect.any(Number) });
    expect(series.feedin.prices[0]).toMatchObject({ energy: expect.any(Number) });
  });
});

describe('npm start', () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/start.mts', ...args], { encoding: 'utf8' });

  it('explains its options with --help', () => {
    const { status, stdout } = start('--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^usage: npm start -- \[--live\].*\n\n(.+\n)+ {2}--live .+\n {2}--source .+\n {2}--help .+\n/,
    );
  });

  it('names an option that it does not know, without a stack trace', () => {
    const { status, stderr } = start('--port', '80');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Unknown option '--port'/);
    expect(stderr).not.toMatch(/\n +at /);
  });
});

describe('a second demo', () => {
  it.each([
    ['another demo', '<html><title>Day-ahead tariffs</title></html>', true],
    ['another Node-RED', '<html><title>Node-RED</title></html>', false],
  ])('recognises %s on its port', async (_, page, expected) => {
    const server = createServer((_request, response) => response.end(page)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(await isDemoAt((server.address() as AddressInfo).port)).toBe(expected);
    server.closeAllConnections();
    server.close();
  });

  it('names the first and the ports that it uses', () => {
    expect(otherDemoText(1880, { port: 1881 }, { port: 1884 })).toBe(
      'Another demo runs at http://127.0.0.1:1880/. This demo uses port 1881 for the editor and 1884 for the broker.',
    );
  });
});
