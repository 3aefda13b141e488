import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { generate, type Load } from './generator.mts';
import { type Figure, figure } from './harness.mts';

const SECONDS = 2;
const ROUNDS = 3;
const QUESTION =
  '/v2/de/dayahead?consumption_tariff=de-example-spot-15min&postal_code=10115&include=fees,vat&resolution=900';

/** The service's series endpoint at 900 s with all components, against a bare `node:http` that sends the same bytes. */
export async function loadFigures(): Promise<Figure[]> {
  const service = start('dist/src/cli/cli.js', '--port', '0');
  const bare = start('scripts/bench/bare.mts');
  try {
    const { url, tokens } = (await readyLine(service)) as { url: string; tokens: { production: string } };
    const headers = { authorization: `Bearer ${tokens.production}` };
    bare.stdin.end(await (await fetch(url + QUESTION, { headers })).text());
    const { url: bareUrl } = (await readyLine(bare)) as { url: string };
    return await compare(
      () => generate(new URL(url + QUESTION), headers, SECONDS),
      () => generate(new URL(bareUrl + QUESTION), headers, SECONDS),
    );
  } finally {
    service.kill();
    bare.kill();
  }
}

async function compare(ours: () => Promise<Load>, theirs: () => Promise<Load>): Promise<Figure[]> {
  await ours();
  await theirs();
  const loads: { own: Load; bare: Load }[] = [];
  for (let round = 0; round < ROUNDS; round++) loads.push({ own: await ours(), bare: await theirs() });
  const own = best(loads.map((load) => load.own));
  const bare = best(loads.map((load) => load.bare));
  return [
    figure('dayahead at 900 s, requests', own.perSecond, '/s'),
    figure('dayahead, of the requests of a bare node:http', (100 * own.perSecond) / bare.perSecond, '%', {
      atLeast: 30,
    }),
    figure('dayahead, p99 over that of a bare node:http', own.p99Ms / bare.p99Ms, '×', { atMost: 3 }),
  ];
}

/** The best of each figure: whatever else the machine does only makes them worse. */
const best = (loads: readonly Load[]): Load => ({
  perSecond: Math.max(...loads.map(({ perSecond }) => perSecond)),
  p99Ms: Math.min(...loads.map(({ p99Ms }) => p99Ms)),
});

// The log goes nowhere: a pipe that nobody reads would stop the service.
const start = (...args: string[]) => spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });

async function readyLine(child: { readonly stdout: Readable }): Promise<unknown> {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(line);
}
