import { parentPort, workerData } from 'node:worker_threads';
import { MessageError } from '../../messages/parse.ts';
import { answerCosts } from './answer-costs.ts';
import { choicesAt } from './billed-place.ts';
import type { CostsOutcome, CostsWork } from './in-worker.ts';
import { monthBill } from './month-bill.ts';

/** The other side of `costsInWorker`. */

const { asked, home, month, household, places, now }: CostsWork = workerData;

function outcome(): CostsOutcome {
  try {
    if (household) return { answer: choicesAt(household, places, now) };
    return { answer: month ? monthBill(month, places, now) : answerCosts(asked, { ...places, home }, now) };
  } catch (error) {
    if (error instanceof MessageError) return { wrong: error.message };
    throw error;
  }
}

parentPort?.postMessage(outcome());
