import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../../src/core/jsonc.ts';

/** The rows of the tables in docs/internals/market-rules.md, and whether all that they name is there. */

const page = readFileSync('docs/internals/market-rules.md', 'utf8');
const lines = page.split('\n').filter((line) => /^\| (?!rule)/.test(line));
const cells = lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const rules = cells.map(([rule = '', ...rest]) => ({
  rule,
  row: rest.slice(0, -1).flatMap(named),
  code: named(rest.at(-1)),
}));
const rows = rules.flatMap(({ rule, row: [file = '', key = '', ...words] }) =>
  file ? [{ rule, file, key, words }] : [],
);

const read = (file: string): unknown => parseJsonc(readFileSync(join('data/catalogue', file), 'utf8'));

/** Whatever stands under `key`, however deep: the items of a list one by one. */
function under(key: string, json: unknown): readonly unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => [
    ...(name !== key ? [] : Array.isArray(value) ? value : [value]),
    ...under(key, value),
  ]);
}

/** Whether a row says `word`: as a key, a text or a number. */
const says = (row: unknown, word: string): boolean => {
  if (typeof row !== 'object' || row === null) return String(row) === word;
  return Object.entries(row).some(([key, value]) => (key === word && !Array.isArray(row)) || says(value, word));
};

/** The rows of the catalogue that a row of the page names. */
const found = ({ file, key, words }: (typeof rows)[number]) =>
  under(key, read(file)).filter((row) => words.every((word) => says(row, word)));

const countryFiles = readdirSync('data/catalogue', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^..\/.*\.jsonc$/.test(file),
);

describe('docs/internals/market-rules.md', () => {
  it.each(rows)('$rule: is a row of $file', (rule) => {
    expect(found(rule).length, `${rule.key} ${rule.words.join(' ')}`).toBeGreaterThan(0);
  });

  it.each(rules)('$rule: is applied by a function that is there', ({ code: [file = '', name = ''] }) => {
    const source = readFileSync(join('src', file), 'utf8');
    expect(source).toMatch(new RegExp(`^export (?:function|const) ${name}\\b`, 'm'));
  });

  it('has a row for whatever counts in a part of a country alone', () => {
    const isScoped = (row: unknown) => typeof row === 'object' && row !== null && 'scope' in row;
    const keys = ['vat', 'levies', 'schedules'];
    const local = countryFiles.flatMap((file) => {
      const json = read(file);
      const scoped = keys.flatMap((key) =>
        under(key, json)
          .filter(isScoped)
          .map((row) => ({ file, key, row })),
      );
      const whole = ['territories', 'regions'].filter((key) => under(key, json).length > 0);
      return [...scoped, ...whole.map((key) => ({ file, key, row: undefined }))];
    });
    const isNamed = ({ file, key, row }: (typeof local)[number]) =>
      rows.some(
        (rule) => rule.file === file && rule.key === key && rule.words.every((word) => !row || says(row, word)),
      );
    expect(local.length).toBeGreaterThan(15);
    expect(local.filter((each) => !isNamed(each))).toEqual([]);
  });

  it('speaks of every market and of every kind of price', () => {
    const countries = [...new Set(countryFiles.map((file) => file.slice(0, 2)))];
    expect(countries.filter((country) => !rows.some(({ file }) => file.startsWith(`${country}/`)))).toEqual([]);
    const kinds = new Set(countryFiles.flatMap((file) => under('kind', read(file))).map(String));
    expect(kinds.size).toBe(5 + 7);
    const spoken = rows.flatMap(found);
    expect([...kinds].filter((kind) => !spoken.some((row) => says(row, kind)))).toEqual([]);
  });
});
