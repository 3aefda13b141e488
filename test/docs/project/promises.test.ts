import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every row of a table in docs/ whose last column is called `test`, and the test that the row names. */
const promises = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => rowsWithTest(join('docs', name)));

function rowsWithTest(page: string) {
  let isTested = false;
  let section = '';
  return readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((line, i, lines) => {
      if (line.startsWith('## ')) section = line.slice(3);
      const cells = line.startsWith('|') ? line.slice(2, -2).split(' | ') : [];
      const isHead = /^\|[-|]+\|$/.test(lines[i + 1] ?? '');
      if (cells.length === 0 || isHead) isTested = isHead && cells.at(-1) === 'test';
      if (!isTested || isHead || /^\|[-|]+\|$/.test(line)) return [];
      return [{ page, section, promise: cells[0] ?? '', proof: cells.at(-1) ?? '' }];
    });
}

/** The titles in a test file as they stand there, by file. */
const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const source = sources.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
  sources.set(file, source);
  return source;
}

const pages = [
  ...['use/accounts', 'use/adjustments', 'use/battery', 'use/car', 'use/catalogue', 'use/compare', 'use/dimming'],
  ...['use/meter-files', 'use/sun-and-load', 'integrate/inverters', 'integrate/mqtt', 'integrate/outside-prices'],
  ...['integrate/recipes/*', 'integrate/topics', 'operate/failures', 'operate/live', 'operate/planner-service'],
  ...['operate/reactions', 'operate/report', 'operate/service', 'operate/upgrades', 'internals/forecast'],
  ...['internals/house', 'internals/planner', 'internals/store'],
];

describe('a promise of docs/', () => {
  it.each(promises)('$page names a test that is there: $promise', ({ proof }) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
    expect(title).not.toBe('');
    const source = sourceOf(file).replaceAll("\\'", "'");
    expect(["'", '"', '`'].some((quote) => source.includes(quote + title + quote))).toBe(true);
  });

  it.each(pages)('of docs/%s.md has a test', (page) => {
    const own = promises.filter((promise) => promise.page === `docs/${page}.md`);
    const listed = promises.filter(
      (promise) => promise.page === 'docs/internals/promises.md' && promise.section === `${page}.md`,
    );
    expect(own.length + listed.length).toBeGreaterThanOrEqual(page === 'operate/report' ? 3 : 7);
  });
});
