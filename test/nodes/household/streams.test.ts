import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { NodeAPI } from 'node-red';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createStreams } from '../../../nodes/household/streams.ts';
import { manualClock } from '../../support/manual-clock.ts';

type Stream = ReturnType<typeof createStreams>;

// The first time takes longer than any other.
beforeAll(async () => {
  await Promise.all([import('../../../src/core/time.ts'), import('../../../src/runtime/clock.ts')]);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass, and what waits for no time happen. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let i = 0; i < 20; i++) await setImmediate();
}

/** A runtime, and its streams. */
function start(settings: object = {}) {
  const events = new EventEmitter();
  const warnings: string[] = [];
  const clock = manualClock(Date.parse('2026-01-14T10:05:00Z') / 1000);
  const RED = {
    events,
    settings: { dayahead: { clock, ...settings } },
    log: { warn: (text: string) => warnings.push(text) },
  };
  const open = createStreams(RED as unknown as NodeAPI);
  const news = async () => {
    events.emit('dayahead/overview');
    await pass(200);
  };
  return { events, warnings, open, news };
}

interface From {
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser, and what it has been told. */
class Browser extends EventEmitter {
  readonly method = 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: { readonly remoteAddress: string };
  readonly told: string[] = [];
  status = 200;
  destroyed = false;
  writableEnded = false;
  writableLength = 0;
  constructor({ address = '192.168.1.20', headers = {} }: From = {}) {
    super();
    this.headers = headers;
    this.socket = { remoteAddress: address };
  }
  write = (text: string) => this.told.push(text);
  type = () => this;
  set = () => this;
  statusIs = (status: number) => {
    this.status = status;
    return this;
  };
  end = () => {
    this.writableEnded = true;
    this.emit('close');
  };
  destroy = () => {
    this.destroyed = true;
    this.emit('close');
  };
  names = () => this.told.flatMap((text) => /^event: (\w+)/.exec(text)?.[1] ?? []);
}

async function join(open: Stream, view: Parameters<Stream>[2], from?: From): Promise<Browser> {
  const browser = new Browser(from);
  const answer = Object.assign(Object.create(browser), { status: browser.statusIs });
  open(browser as unknown as Parameters<Stream>[0], answer, view);
  await pass(50);
  return browser;
}

it('a page is told the house at once, again where it has changed, and the time alone where it has not', async () => {
  const { open, news } = start();
  let house = { cheap: 1 };
  const browser = await join(open, async () => house);
  expect(browser.told.at(-1)).toBe('event: house\ndata: {"now":"2026-01-14T10:05:00Z","house":{"cheap":1}}\n\n');
  await news();
  expect(browser.told.at(-1)).toBe('event: alive\ndata: {"now":"2026-01-14T10:05:00Z"}\n\n');
  house = { cheap: 2 };
  await news();
  expect(browser.names()).toEqual(['house', 'alive', 'house']);
});

it('news that come together are told once, and a sign of life comes every fifteen seconds', async () => {
  const { open, events } = start();
  const browser = await join(open, async () => ({}));
  for (let i = 0; i < 20; i++) events.emit('dayahead/overview');
  await pass(200);
  expect(browser.names()).toEqual(['house', 'alive']);
  for (let i = 0; i < 2; i++) await pass(15_200);
  expect(browser.names()).toEqual(['house', 'alive', 'alive', 'alive']);
});

it('a page that is off by now is let go of', async () => {
  const { open, news } = start();
  let house: object | undefined = {};
  const browser = await join(open, async () => house);
  house = undefined;
  await news();
  expect(browser.writableEnded).toBe(true);
});

it('a house that cannot be told ends the stream, and is in the log', async () => {
  const { open, warnings } = start();
  const browser = await join(open, () => Promise.reject(new Error('no zone')));
  expect([browser.writableEnded, warnings]).toEqual([true, ['[dayahead] Error: no zone']]);
});

it('a page that is closed while the house is asked for is told nothing: that would end Node-RED', async () => {
  const { open } = start();
  let tell = (_: object) => {};
  const browser = await join(open, () => new Promise((resolve) => (tell = resolve)));
  browser.destroy();
  tell({});
  await pass(50);
  expect(browser.names()).toEqual([]);
});

it('a page that takes nothing any more is let go of', async () => {
  const { open, news } = start();
  const browser = await join(open, async () => ({}));
  browser.writableLength = 2_000_000;
  await news();
  expect(browser.destroyed).toBe(true);
});

/** Opens pages one after another, each from where `from` says. */
async function statuses(open: Stream, count: number, from: (i: number) => From) {
  const browsers = await Promise.all(Array.from({ length: count }, (_, i) => join(open, async () => ({}), from(i))));
  return { browsers, all: browsers.map(({ status }) => status) };
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

// Promise P-438 use/household-page: at most 16 pages of one address are kept up to date
it('one address has 16 pages, and however many it asks for, another has its own', async () => {
  const { open } = start();
  const { browsers, all } = await statuses(open, 64, () => ({ address: '192.168.1.66' }));
  expect(all).toEqual([...times(16, 200), ...times(48, 429)]);
  expect((await join(open, async () => ({}), { address: '192.168.1.20' })).status).toBe(200);
  browsers[0]?.emit('close');
  const again = [await join(open, async () => ({}), { address: '192.168.1.66' })];
  again.push(await join(open, async () => ({}), { address: '192.168.1.66' }));
  expect(again.map(({ status }) => status)).toEqual([200, 429]);
});

const basic = (user: string) => ({ authorization: `Basic ${btoa(`${user}:rosebud`)}` });

// Promise P-439 use/household-page: at most 32 pages of one user are kept up to date
it('one user has 32 pages, from whatever addresses, and another has as many', async () => {
  const { open } = start();
  const from = (user: string) => (i: number) => ({ address: `192.168.1.${i % 8}`, headers: basic(user) });
  expect((await statuses(open, 64, from('ann'))).all.sort()).toEqual([...times(32, 200), ...times(32, 429)]);
  expect((await statuses(open, 32, from('bob'))).all).toEqual(times(32, 200));
});

it.each([
  ['that is trusted count each by themselves', ['10.0.0.2'], times(20, 200)],
  ['that is not trusted count as one address', [], [...times(16, 200), ...times(4, 429)]],
])('phones behind a proxy %s', async (_, trustedProxies, expected) => {
  const { open } = start({ trustedProxies });
  const phone = (i: number) => ({ address: '10.0.0.2', headers: { 'x-forwarded-for': `192.168.1.${i}` } });
  expect((await statuses(open, 20, phone)).all).toEqual(expected);
});

// Promise P-440 use/household-page: at most 64 pages in all are kept up to date
it('at most 64 pages are open, and the last that closes leaves nothing behind', async () => {
  const { open, events } = start();
  const { browsers, all } = await statuses(open, 65, (i) => ({ address: `192.168.1.${i}` }));
  expect(all).toEqual([...times(64, 200), 503]);
  for (const browser of browsers) browser.emit('close');
  expect([events.listenerCount('dayahead/overview'), events.listenerCount('flows:started')]).toEqual([0, 0]);
  expect(vi.getTimerCount()).toBe(0);
});
