import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type Figure, figure } from '../harness/figure.mts';
import { median } from '../harness/ratio.mts';
import { generate } from '../sides/generator.mts';
import type { Told } from '../sides/told-work.mts';

const SECONDS = 0.25;
const ROUNDS = 24;
const QUESTION =
  '/v2/de/dayahead?consumption_tariff=de-example-spot-15min&postal_code=10115&include=fees,vat&resolution=900';
const BARE = 'a bare node:http that sends the same bytes';

/**
 * The service's series endpoint at 900 s with all components, against a bare `node:http` that sends the same bytes: what either
 * works for an answer, and for the slowest.
 */
export default async function service(): Promise<Figure[]> {
  const own = start('dist/src/cli/cli.js', '--port', '0');
  const bare = start('scripts/bench/sides/bare.mts');
  try {
    const { url, tokens } = (await readyLine(own)) as { url: string; tokens: { production: string } };
    const headers = { authorization: `Bearer ${tokens.production}` };
    bare.stdin.end(await (await fetch(url + QUESTION, { headers })).text());
    const { url: bareUrl } = (await readyLine(bare)) as { url: string };
    return await compare(
      loaded(own, new URL(url + QUESTION), headers),
      loaded(bare, new URL(bareUrl + QUESTION), headers),
    );
  } finally {
    own.kill();
    bare.kill();
  }
}

type Side = (seconds: number) => Promise<Told>;

/** A server that is asked for so long. */
const loaded =
  (server: ChildProcess, url: URL, headers: Record<string, string>): Side =>
  async (seconds) => {
    await told(server);
    await generate(url, headers, seconds);
    return told(server);
  };

async function told(server: ChildProcess): Promise<Told> {
  server.send('what was it?');
  const [answer] = await once(server, 'message');
  return answer;
}

async function compare(ours: Side, theirs: Side): Promise<Figure[]> {
  await ours(1);
  await theirs(1);
  const rounds: { readonly own: Told; readonly bare: Told }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2) rounds.push({ own: await ours(SECONDS), bare: await theirs(SECONDS) });
    else {
      const bare = await theirs(SECONDS);
      rounds.push({ own: await ours(SECONDS), bare });
    }
  }
  const ratio = (of: (told: Told) => number) => ({
    times: median(rounds.map(({ own, bare }) => of(own) / of(bare))),
    ms: median(rounds.map(({ own }) => of(own))),
  });
  return [
    // 30 % of its requests, with the same processor.
    figure(
      { name: 'service: dayahead at 900 s', yardstick: BARE, atMost: 1 / 0.3 },
      ratio(({ each }) => each),
    ),
    figure(
      { name: 'service: the same, 99 of 100 within', yardstick: BARE, atMost: 3 },
      ratio(({ p99 }) => p99),
    ),
  ];
}

// The log goes nowhere: a pipe that nobody reads would stop the service.
const start = (...args: string[]) =>
  spawn(process.execPath, ['--import', './scripts/bench/sides/told-work.mts', ...args], {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  }) as ChildProcessByStdio<Writable, Readable, null>;

async function readyLine(child: { readonly stdout: Readable }): Promise<unknown> {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(line);
}
