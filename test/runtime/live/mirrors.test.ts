import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { joinLive, type LivePart } from '../../../src/runtime/live/shared-live.ts';
import { feedsAt, mirrorsAt } from '../../support/feeds/feed-server.ts';
import { manualClock } from '../../support/manual-clock.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const NOBODY = 'http://127.0.0.1:9';
const clock = manualClock(NOON);

let folder = '';
let feeds: Awaited<ReturnType<typeof feedsAt>>;
let part: LivePart | undefined;
beforeAll(async () => {
  feeds = await feedsAt(clock);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirrors-'));
  feeds.paths.length = 0;
});
afterEach(async () => {
  await part?.close();
  part = undefined;
  await rm(folder, { recursive: true });
});
afterAll(() => feeds.stop());

/** What a Spanish household with `sources` of its own has, under the `settings` of an operator. */
async function spanish(sources: string, settings: { readonly sources?: string; readonly mirrors?: string }) {
  part = joinLive({ sources }, clock, { folder, ...settings, running: new Map() }, () => undefined);
  await part.askNow('ES');
  return part.inUse().map(({ feed }) => feed.name);
}

// Promise P-045 operate/live: they are not used before they are named
// Promise P-046 operate/live: `mirrors` chooses none for a household
it('a mirror of every source chooses none for a household', async () => {
  expect(await spanish('', { mirrors: mirrorsAt(feeds.url) })).toEqual([]);
  expect(part?.troubleOf('ES', 'Europe/Madrid')?.fault.code).toBe('source-none');
  expect(feeds.paths).toEqual([]);
});

it.each([
  ['chooses every source', 'all', () => ({ mirrors: mirrorsAt(feeds.url) }), 'energy-charts'],
  ['chooses one', 'omie', () => ({ mirrors: mirrorsAt(feeds.url) }), 'omie'],
  ['gives an address of its own', () => `omie=${feeds.url}`, () => ({ mirrors: mirrorsAt(NOBODY) }), 'omie'],
  ['leaves the choice to its operator', '', () => ({ sources: 'omie', mirrors: mirrorsAt(feeds.url) }), 'omie'],
  [
    'has an operator who gives two addresses',
    '',
    () => ({ sources: `omie=${feeds.url}`, mirrors: `omie=${NOBODY}` }),
    'omie',
  ],
])('a household that %s is answered by it', async (_, sources, settings, feed) => {
  expect(await spanish(typeof sources === 'string' ? sources : sources(), settings())).toEqual([feed]);
});

it('days of a mirror have a folder of their own', async () => {
  await spanish('all', { mirrors: mirrorsAt(feeds.url) });
  await part?.close();
  await spanish('all', { mirrors: mirrorsAt(`${feeds.url}/`) });
  expect(await readdir(folder)).toHaveLength(2);
});

it.each([
  [{ mirrors: 'omie' }, 'dayahead.mirrors in settings.js: omie: must be as omie=https://mirror.example'],
  [{ mirrors: 'omi=http://127.0.0.1:9' }, /^dayahead.mirrors in settings.js: omi: must be one of all, entsoe, /],
  [{ sources: 'omi' }, /^dayahead.sources in settings.js: omi: must be one of all, entsoe, /],
])('an operator is told what is wrong with %o', async (settings, refusal) => {
  await expect(spanish('', settings)).rejects.toThrow(refusal);
});
