import { parentPort, workerData } from 'node:worker_threads';
import { MessageError } from '../../messages/parse.ts';
import { answerCosts } from './answer-costs.ts';
import type { CostsOutcome, CostsWork } from './in-worker.ts';
import { monthBill } from './month-bill.ts';

/** The other side of `costsInWorker`. */

const { asked, month, places, now }: CostsWork = workerData;

function outcome(): CostsOutcome {
  try {
    return { answer: month ? monthBill(month, places, now) : answerCosts(asked, places, now) };
  } catch (error) {
    if (error instanceof MessageError) return { wrong: error.message };
    throw error;
  }
}

parentPort?.postMessage(outcome());
