import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  openService,
  type RunningServices,
  type SiteService,
  siteService,
} from '../../../src/runtime/polling/service.ts';
import { openStore, type TextStore } from '../../../src/runtime/store.ts';
import { manualClock } from '../../support/manual-clock.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const TESTING = 'dayahead_test_sk_1';
const clock = manualClock(NOON);
const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const counts = (running: RunningServices) => [...running.values()].map(({ sites }) => sites);
const embedded = (catalogue?: string) => ({ kind: 'embedded' as const, ...(catalogue && { catalogue }) });
const remote = (url: string, token: string) => ({ kind: 'remote' as const, url, token });

describe('sites on one catalogue', () => {
  it('share one embedded service until the last of them closes', async () => {
    const running: RunningServices = new Map();
    const first = siteService(embedded(), clock, { running });
    const second = siteService(embedded(), clock, { running });
    const own = siteService(embedded('test/support/service/own'), clock, { running });
    expect(counts(running)).toEqual([2, 1]);
    expect(await first.client()).toBe(await second.client());
    await first.close({ removed: false });
    expect((await (await second.client()).companies('DK', 'consumption')).length).toBeGreaterThan(0);
    await second.close({ removed: false });
    await own.close({ removed: false });
    expect(counts(running)).toEqual([]);
  });

  it('keep no service that cannot be loaded, and try again', async () => {
    const running: RunningServices = new Map();
    const site = siteService(embedded('/nowhere'), clock, { running });
    await expect(site.client()).rejects.toThrow('/nowhere');
    await expect(site.client()).rejects.toThrow('/nowhere');
    await site.close({ removed: false });
    await expect(openService(embedded('/nowhere'), clock, { running })).rejects.toThrow('/nowhere');
    expect(counts(running)).toEqual([]);
  });
});

/** A service that lets each request wait until `together` are running, or a moment where that is one. */
async function listen(together = 1) {
  const running = new Set<() => void>();
  let most = 0;
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    const answer = () => response.writeHead(200, headers).end('[]');
    running.add(answer);
    response.on('finish', () => running.delete(answer));
    most = Math.max(most, running.size);
    if (together === 1) setTimeout(answer, 20);
    else if (running.size === together) for (const answerTo of running) answerTo();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most: () => most,
    requests: () => requests,
  };
}

const headers = {
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
  'x-ratelimit-reset': '2026-04-16T00:00:00Z',
  'x-testing-companies-remaining': '20',
  'x-testing-tariffs-remaining': '18',
};

const ask = async (site: SiteService, tariff: string) => (await site.client()).versions('DE', 'grid', tariff);

describe('sites with a testing token', () => {
  it.each([
    // Promise P-477 operate/reactions: the limit of one request applies to all sites together
    ['share one queue for it', TESTING, '', 1],
    ['share it also where one writes it otherwise', ` ${TESTING}`, '/', 1],
    ['do not wait for another token', 'dayahead_test_sk_2', '', 2],
    ['do not wait for another address', TESTING, '/other', 2],
  ])('%s', async (_, token, path, most) => {
    const server = await listen(most);
    const running: RunningServices = new Map();
    const [first, second] = [
      siteService(remote(server.url, TESTING), clock, { running }),
      siteService(remote(server.url + path, token), clock, { running }),
    ];
    await Promise.all([ask(first, 'X'), ask(second, 'Y')]);
    expect(server.most()).toBe(most);
    for (const site of [first, second]) await site.close({ removed: false });
  });

  // Promise P-474 operate/reactions: nodes share lists, statistics and notices
  it('share the answer to one question', async () => {
    const server = await listen();
    const running: RunningServices = new Map();
    const sites = [1, 2].map(() => siteService(remote(server.url, TESTING), clock, { running }));
    for (const site of sites) await ask(site, 'X');
    expect((await sites[1]?.client())?.allowance()).toMatchObject({ requestsToday: 1 });
    for (const site of sites) await site.close({ removed: false });
  });

  // Promise P-473 operate/reactions: nodes of several sites with the same question share its requests
  it('share one request for prices', async () => {
    const server = await listen();
    const running: RunningServices = new Map();
    const sites = [1, 2].map(() => siteService(remote(server.url, TESTING), clock, { running }));
    const heard = await Promise.all(
      sites.map(
        ({ follow }) =>
          new Promise<string>((resolve) => {
            const question = { country: 'DE', consumption: 'SPOT' } as const;
            const onTrouble = ({ error }: { error: Error }) => resolve(error.name);
            const poller = follow(question, { soon: false, onUpdate: () => resolve('prices'), onTrouble });
            closing.push(poller.stop);
            poller.start();
          }),
      ),
    );
    // The stand-in has no prices: what came of its one answer reaches both.
    expect(heard).toEqual(['UnreadableBodyError', 'UnreadableBodyError']);
    expect(server.requests()).toBe(1);
    for (const site of sites) await site.close({ removed: false });
  });

  it.each([
    // Promise P-514 operate/reactions: what a testing token has used up is kept, without the token
    ['go on counting after a restart', TESTING, false, { requestsToday: 2, newToday: { versions: { limit: 5 } } }],
    ['begin anew with another token', 'dayahead_test_sk_2', false, { requestsToday: 0, newToday: {} }],
    ['begin anew when the config node was removed', TESTING, true, { requestsToday: 0, newToday: {} }],
  ])('%s', async (_, token, removed, expected) => {
    const server = await listen();
    const store = openStore();
    const before = siteService(remote(server.url, TESTING), clock, { store });
    for (const tariff of ['X', 'Y']) await ask(before, tariff);
    await before.close({ removed });
    const kept = await store.read((value) => value);
    expect(JSON.stringify(kept ?? {})).not.toContain(TESTING);
    const after = siteService(remote(server.url, token), clock, { store });
    expect((await after.client()).allowance()).toMatchObject(expected);
    await after.close({ removed: false });
  });

  it.each([
    ['half a value', '{"schema":1,"serv', [/cannot be read/]],
    ['what a later version kept, and stays,', '{"schema":2}', [/by a newer version/, /by a newer version/]],
  ])('report %s at each start that finds it and begin anew', async (_, text, reasons) => {
    const server = await listen();
    const problems: string[] = [];
    let kept: string | undefined = text;
    const place: TextStore = {
      name: 'disk',
      read: async () => kept,
      write: async (text) => {
        kept = text;
      },
      remove: async () => {
        kept = undefined;
      },
    };
    for (let start = 0; start < 2; start++) {
      const store = openStore({ context: place });
      const site = siteService(remote(server.url, TESTING), clock, {
        store,
        onProblem: ({ message }) => problems.push(message),
      });
      expect((await site.client()).allowance()).toMatchObject({ requestsToday: 0 });
      await site.close({ removed: false });
    }
    expect(problems).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  });
});
