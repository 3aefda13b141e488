import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promisesPage, proofs } from './promises.ts';

const all = proofs();
const promises = all.flatMap(({ id, promise }) => (promise ? { id, page: promise.page } : []));
const ids = promises.map(({ id }) => id);

const pages = [
  ...['use/accounts', 'use/adjustments', 'use/battery', 'use/car', 'use/catalogue', 'use/compare', 'use/dimming'],
  ...['use/meter-files', 'use/sun-and-load', 'integrate/inverters', 'integrate/mqtt', 'integrate/outside-prices'],
  ...['integrate/recipes/*', 'integrate/topics', 'operate/failures', 'operate/live', 'operate/planner-service'],
  ...['operate/reactions', 'operate/report', 'operate/service', 'operate/upgrades', 'internals/forecast'],
  ...['internals/house', 'internals/planner', 'internals/store'],
];

describe('a promise of docs/', () => {
  it('has an id of its own', () => {
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('is directly above a test or a case that is not skipped', () => {
    const test = /^\s*((it|test|describe)\b(?!\.(?:skip|todo|runIf))|[[{])/;
    expect(all.filter(({ below }) => !test.test(below))).toEqual([]);
  });

  it('has a text for each id that a test names', () => {
    expect(all.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });

  it('is of a page that exists', () => {
    expect(
      promises.filter(({ page }) => !existsSync(`docs/${page.replace('/*', '')}${page.endsWith('*') ? '' : '.md'}`)),
    ).toEqual([]);
  });

  it('is in docs/internals/promises.md as scripts/conformance.mts writes it', () => {
    expect(
      readFileSync('docs/internals/promises.md', 'utf8') === promisesPage(),
      'run node scripts/conformance.mts',
    ).toBe(true);
  });

  it.each(pages)('of docs/%s.md has a test', (name) => {
    const own = promises.filter(({ page }) => page === name);
    expect(own.length).toBeGreaterThanOrEqual(name === 'operate/report' ? 3 : 7);
  });
});
