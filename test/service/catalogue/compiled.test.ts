import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { compileCatalogue, isCompiled, openCompiled } from '../../../src/service/catalogue/compiled.ts';
import { bookStatistics } from '../../../src/service/catalogue/public-facts.ts';

const written = loadCatalogue('test/support/service/markets');
let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'compiled-'));
  compileCatalogue(written, dir);
});
afterAll(() => rmSync(dir, { recursive: true }));

it('has every book as the files have it', () => {
  expect([...openCompiled(dir).books]).toEqual([...written.books]);
});

it('knows the sources and counts every country without reading one', () => {
  const { sources, holdings } = openCompiled(dir);
  expect(sources).toEqual(written.sources);
  expect(holdings).toEqual(Object.fromEntries([...written.books].map(([code, book]) => [code, bookStatistics(book)])));
  for (const name of readdirSync(dir)) if (name !== 'index.json.br') rmSync(join(dir, name));
  expect([...openCompiled(dir).books.keys()]).toEqual([...written.books.keys()]);
  expect(() => openCompiled(dir).books.get('GB')).toThrow('gb.json');
});

it('is told from a folder of files', () => {
  expect([isCompiled(dir), isCompiled('test/support/service/markets')]).toEqual([true, false]);
});
