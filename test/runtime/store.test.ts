import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/runtime/store.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dayahead-store-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('a store in a directory', () => {
  it('keeps a value for the store that is opened after it, in a directory that it makes', async () => {
    const below = join(directory, 'a', 'b');
    await openStore(below, 'n1').write({ on: true });
    expect(await openStore(below, 'n1').read()).toEqual({ on: true });
    expect(await openStore(below, 'n2').read()).toBeUndefined();
  });

  it('writes in the order asked and leaves nothing else behind', async () => {
    const store = openStore(directory, 'n1');
    await Promise.all([1, 2, 3].map((n) => store.write({ n })));
    expect(JSON.parse(await readFile(join(directory, 'n1.json'), 'utf8'))).toEqual({ n: 3 });
    expect(await readdir(directory)).toEqual(['n1.json']);
  });

  it('does not write an equal value again', async () => {
    const store = openStore(directory, 'n1');
    await store.write({ n: 1 });
    const before = await stat(join(directory, 'n1.json'));
    await store.write({ n: 1 });
    expect((await stat(join(directory, 'n1.json'))).ino).toBe(before.ino);
    await store.write({ n: 2 });
    expect((await stat(join(directory, 'n1.json'))).ino).not.toBe(before.ino);
  });

  it('removes its file after what was asked before', async () => {
    const store = openStore(directory, 'n1');
    await Promise.all([store.write({ n: 1 }), store.remove()]);
    expect(await readdir(directory)).toEqual([]);
    await store.remove();
  });

  it('says which file it cannot read', async () => {
    await writeFile(join(directory, 'n1.json'), '{"on":tr');
    await expect(openStore(directory, 'n1').read()).rejects.toThrow(/n1\.json cannot be read/);
  });

  it('rejects a write that fails, and goes on with the next', async () => {
    const store = openStore(directory, 'n1');
    await mkdir(join(directory, 'n1.json.new'));
    await expect(store.write({ n: 1 })).rejects.toThrow(/EISDIR/);
    await rm(join(directory, 'n1.json.new'), { recursive: true });
    await store.write({ n: 2 });
    expect(await store.read()).toEqual({ n: 2 });
  });
});

describe('a store without a directory', () => {
  it('keeps a value as long as it lives', async () => {
    const store = openStore(undefined, 'n1');
    expect(await store.read()).toBeUndefined();
    await store.write({ n: 1 });
    expect(await store.read()).toEqual({ n: 1 });
    await store.remove();
    expect(await store.read()).toBeUndefined();
  });
});
