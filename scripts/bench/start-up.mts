import { execFileSync } from 'node:child_process';
import { type Figure, figure } from './harness.mts';

/** Until a price is there on a slow phone, on the household's page and on one that is nothing else. */
interface Picture {
  readonly ms: number;
  readonly emptyMs: number;
}

interface Cost {
  readonly ms: number;
  readonly megabytes: number;
  /** Of the contracts over a meter file. */
  readonly comparedMs?: number;
}

/** What the palette, the running demo, a meter file and the first picture of the household's page cost. */
export function startUpFigures(): Figure[] {
  const palette = best(() => run('scripts/bench/palette.mts'));
  const bare = best(() => run('scripts/bench/site.mts'));
  const demo = best(() => run('scripts/bench/site.mts', 'examples/demo.json'));
  const meter = best(() => run('scripts/bench/meter.mts'));
  const picture = run<Picture>('scripts/bench/picture.mts');
  return [
    figure('meter file of a year read, time of the processor', meter.ms, 'ms', { atMost: 1000 }),
    figure('meter file of a year read, memory', meter.megabytes, 'MB', { atMost: 100 }),
    figure('fifty contracts over that year, with its reading', meter.ms + (meter.comparedMs ?? 0), 'ms', {
      atMost: 2000,
    }),
    figure('fifty contracts over that year, as a multiple of its reading', (meter.comparedMs ?? 0) / meter.ms, '×', {
      atMost: 5,
    }),
    figure("household's page on a slow phone, until its price is there", picture.ms, 'ms'),
    figure("household's page on a slow phone, as a multiple of an empty one", picture.ms / picture.emptyMs, '×', {
      atMost: 5,
    }),
    figure('palette loaded, unused', palette.ms, 'ms', { atMost: 10 }),
    figure('palette loaded, unused, memory', palette.megabytes, 'MB', { atMost: 2 }),
    figure('demo running, over bare Node-RED', demo.ms - bare.ms, 'ms', { atMost: 250 }),
    figure('demo running, over bare Node-RED, memory', demo.megabytes - bare.megabytes, 'MB', { atMost: 40 }),
  ];
}

function run<T = Cost>(...args: string[]): T {
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', ...args], { encoding: 'utf8' }));
}

/** The least of three runs: whatever else the machine does only adds. */
function best(measure: () => Cost): Cost {
  const runs = [measure(), measure(), measure()];
  return {
    ms: Math.min(...runs.map(({ ms }) => ms)),
    megabytes: Math.min(...runs.map(({ megabytes }) => megabytes)),
    comparedMs: Math.min(...runs.map(({ comparedMs = 0 }) => comparedMs)),
  };
}
