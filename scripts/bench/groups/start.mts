import { execFileSync } from 'node:child_process';
import { type Figure, figure } from '../harness/figure.mts';
import { median } from '../harness/ratio.mts';

const ROUNDS = 3;

interface Cost {
  /** Of the processor. */
  readonly ms: number;
  readonly megabytes: number;
  /** Of loading Node-RED itself before the palette. */
  readonly bareMs: number;
}

/** What the palette and the running demo cost, beside a bare Node-RED that starts. */
export default async function start(): Promise<Figure[]> {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    palette: run('palette.mts'),
    bare: run('site.mts'),
    demo: run('site.mts', 'examples/demo.json'),
  }));
  type Round = (typeof rounds)[number];
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const yardstick = 'the start of a bare Node-RED';
  const megabytes = (name: string, atMost: number, of: (round: Round) => number): Figure => ({
    ...{ name, value: middle(of), unit: 'MB', atMost },
  });
  return [
    figure(
      { name: 'palette loaded, unused', yardstick: 'loading Node-RED itself', atMost: 0.065 },
      { times: middle(({ palette }) => palette.ms / palette.bareMs), ms: middle(({ palette }) => palette.ms) },
    ),
    megabytes('palette loaded, unused, memory', 2, ({ palette }) => palette.megabytes),
    figure(
      { name: 'demo running, processor time over bare Node-RED', yardstick, atMost: 0.65 },
      { times: middle(({ demo, bare }) => demo.ms / bare.ms - 1), ms: middle(({ demo, bare }) => demo.ms - bare.ms) },
    ),
    megabytes('demo running, memory over bare Node-RED', 40, ({ demo, bare }) => demo.megabytes - bare.megabytes),
  ];
}

const run = (side: string, ...args: string[]): Cost =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--expose-gc', `scripts/bench/sides/${side}`, ...args],
      { encoding: 'utf8' },
    ),
  );
