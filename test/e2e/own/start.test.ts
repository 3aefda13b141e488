import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDemoAt } from '../../../scripts/demo/other-demo.mts';
import { eventually } from '../../support/eventually.ts';
import { feedsAt } from '../../support/feeds/feed-server.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';

/** The line of a demo beside another one, as beside the reader's own. */
const OTHER_DEMO =
  /^Another demo runs at http:\/\/127\.0\.0\.1:1880\/\. This demo uses port \d+ for the editor and \d+ for the broker\.$/m;

describe('npm start', () => {
  let folder: string;
  let isBesideDemo: boolean;
  let taken: Server[];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dayahead-start-'));
    taken = await Promise.all([1880, 1883].map(occupy));
    isBesideDemo = await isDemoAt(1880);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const server of taken) server.close();
    await rm(folder, { recursive: true });
  });

  /** Resolves with everything said when it says how to stop. */
  async function start(...args: readonly string[]): Promise<{ said: string; child: ChildProcess }> {
    const script = resolve('scripts/start.mts');
    const child = spawn(process.execPath, [script, ...args], {
      cwd: folder,
      env: { ...process.env, TZ: 'Europe/Berlin' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let said = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      said += chunk;
      if (said.includes('Ctrl-C')) return { said, child };
    }
    throw new Error(`it ended: ${said}`);
  }

  it('says which ports were taken, answers at both addresses, and stops at Ctrl-C', async () => {
    const { said, child } = await start();
    if (isBesideDemo) {
      expect(said).toMatch(OTHER_DEMO);
    } else {
      expect(said).toMatch(/^Port 1880 is taken; the editor is on \d+\.$/m);
      expect(said).toMatch(/^Port 1883 is taken; the broker is on \d+\.$/m);
    }
    expect(said).toMatch(/^Prices {2}a replay of old auctions/m);
    const editor = /http:\/\/\S+/.exec(said.replace(OTHER_DEMO, ''))?.[0] ?? '';
    expect(await (await fetch(editor)).text()).toContain('Day-ahead tariffs');
    expect((await stat(join(folder, '.demo'))).mode & 0o777).toBe(0o700);
    const [, page = ''] = /^Page {4}(\S+)/m.exec(said) ?? [];
    expect(await (await fetch(page)).text()).toContain('<h1 id="house">Electricity</h1>');
    const heard = await subscribe(/mqtt:\/\/\S+/.exec(said)?.[0] ?? '', 4);
    await heard.until('dayahead/copenhagen/status', 'online');
    await heard.close();
    expect(await stop(child)).toBe(0);
    await expect(fetch(editor)).rejects.toThrow();
  });

  it('has live prices with --live, and says so: on the terminal, in the flows, and on the broker for each house', async () => {
    const feeds = await feedsAt({ now: () => Math.floor(Date.now() / 1000) });
    const sources = ['energy-charts', 'energi-data-service', 'ecb'].flatMap((feed) => [
      '--source',
      `${feed}=${feeds.url}`,
    ]);
    const { said, child } = await start('--live', ...sources);
    expect(said).toMatch(/^Prices {2}live, from public sources/m);
    expect(await readFile(join(folder, '.demo-live/flows.json'), 'utf8')).not.toContain('"replay"');
    const heard = await subscribe(/mqtt:\/\/\S+/.exec(said)?.[0] ?? '', 4);
    for (const house of ['copenhagen', 'stuttgart']) {
      const told = () => JSON.parse(heard.payloads(`dayahead/${house}/meta`).at(-1) ?? '{}');
      await eventually(() => expect(told().source).toMatchObject({ kind: 'live', feed: 'energy-charts' }));
      const price = () => Number(heard.payloads(`dayahead/${house}/price/now`).at(-1));
      await eventually(() => expect(price()).toBeGreaterThan(0));
    }
    await heard.close();
    expect(await stop(child)).toBe(0);
    await feeds.stop();
    expect(feeds.paths.map((path) => path.split('&')[0])).toEqual(
      expect.arrayContaining(['/price?bzn=DK2', '/price?bzn=DE-LU']),
    );
  });

  it('keeps what was changed in the flows, and stops as well while they start', async () => {
    const file = join(folder, '.demo/flows.json');
    const mine = (await readFile(file, 'utf8')).replace('"Copenhagen"', '"My house"');
    await writeFile(file, mine);
    const { child } = await start();
    expect(await stop(child)).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(mine);
  });
});

/** Listens on `port`, unless somebody does already. */
async function occupy(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve).once('error', resolve));
  return server;
}

async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  return code;
}
