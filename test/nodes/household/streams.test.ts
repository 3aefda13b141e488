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
function start() {
  const events = new EventEmitter();
  const warnings: string[] = [];
  const clock = manualClock(Date.parse('2026-01-14T10:05:00Z') / 1000);
  const RED = { events, settings: { dayahead: { clock } }, log: { warn: (text: string) => warnings.push(text) } };
  const open = createStreams(RED as unknown as NodeAPI);
  const news = async () => {
    events.emit('dayahead/overview');
    await pass(200);
  };
  return { events, warnings, open, news };
}

/** A browser, and what it has been told. */
class Browser extends EventEmitter {
  readonly told: string[] = [];
  status = 200;
  destroyed = false;
  writableEnded = false;
  writableLength = 0;
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

async function join(open: Stream, view: Parameters<Stream>[2]): Promise<Browser> {
  const browser = new Browser();
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

it('at most 64 pages are open, and the last that closes leaves nothing behind', async () => {
  const { open, events } = start();
  const browsers = await Promise.all(Array.from({ length: 65 }, () => join(open, async () => ({}))));
  expect(browsers.map(({ status }) => status).filter((status) => status === 503)).toHaveLength(1);
  for (const browser of browsers) browser.emit('close');
  expect([events.listenerCount('dayahead/overview'), events.listenerCount('flows:started')]).toEqual([0, 0]);
  expect(vi.getTimerCount()).toBe(0);
});
