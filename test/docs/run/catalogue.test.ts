import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Follows docs/use/catalogue.md in a folder of its own, block by block, with the built command. */

const page = readFileSync('docs/use/catalogue.md', 'utf8');
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
const folders: string[] = [];
const services: ChildProcess[] = [];
afterAll(() => {
  for (const service of services) service.kill('SIGKILL');
  for (const folder of [dir, ...folders]) rmSync(folder, { recursive: true });
});

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

describe('docs/use/catalogue.md', () => {
  // Promise P-587 use/catalogue: every block of the page does what the page describes, mistakes too
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

  /** The files of the page as they stand in its end, in a folder of their own. */
  function folderOfThePage(): string {
    const folder = mkdtempSync(join(tmpdir(), 'page-own-'));
    folders.push(folder);
    for (const { path, text } of blocks) {
      if (path === undefined) continue;
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }
  const shell = (start: string) =>
    blocks.find(({ language, text }) => language === 'sh' && text.startsWith(start))?.text;

  // Promise P-588 use/catalogue: the service with the folder answers every client with a token that it prints
  it('serves the folder to whoever sends a token that the service prints', async () => {
    const [serve = '', ask = ''] = (shell('dayahead-service --own') ?? '').trim().split('\n');
    // A port that is free, and a day of which prices are shipped.
    const args = [...serve.replace('8765', '0').split(' ').slice(1), '--now', '2026-04-15T12:00:00+02:00'];
    const options = { cwd: folderOfThePage(), stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'] };
    const service = spawn(process.execPath, [COMMAND, ...args], options);
    services.push(service);
    const [line] = await once(service.stdout, 'data');
    const { url, tokens } = JSON.parse(String(line));
    const [, path = ''] = /"http:\/\/127\.0\.0\.1:8765(.+)"$/.exec(ask) ?? [];
    const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${tokens.production}` } });
    const { consumption } = await answer.json();
    // At 19:00, as the second step shows it.
    const evening = Date.parse('2026-04-15T19:00:00+02:00') / 1000;
    expect(consumption.prices.find(({ from_utc }: { from_utc: number }) => from_utc === evening)).toMatchObject({
      ...{ energy: expect.closeTo(0.17907, 5), fees: 0.06316 },
    });
  });

  // Promise P-589 use/catalogue: prices are imported by the command and by the script
  it('imports prices by the command, and by the script with what a publisher answers', () => {
    const folder = folderOfThePage();
    const from = Date.parse('2026-04-15T00:00:00+02:00') / 1000;
    const quarters = Array.from({ length: 96 }, (_, i) => from + i * 900);
    const answer = { unix_seconds: quarters, price: quarters.map((_, i) => i), unit: 'EUR / MWh' };
    writeFileSync(join(folder, 'day-ahead.json'), JSON.stringify(answer));
    mkdirSync(join(folder, 'bin'));
    const stub = (name: string, ...lines: string[]) =>
      writeFileSync(join(folder, 'bin', name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
    stub('dayahead-service', `exec '${process.execPath}' '${COMMAND}' "$@"`);
    stub('curl', 'echo "asked $4"', `[ "$1 $2" = "-sf -o" ] && cp day-ahead.json "$3"`);
    const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` };
    const done = (script = '') => spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' }).stdout;
    const whole = 'DE-LU: delivery day 2026-04-15 from Energy-Charts';
    expect(done(shell('dayahead-service import'))).toContain(whole);
    rmSync(join(folder, 'tariffs/prices'), { recursive: true });
    const script = shell('url=')?.replaceAll('/home/me/', `${folder}/`).replaceAll('/tmp/prices', `${folder}/prices`);
    const printed = done(script);
    expect(printed).toMatch(/^asked https:\S+bzn=DE-LU&start=\d{4}-\d\d-\d\d&end=\d{4}-\d\d-\d\d\n/);
    expect(printed).toContain(whole);
    expect(readFileSync(join(folder, 'tariffs/prices/DE-LU.txt'), 'utf8')).toContain('\nreplay: no\n');
  });

  // Promise P-591 use/catalogue: the page has every kind of price and every key of `when`
  it('names every kind of price, and every key of when, that a file may hold', () => {
    const schema = readFileSync('dist/schemas/country.json', 'utf8');
    const kinds = [...schema.matchAll(/"kind":\{"type":"string","const":"(\w+)"/g)].map(([, kind = '']) => kind);
    expect(new Set(kinds).size).toBe(5 + 5);
    for (const kind of kinds) expect(page).toContain(`| \`${kind}\` |`);
    const [, when = ''] =
      /"when":\{"type":"object","properties":\{(.*?)\},"additionalProperties":false/.exec(schema) ?? [];
    const keys = [...when.matchAll(/"(\w+)":\{/g)].map(([, key = '']) => key).filter((key) => key !== 'items');
    expect(keys).toEqual(['months', 'weekdays', 'days', 'hours']);
    for (const key of keys) expect(page).toContain(`\`${key}\``);
  });

  // Promise P-590 use/catalogue: the rare kinds of price can be used as they are written
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

  // Promise P-592 use/catalogue: the page has every zone of which prices are shipped
  it('names every bidding zone of which prices are shipped', () => {
    const zones = readdirSync('data/prices').map((file) => file.replace('.txt', ''));
    expect(page).toContain(`bidding zones ${zones.sort().join(', ')}, and`);
  });

  it('names a schema that the package ships', () => {
    const [, path = ''] = /node-red-tariffs\/(dist\/schemas\/\w+\.json)/.exec(page) ?? [];
    expect(JSON.parse(readFileSync(path, 'utf8')).title).toContain('catalogue');
  });
});
