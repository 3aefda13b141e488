import { processorMs } from './processor-clock.mts';
import type { Measure } from './ratio.mts';

/** Far more than reading the clock takes, so short that a round ends before the machine changes its mind. */
const BATCH_MS = 2;
const WARM_UP_MS = 150;

/** Milliseconds of one run, from as many as a batch takes; warm at the first one already. */
export function batches(run: () => void): Measure {
  const timed = (runs: number) => {
    const begun = processorMs();
    for (let i = 0; i < runs; i++) run();
    return processorMs() - begun;
  };
  let runs = 1;
  const until = processorMs() + WARM_UP_MS;
  while (processorMs() < until) runs = Math.max(1, Math.round(Math.min(2 * runs, (runs * BATCH_MS) / timed(runs))));
  return () => timed(runs) / runs;
}

/** The same of what is run for one subject after the other. */
export function batchesOver<T>(subjects: readonly T[], run: (subject: T) => unknown): Measure {
  let next = 0;
  return batches(() => void run(subjects[next++ % subjects.length] as T));
}

/** Milliseconds of one run, whatever it takes. */
export const worked =
  (run: () => unknown): Measure =>
  async () => {
    const begun = processorMs();
    await run();
    return processorMs() - begun;
  };
