import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| (?!what |id )/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));
const page = readFileSync('docs/operate/failures.md', 'utf8');
const rows = rowsOf(page);

describe('docs/operate/failures.md', () => {
  it('has a row for each failure, which says what follows on either protocol and on a topic of the user’s own', () => {
    const [devices = ''] = page.split('\n## ');
    expect(rowsOf(devices).length).toBeGreaterThan(12);
    expect(rowsOf(devices).filter((cells) => cells.length !== 4)).toEqual([]);
    const tables = [...page.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trim().split('\n'));
    expect(tables.map((lines) => new Set(lines.map((line) => line.split('|').length)).size)).toEqual([1, 1, 1, 1, 1]);
  });

  it('has a test in docs/internals/promises.md for each failure', () => {
    const [, section = ''] = readFileSync('docs/internals/promises.md', 'utf8').split('\n## operate/failures.md\n');
    const [own = ''] = section.split('\n## ');
    expect(rowsOf(own).map(([, failure]) => failure)).toEqual(rows.map(([failure]) => failure));
  });
});
