import { execFileSync } from 'node:child_process';
import { type Figure, figure } from './harness.mts';

interface Cost {
  readonly ms: number;
  readonly megabytes: number;
  /** Of the contracts over a meter file. */
  readonly comparedMs?: number;
}

/** What the palette costs where no flow uses it, what the running demo costs over a bare Node-RED, and what a meter file costs. */
export function startUpFigures(): Figure[] {
  const palette = best(() => run('scripts/bench/palette.mts'));
  const bare = best(() => run('scripts/bench/site.mts'));
  const demo = best(() => run('scripts/bench/site.mts', 'examples/demo.json'));
  const meter = best(() => run('scripts/bench/meter.mts'));
  return [
    figure('meter file of a year read, time of the processor', meter.ms, 'ms', { atMost: 1000 }),
    figure('meter file of a year read, memory', meter.megabytes, 'MB', { atMost: 100 }),
    figure('fifty contracts over that year, with its reading', meter.ms + (meter.comparedMs ?? 0), 'ms', {
      atMost: 2000,
    }),
    figure('fifty contracts over that year, as a multiple of its reading', (meter.comparedMs ?? 0) / meter.ms, '×', {
      atMost: 5,
    }),
    figure('palette loaded, unused', palette.ms, 'ms', { atMost: 10 }),
    figure('palette loaded, unused, memory', palette.megabytes, 'MB', { atMost: 2 }),
    figure('demo running, over bare Node-RED', demo.ms - bare.ms, 'ms', { atMost: 250 }),
    figure('demo running, over bare Node-RED, memory', demo.megabytes - bare.megabytes, 'MB', { atMost: 40 }),
  ];
}

const run = (...args: string[]) =>
  JSON.parse(execFileSync(process.execPath, ['--expose-gc', ...args], { encoding: 'utf8' })) as Cost;

/** The least of three runs: whatever else the machine does only adds. */
function best(measure: () => Cost): Cost {
  const runs = [measure(), measure(), measure()];
  return {
    ms: Math.min(...runs.map(({ ms }) => ms)),
    megabytes: Math.min(...runs.map(({ megabytes }) => megabytes)),
    comparedMs: Math.min(...runs.map(({ comparedMs = 0 }) => comparedMs)),
  };
}
