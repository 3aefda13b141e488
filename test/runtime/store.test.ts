import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory, openStore, type TextStore } from '../../src/runtime/store.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dayahead-store-'));
});
afterEach(() => rm(directory, { recursive: true }));

const file = () => join(directory, 'n1.json');
const asIs = (value: unknown) => value;

describe('a store in a file', () => {
  it('keeps a value for the store that is opened after it, in a directory that it makes', async () => {
    const below = (name: string) => ({ file: join(directory, 'a', 'b', name) });
    await openStore(below('n1')).write({ on: true });
    expect(await openStore(below('n1')).read(asIs)).toEqual({ on: true });
    expect(await openStore(below('n2')).read(asIs)).toBeUndefined();
  });

  it('writes the last of several values that wait for their turn', async () => {
    const texts: string[] = [];
    const context: TextStore = {
      name: 'a place',
      read: async () => undefined,
      write: async (text) => void texts.push(text),
      remove: async () => undefined,
    };
    const store = openStore({ context });
    await store.write({ n: 1 });
    await Promise.all([2, 3, 4].map((n) => store.write({ n })));
    expect(texts).toEqual(['{"n":1}', '{"n":4}']);
  });

  it('writes in the order asked and leaves nothing else behind', async () => {
    const store = openStore({ file: file() });
    await Promise.all([1, 2, 3].map((n) => store.write({ n })));
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({ n: 3 });
    expect(await readdir(directory)).toEqual(['n1.json']);
  });

  // Promise P-508 operate/reactions: a file is its owner's alone
  it('is for its owner alone, whatever was there before', async () => {
    await writeFile(`${file()}.new`, 'half of', { mode: 0o644 });
    await writeFile(file(), '{"n":1}', { mode: 0o644 });
    await openStore({ file: file() }).write({ n: 2 });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  // Promise P-509 operate/reactions: a file is replaced as a whole
  it('does not write an equal value again', async () => {
    const store = openStore({ file: file() });
    await store.write({ n: 1 });
    const before = await stat(file());
    await store.write({ n: 1 });
    expect((await stat(file())).ino).toBe(before.ino);
    await store.write({ n: 2 });
    expect((await stat(file())).ino).not.toBe(before.ino);
  });

  // Promise P-510 operate/reactions: a node stores at most 40 kB; beyond that it stores nothing and reports it
  it('keeps 40 kB at the most, and nothing out of date instead', async () => {
    const store = openStore({ file: file() });
    await store.write({ n: 1 });
    await expect(store.write({ n: 'ø'.repeat(20_000) })).rejects.toThrow(/n1\.json: more than 40 kB/);
    expect(await readdir(directory)).toEqual([]);
    await store.write({ n: 1 });
    expect(await store.read(asIs)).toEqual({ n: 1 });
  });

  it('removes its file after what was asked before', async () => {
    const store = openStore({ file: file() });
    await Promise.all([store.write({ n: 1 }), store.remove()]);
    expect(await readdir(directory)).toEqual([]);
    await store.remove();
    await store.write({ n: 1 });
    expect(await store.read(asIs)).toEqual({ n: 1 });
  });

  it.each([
    ['half a value', '{"on":tr', asIs, /n1\.json cannot be read: .* \(now .*n1\.json\.broken\)$/],
    [
      'a value of another shape',
      '{"on":3}',
      () => {
        throw new Error('on: expected true or false');
      },
      /n1\.json cannot be read: on: expected true or false/,
    ],
  ])('names the file that holds %s once, and renames it', async (_, text, as, reason) => {
    await writeFile(file(), text);
    const store = openStore({ file: file() });
    await expect(store.read(as)).rejects.toThrow(reason);
    expect(await store.read(as)).toBeUndefined();
    await store.write({ on: true });
    expect(await readdir(directory)).toEqual(['n1.json', 'n1.json.broken']);
    expect(await readFile(`${file()}.broken`, 'utf8')).toBe(text);
  });

  // Promise P-845 operate/upgrades: `dayahead/<node id>.json`: device, battery, car, forecast, contract, prices;
  //   `…-account`, `…-past`, `…-grid`, `…-metering`; `context/…` where a store is chosen
  // Promise P-847 operate/upgrades: `dayahead/<site id>-topics.json`: topics on the broker
  // Promise P-848 operate/upgrades: `dayahead/departures.json`: topics to switch off and clear on a former broker
  it('names a value of a newer version, leaves it as it is whatever is to be kept, and keeps nothing beside it', async () => {
    const newer = '{"schema":2,"on":{"since":7}}';
    await writeFile(file(), newer);
    const store = openStore({ file: file() });
    await expect(store.read(asIs)).rejects.toThrow(
      /n1\.json was written by a newer version of this package \(format 2, here 1\): the file is unchanged; update this package, or move the file elsewhere/,
    );
    await store.write({ schema: 1, on: true });
    await store.remove();
    expect(await readFile(file(), 'utf8')).toBe(newer);
    expect(await readdir(directory)).toEqual(['n1.json']);
  });

  it('leaves alone what it could not get at', async () => {
    await mkdir(file());
    await expect(openStore({ file: file() }).read(asIs)).rejects.toThrow(/EISDIR/);
    expect(await readdir(directory)).toEqual(['n1.json']);
  });

  it('rejects a write that fails, once for as long as it goes on, and goes on with the next', async () => {
    const store = openStore({ file: file() });
    await mkdir(`${file()}.new`);
    await expect(store.write({ n: 1 })).rejects.toThrow(/^not kept for a restart: .*EISDIR.* \(.*n1\.json\)$/);
    await store.write({ n: 2 });
    expect(await store.read(asIs)).toBeUndefined();
    await rm(`${file()}.new`, { recursive: true });
    await store.write({ n: 2 });
    expect(await store.read(asIs)).toEqual({ n: 2 });
    await mkdir(`${file()}.new`);
    await expect(store.write({ n: 3 })).rejects.toThrow(/EISDIR/);
    expect(await store.read(asIs)).toEqual({ n: 2 });
  });
});

describe('a store in a context', () => {
  function context() {
    const kept = new Map<string, string>();
    const place: TextStore = {
      name: 'context store disk',
      read: async () => kept.get('text'),
      write: async (text) => void kept.set('text', text),
      remove: async () => void kept.clear(),
    };
    return { place, kept };
  }

  it('keeps a value there and nowhere else', async () => {
    const { place, kept } = context();
    const store = openStore({ file: file(), context: place });
    await store.write({ on: true });
    expect([...kept.values()]).toEqual(['{"on":true}']);
    expect(await readdir(directory)).toEqual([]);
    await store.remove();
    expect([...kept]).toEqual([]);
  });

  it('takes over what was in the file, which goes when it is written', async () => {
    await openStore({ file: file() }).write({ n: 1 });
    const { place, kept } = context();
    const store = openStore({ file: file(), context: place });
    expect(await store.read(asIs)).toEqual({ n: 1 });
    await store.write({ n: 2 });
    expect(await readdir(directory)).toEqual([]);
    expect([...kept.values()]).toEqual(['{"n":2}']);
  });

  it.each([
    ['the file', '{"n":', undefined, ['n1.json.broken']],
    ['the store', undefined, '{"n":', []],
  ])(
    'removes a value of %s that cannot be read, and keeps the file under another name',
    async (_, inFile, inPlace, files) => {
      const { place, kept } = context();
      if (inFile) await writeFile(file(), inFile);
      if (inPlace) kept.set('text', inPlace);
      await expect(openStore({ file: file(), context: place }).read(asIs)).rejects.toThrow(/cannot be read/);
      expect([await readdir(directory), [...kept]]).toEqual([files, []]);
    },
  );
});

describe('a store without a place', () => {
  it('keeps a value as long as it lives', async () => {
    const store = openStore();
    expect(await store.read(asIs)).toBeUndefined();
    await store.write({ n: 1 });
    expect(await store.read(asIs)).toEqual({ n: 1 });
    await store.remove();
    expect(await store.read(asIs)).toBeUndefined();
  });
});

describe('a memory', () => {
  it('restores the value that was kept last, and reports one that cannot be read', async () => {
    const problems: string[] = [];
    const numberIn = (value: unknown) => {
      const { n } = value as { n?: number };
      if (n === undefined) throw new Error('n: expected a number');
      return n;
    };
    const open = () => openMemory(openStore({ file: file() }), numberIn, ({ message }) => problems.push(message));
    const first = await open();
    expect(first.kept).toBeUndefined();
    first.keep({ n: 1 });
    first.keep({ n: 2 });
    await first.close({ removed: false });
    const second = await open();
    expect(second.kept).toBe(2);
    second.keep({ m: 3 });
    await second.settled();
    expect((await open()).kept).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining('n: expected a number')]);
  });

  it('forgets the value of a node that is removed', async () => {
    const memory = await openMemory(openStore({ file: file() }), asIs, () => expect.unreachable());
    memory.keep({ n: 1 });
    await memory.close({ removed: true });
    expect(await readdir(directory)).toEqual([]);
  });
});
