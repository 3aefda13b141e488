import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextStores, storageOf } from '../../../nodes/adapter/storage.ts';
import { openStore } from '../../../src/runtime/store.ts';

/** Node-RED's own contexts. */
const contexts: {
  init(settings: object): void;
  load(): Promise<unknown>;
  close(): Promise<unknown>;
  get(id: string): ReturnType<Node['context']>;
} = createRequire(import.meta.url)('@node-red/runtime/lib/nodes/context');

let userDir: string;
beforeEach(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'dayahead-keeping-'));
});
afterEach(async () => {
  await contexts.close();
  await rm(userDir, { recursive: true });
});

const contextStorage = {
  default: 'ram',
  ram: { module: 'memory' },
  disk: { module: 'localfilesystem', config: { flushInterval: 0 } },
  own: { module: () => ({}) },
};

/** A node of a Node-RED that has just started. */
async function started(settings: object) {
  contexts.init({ userDir, ...settings });
  await contexts.load();
  const node = { id: 'n1', context: () => contexts.get('n1') } as unknown as Node;
  return { node, RED: { settings: { userDir, ...settings } } as unknown as NodeAPI };
}

const { own: _, ...storage } = contextStorage;
const asIs = (value: unknown) => value;

describe('the context stores', () => {
  it('outlive a restart unless they are memory', () => {
    const RED = { settings: { contextStorage } } as unknown as NodeAPI;
    expect(contextStores(RED)).toEqual({ ram: false, disk: true, own: true });
  });

  it('are none where settings.js names none', () => {
    expect(contextStores({ settings: {} } as unknown as NodeAPI)).toEqual({});
  });
});

describe('what a node keeps', () => {
  // Promise P-507 operate/reactions: kept in the context store that is chosen, else in a file of ours; never in one
  //   that is memory only
  it.each([
    ['the store that is chosen', 'disk', { contextStorage: storage }, ['context']],
    ['a file of ours where none is chosen', '', { contextStorage: storage }, ['dayahead']],
    ['a file of ours where the one that is chosen is memory', 'ram', { contextStorage: storage }, ['dayahead']],
    ['a file of ours where the one that is chosen is gone', 'old', { contextStorage: storage }, ['dayahead']],
    ['a file of ours where there are no stores', 'disk', {}, ['dayahead']],
  ])('is in %s, also after a restart', async (_, chosen, settings, folders) => {
    const first = await started(settings);
    await openStore(storageOf(first.RED, first.node, chosen)).write({ on: true });
    await contexts.close();
    const used = (await readdir(userDir, { recursive: true })).filter((path) => path.includes('n1'));
    expect([...new Set(used.map((path) => path.split('/')[0]))]).toEqual(folders);
    const second = await started(settings);
    expect(await openStore(storageOf(second.RED, second.node, chosen)).read(asIs)).toEqual({ on: true });
  });

  it.each([
    ['../../escape', '..%2F..%2Fescape.json'],
    ['..', '...json'],
    ['C:\\escape\0', 'C%3A%5Cescape%00.json'],
    ['a1b2c3.d4e5f6', 'a1b2c3.d4e5f6.json'],
  ])('stays in our folder, whatever the id %j of an imported node', async (id, name) => {
    const { RED } = await started({});
    await openStore(storageOf(RED, { id } as Node, '')).write({ on: true });
    expect(await readdir(userDir, { recursive: true })).toEqual(['dayahead', join('dayahead', name)]);
  });

  // Promise P-512 operate/reactions: past prices are stored separately, as `<node id>-past.json` or `dayahead-past`
  it('has a part of it apart, as n1-past.json or dayahead-past', async () => {
    const { RED, node } = await started({ contextStorage: storage });
    for (const chosen of ['', 'disk']) {
      await openStore(storageOf(RED, node, chosen)).write({ now: true });
      await openStore(storageOf(RED, node, chosen, '-past')).write({ past: true });
      expect(await openStore(storageOf(RED, node, chosen)).read(asIs)).toEqual({ now: true });
      expect(await openStore(storageOf(RED, node, chosen, '-past')).read(asIs)).toEqual({ past: true });
      if (!chosen) expect(await readdir(join(userDir, 'dayahead'))).toEqual(['n1-past.json', 'n1.json']);
    }
    expect(contexts.get('n1').keys('disk')).toEqual(['dayahead', 'dayahead-past']);
  });

  it('is gone when it is removed', async () => {
    const { RED, node } = await started({ contextStorage: storage });
    const store = openStore(storageOf(RED, node, 'disk'));
    await store.write({ on: true });
    await store.remove();
    expect(await store.read(asIs)).toBeUndefined();
  });

  it('moves into the store that is chosen later', async () => {
    const { RED, node } = await started({ contextStorage: storage });
    await openStore(storageOf(RED, node, '')).write({ n: 1 });
    const store = openStore(storageOf(RED, node, 'disk'));
    expect(await store.read(asIs)).toEqual({ n: 1 });
    await store.write({ n: 2 });
    expect(await readdir(join(userDir, 'dayahead'))).toEqual([]);
  });
});
