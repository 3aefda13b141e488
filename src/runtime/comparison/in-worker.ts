import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Instant } from '../../core/time.ts';
import { MessageError } from '../../messages/parse.ts';
import type { CostsAnswer } from './answer-costs.ts';
import type { CostPlaces } from './cost-holdings.ts';

/** The task of a worker. */
export interface CostsWork {
  readonly asked: unknown;
  readonly places: CostPlaces;
  readonly now: Instant;
}

/** Its message: an answer, or that the question was wrong. */
export type CostsOutcome = { readonly answer: CostsAnswer } | { readonly wrong: string };

/** A file that fills more memory ends the worker, and nothing else. */
const MEGABYTES = 768;

/** Answers in a thread of its own: devices are switched on this one meanwhile. */
export function costsInWorker(work: CostsWork): Promise<CostsAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(__dirname, 'worker.js'), {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
    worker.on('message', (outcome: CostsOutcome) =>
      'answer' in outcome ? resolve(outcome.answer) : reject(new MessageError(outcome.wrong)),
    );
    worker.on('error', reject);
  });
}
