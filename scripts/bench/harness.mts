/** What a figure is held to, in its own unit. */
export type Budget = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '/s' | 'ms' | 'MB' | '%' | '×';
  readonly budget?: Budget;
}

/** Something small that is run over and over. */
export interface Benchmark {
  readonly name: string;
  run(): void | Promise<void>;
  readonly budget?: {
    /** Runs per second on one core, at least. */
    readonly perSecond?: number;
    /** Milliseconds that no single run may exceed. */
    readonly slowestMs?: number;
  };
}

const WARM_UP_MS = 300;
const MEASURE_MS = 1000;

/** Runs each benchmark warm for about a second: its runs per second and, where that has a budget, its slowest run. */
export async function measure(benchmarks: readonly Benchmark[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const benchmark of benchmarks) {
    const { name, budget = {} } = benchmark;
    await repeat(benchmark, WARM_UP_MS);
    globalThis.gc?.();
    const { perSecond, slowestMs } = await repeat(benchmark, MEASURE_MS);
    figures.push(figure(name, perSecond, '/s', budget.perSecond && { atLeast: budget.perSecond }));
    if (budget.slowestMs) figures.push(figure(`${name}, slowest run`, slowestMs, 'ms', { atMost: budget.slowestMs }));
  }
  return figures;
}

/** One line of the table; a budget of 0 is none. */
export function figure(name: string, value: number, unit: Figure['unit'], budget?: Budget | 0): Figure {
  return { name, value, unit, ...(budget && { budget }) };
}

/** Whether the figure keeps to its budget; one without a budget does. */
export function isMet({ value, budget }: Figure): boolean {
  if (!budget) return true;
  return 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost;
}

async function repeat(benchmark: Benchmark, forMs: number): Promise<{ perSecond: number; slowestMs: number }> {
  const begun = performance.now();
  let runs = 0;
  let slowestMs = 0;
  for (let last = begun; last - begun < forMs; runs++) {
    const pending = benchmark.run();
    if (pending) await pending;
    const now = performance.now();
    slowestMs = Math.max(slowestMs, now - last);
    last = now;
  }
  return { perSecond: (1000 * runs) / (performance.now() - begun), slowestMs };
}
