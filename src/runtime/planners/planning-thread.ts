import { extname, join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** A thread that answers one message at a time. It starts with a message if none is there, and never keeps the process alive. */
export class PlanningThread<Request, Answer> {
  readonly #module: string;
  readonly #resourceLimits: ResourceLimits;
  #worker: Worker | undefined;

  /**
   * @param module the file of this folder that answers messages, without its extension.
   * @param resourceLimits a calculation that needs more memory ends the thread, and nothing else.
   */
  constructor(module: string, resourceLimits: ResourceLimits) {
    this.#module = module;
    this.#resourceLimits = resourceLimits;
  }

  /** Rejects if the thread dies of the request; `late` if there is no answer in time, which ends the thread. */
  answer(request: Request, withinMs: number): Promise<Answer | 'late'> {
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(limit);
        worker.off('message', answered).off('error', died).off('exit', ended);
      };
      const answered = (answer: Answer) => {
        settle();
        resolve(answer);
      };
      const died = (error: Error) => {
        settle();
        reject(error);
      };
      const ended = (code: number) => died(new Error(`the thread ended with code ${code}`));
      const limit = setTimeout(() => {
        settle();
        void this.stop();
        resolve('late');
      }, withinMs);
      worker.once('message', answered).once('error', died).once('exit', ended);
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const file = join(__dirname, this.#module + extname(__filename));
    const worker = new Worker(file, { resourceLimits: this.#resourceLimits });
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    worker.on('error', forget).on('exit', forget).unref();
    this.#worker = worker;
    return worker;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
