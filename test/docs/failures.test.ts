import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The rows of the table in docs/operate/failures.md, each with the test that shows it. */
const rows = readFileSync('docs/operate/failures.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!what fails)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map((cells) => ({ fails: cells[0] ?? '', cells: cells.length, proof: cells.at(-1) ?? '' }));

describe('docs/operate/failures.md', () => {
  it('has a row for each failure, which says what follows on either protocol and on a topic of the user’s own', () => {
    expect(rows.length).toBeGreaterThan(12);
    expect(rows.filter(({ cells }) => cells !== 5)).toEqual([]);
  });

  it.each(rows)('names a test that is there where $fails', ({ proof }) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(`'${title}'`);
  });
});
