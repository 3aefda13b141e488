import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freshAccount, testingEnd } from '../../../src/service/accounts/accounts.ts';
import { REQUESTS_PER_ADDRESS } from '../../../src/service/accounts/limits.ts';

const page = readFileSync('docs/operate/service.md', 'utf8');
const section = (heading: string) => page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

describe('the first steps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-steps-'));
  const [commands = '', questions = ''] = [...section('First steps').matchAll(/```sh\n([^`]+)```/g)].map(
    ([, lines = '']) => lines,
  );
  const [create = [], serve = []] = commands.split('\n').map((line) => line.split(' ').slice(1));
  const node = (args: readonly string[]) => [resolve('dist/src/cli/cli.js'), ...args];
  const children: ReturnType<typeof spawn>[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  // Promise P-379 operate/service: the first steps lead to a price
  it('lead from nothing to a price, with what they say', async () => {
    const made = spawnSync(process.execPath, node(create), { cwd: folder, encoding: 'utf8' });
    const { testing } = JSON.parse(made.stdout);
    // A port that is free; the page's may be taken here.
    const anyPort = serve.map((word) => (word === '8080' ? '0' : word));
    const service = spawn(process.execPath, node(anyPort), { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(service);
    const [line] = await once(service.stdout, 'data');
    const { url } = JSON.parse(String(line));
    const headers = { Authorization: `Bearer ${testing}` };
    const paths = [...questions.matchAll(/^ask '(.+)'$/gm)].map(([, path = '']) => path);
    const bodies = [];
    // One at a time, as a testing token may.
    for (const path of paths) bodies.push(await (await fetch(`${url}${path}`, { headers })).json());
    const [companies, tariffs, series] = bodies;
    expect(companies).toContainEqual(expect.objectContaining({ id: 'dk-example-spot' }));
    expect(tariffs).toContainEqual(expect.objectContaining({ id: 'dk-example-spot-dk2' }));
    expect(series).toMatchObject({ currency: 'DKK', consumption: { prices: expect.any(Array) } });
    expect(Object.keys(series.consumption.prices[0])).toEqual(['from_utc', 'energy', 'grid', 'fees', 'vat']);
  });
});

// Promise P-380 operate/service: the limits of a testing token
it('the limits are those of a fresh account', () => {
  const { allowances } = freshAccount();
  const { newThings, requests, companies } = allowances;
  const figures = [...section('Limits').matchAll(/^\| .+? \| (\d+)(?: each)? \| (?:403|429) \|/gm)].map(([, n]) =>
    Number(n),
  );
  expect(figures).toEqual([testingEnd(0) / 86_400, requests, REQUESTS_PER_ADDRESS, newThings, companies, 1]);
});
