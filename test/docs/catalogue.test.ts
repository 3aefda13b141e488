import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Follows docs/catalogue.md in a folder of its own, block by block, with the built command. */

const page = readFileSync('docs/catalogue.md', 'utf8');
const COMMAND = resolve('dist/src/cli/cli.js');

interface Block {
  /** The file that the page says it is. */
  readonly path: string | undefined;
  readonly language: string;
  readonly text: string;
}
const blocks: Block[] = [...page.matchAll(/(?:`([\w/]+\.jsonc)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, path, language = '', text = '']) => ({ path, language, text }),
);

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'page-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const run = (command: string) => {
  const { stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...command.trim().split(/\s+/).slice(1)], {
    cwd: dir,
    encoding: 'utf8',
  });
  return stdout + stderr;
};

/** A page may leave lines out where it says `…`. */
const pattern = (text: string) =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…\n', '(?:.*\\n)+')}$`);

describe('docs/catalogue.md', () => {
  it('prints what the page says it prints, from the flat price to the network clock', () => {
    let command = '';
    let contract = '';
    const compared: string[] = [];
    for (const { path, language, text } of blocks) {
      if (path !== undefined) {
        mkdirSync(join(dir, dirname(path)), { recursive: true });
        writeFileSync(join(dir, path), text);
        contract = path;
      } else if (language === 'sh' && text.includes(' check ')) command = text;
      else if (language === 'text') {
        const isMistake = text.startsWith('dayahead-service:');
        const right = readFileSync(join(dir, contract), 'utf8');
        if (isMistake) writeFileSync(join(dir, contract), right.replace('"rates"', '"rate"'));
        expect(run(command)).toMatch(pattern(text));
        writeFileSync(join(dir, contract), right);
        compared.push(text.slice(0, 8));
      }
    }
    expect(compared).toEqual(['tariffs ', 'dayahead', 'tariffs ', 'tariffs ']);
  });

  it('names every kind of price, and every key of when, that a file may hold', () => {
    const schema = readFileSync('dist/schemas/country.json', 'utf8');
    const kinds = [...schema.matchAll(/"kind":\{"type":"string","const":"(\w+)"/g)].map(([, kind = '']) => kind);
    expect(new Set(kinds).size).toBe(5);
    for (const kind of kinds) expect(page).toContain(`| \`${kind}\` |`);
    const [, when = ''] =
      /"when":\{"type":"object","properties":\{(.*?)\},"additionalProperties":false/.exec(schema) ?? [];
    const keys = [...when.matchAll(/"(\w+)":\{/g)].map(([, key = '']) => key).filter((key) => key !== 'items');
    expect(keys).toEqual(['months', 'weekdays', 'days', 'hours']);
    for (const key of keys) expect(page).toContain(`\`${key}\``);
  });

  it('shows the seldom kinds as they can be used', () => {
    const prices = blocks.filter(({ text }) => /^\{\s+"kind"/.test(text)).map(({ text }) => JSON.parse(text));
    const tariffs = prices.map((price) => ({
      ...{ id: `my-${price.kind}`, sector: 'consumption', name: price.kind, source: 'the page' },
      versions: [{ version: '20260101', price }],
    }));
    const night = { name: 'night', when: { hours: ['22:00-06:00'] } };
    const schedules = [{ registers: [night, { name: 'day' }], source: 'the page' }];
    mkdirSync(join(dir, 'kinds/de'), { recursive: true });
    writeFileSync(
      join(dir, 'kinds/de/all.jsonc'),
      JSON.stringify({ unit: 'ct/kWh', schedules, companies: [{ id: 'me', name: 'Me', tariffs }] }),
    );
    const printed = run('dayahead-service check kinds --now 2026-04-15T12:00:00+02:00');
    expect([...printed.matchAll(/^(\d\S+) +(\S+)/gm)].map(([, time, energy]) => `${time} ${energy}`)).toEqual([
      ...['2026-04-15, ct/kWh', '00:00-24:00 12.900'],
      ...['2026-04-15, ct/kWh', '00:00-06:00 12.000', '06:00-22:00 55.000', '22:00-24:00 12.000'],
      ...['2026-04-15, ct/kWh', '00:00-06:00 11.000', '06:00-22:00 17.000', '22:00-24:00 11.000'],
    ]);
  });

  it('names every bidding zone of which prices are shipped', () => {
    const zones = readdirSync('data/prices').map((file) => file.replace('.txt', ''));
    expect(page).toContain(`bidding zones ${zones.sort().join(', ')}, and`);
  });

  it('names a schema that the package ships', () => {
    const [, path = ''] = /node-red-tariffs\/(dist\/schemas\/\w+\.json)/.exec(page) ?? [];
    expect(JSON.parse(readFileSync(path, 'utf8')).title).toContain('catalogue');
  });
});
