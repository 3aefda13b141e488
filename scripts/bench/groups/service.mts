import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Figure, figure } from '../harness/figure.mts';
import { median } from '../harness/ratio.mts';
import { generate, type Load } from '../sides/generator.mts';

const SECONDS = 0.25;
const ROUNDS = 24;
const QUESTION =
  '/v2/de/dayahead?consumption_tariff=de-example-spot-15min&postal_code=10115&include=fees,vat&resolution=900';
const BARE = 'a bare node:http that sends the same bytes';

/** The service's series endpoint at 900 s with all components, against a bare `node:http` that sends the same bytes. */
export default async function service(): Promise<Figure[]> {
  const own = start('dist/src/cli/cli.js', '--port', '0');
  const bare = start('scripts/bench/sides/bare.mts');
  try {
    const { url, tokens } = (await readyLine(own)) as { url: string; tokens: { production: string } };
    const headers = { authorization: `Bearer ${tokens.production}` };
    bare.stdin.end(await (await fetch(url + QUESTION, { headers })).text());
    const { url: bareUrl } = (await readyLine(bare)) as { url: string };
    return await compare(
      (seconds) => generate(new URL(url + QUESTION), headers, seconds),
      (seconds) => generate(new URL(bareUrl + QUESTION), headers, seconds),
    );
  } finally {
    own.kill();
    bare.kill();
  }
}

type Side = (seconds: number) => Promise<Load>;

async function compare(ours: Side, theirs: Side): Promise<Figure[]> {
  await ours(1);
  await theirs(1);
  const rounds: { readonly own: Load; readonly bare: Load }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2) rounds.push({ own: await ours(SECONDS), bare: await theirs(SECONDS) });
    else {
      const bare = await theirs(SECONDS);
      rounds.push({ own: await ours(SECONDS), bare });
    }
  }
  const ratio = (of: (load: Load) => number) => ({
    times: median(rounds.map(({ own, bare }) => of(own) / of(bare))),
    ms: median(rounds.map(({ own }) => of(own))),
  });
  return [
    // 30 % of its requests.
    figure(
      { name: 'service: dayahead at 900 s', yardstick: BARE, atMost: 1 / 0.3 },
      ratio((load) => load.msEach),
    ),
    figure(
      { name: 'service: the same, 99 of 100 within', yardstick: BARE, atMost: 3 },
      ratio((load) => load.p99Ms),
    ),
  ];
}

// The log goes nowhere: a pipe that nobody reads would stop the service.
const start = (...args: string[]) => spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });

async function readyLine(child: { readonly stdout: Readable }): Promise<unknown> {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(line);
}
