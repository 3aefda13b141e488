import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PlannedText } from './planner-worker.ts';

/**
 * A house that fills more memory ends the thread, and nothing else. A plan needs a fifth of that: the engine goes by the limit when
 * it clears up, and with 512 a plan took half as long again, in a tenth less memory.
 */
const MEGABYTES = 2048;

/** Plans in a thread of its own: the broker is listened to meanwhile, and a plan that takes too long is given up. */
export class PlanningThread {
  #worker: Worker | undefined;

  /** One at a time. Rejects where the thread dies of it. */
  plan(request: string, withinMs: number): Promise<PlannedText> {
    const worker = this.#worker ?? new Worker(join(__dirname, 'thread.js'), { resourceLimits });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(limit);
        worker.off('message', answered).off('error', died);
      };
      const answered = (planned: PlannedText) => {
        settle();
        resolve(planned);
      };
      const died = (error: Error) => {
        settle();
        this.#worker = undefined;
        reject(error);
      };
      const limit = setTimeout(() => {
        settle();
        void this.stop();
        resolve('late');
      }, withinMs);
      worker.once('message', answered).once('error', died);
      worker.postMessage(request);
    });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

const resourceLimits = { maxOldGenerationSizeMb: MEGABYTES };
