import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The rows of the page, each with the heading above it: the page of docs/ that makes the promise. */
const rows = readFileSync('docs/internals/promises.md', 'utf8')
  .split('\n## ')
  .flatMap((section) => {
    const [page = '', ...lines] = section.split('\n');
    return lines
      .filter((line) => /^\|(?!---)/.test(line) && line !== '| id | promise |')
      .map((line) => ({ page, line }));
  });
const promises = rows.map(({ page, line }) => ({ page, line, id: /^\| (P-\d{3,}) \| .+ \|$/.exec(line)?.[1] }));
const ids = promises.map(({ id }) => id);

/** The ids in comments such as `// Promises P-017, P-018`, each directly above the test, or the case in a table, that proves it. */
const proven = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => {
    const lines = readFileSync(join('test', name), 'utf8').split('\n');
    return lines.flatMap((line, i) => {
      const [, list] = /^\s*\/\/ Promises? (P-.+)$/.exec(line) ?? [];
      const below = lines.slice(i).find((next) => !/^\s*\/\//.test(next)) ?? '';
      const isAboveTest = /^\s*((it|test|describe)\b(?!\.(?:skip|todo)\b)|[[{])/.test(below);
      return list?.split(', ').map((id) => ({ id, name, isAboveTest })) ?? [];
    });
  });

const pages = [
  ...['use/accounts', 'use/adjustments', 'use/battery', 'use/car', 'use/catalogue', 'use/compare', 'use/dimming'],
  ...['use/meter-files', 'use/sun-and-load', 'integrate/inverters', 'integrate/mqtt', 'integrate/outside-prices'],
  ...['integrate/recipes/*', 'integrate/topics', 'operate/failures', 'operate/live', 'operate/planner-service'],
  ...['operate/reactions', 'operate/report', 'operate/service', 'operate/upgrades', 'internals/forecast'],
  ...['internals/house', 'internals/planner', 'internals/store'],
];

describe('a promise of docs/', () => {
  it('has an id', () => {
    expect(promises.filter(({ id }) => id === undefined)).toEqual([]);
  });

  it('has an id of its own', () => {
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('has a test that names its id', () => {
    const named = new Set<string | undefined>(proven.map(({ id }) => id));
    expect(promises.filter(({ id }) => !named.has(id))).toEqual([]);
  });

  it('is named by its id directly above a test or a case', () => {
    expect(proven.filter(({ isAboveTest }) => !isAboveTest)).toEqual([]);
  });

  it('is on the page for each id that a test names', () => {
    expect(proven.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });

  it.each(pages)('of docs/%s.md has a test', (name) => {
    const own = promises.filter(({ page }) => page === `${name}.md`);
    expect(own.length).toBeGreaterThanOrEqual(name === 'operate/report' ? 3 : 7);
  });
});
