import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Instant } from '../../core/time.ts';
import { MessageError } from '../../messages/parse.ts';
import type { SiteHousehold } from '../../messages/selection.ts';
import type { HouseholdChoices } from '../../pricing/bill/choices.ts';
import type { MonthBill } from '../power/running-bill.ts';
import type { CostsAnswer } from './answer-costs.ts';
import type { CountryHome } from './contract-bills.ts';
import type { CostPlaces } from './cost-holdings.ts';
import type { MonthQuestion } from './month-bill.ts';
import { BusyError, turnsOf } from './turns.ts';

/** The task of a worker: the question of a page, the bill of a month, or the choices of a household. */
export interface CostsWork {
  readonly asked?: unknown;
  /** The facts that the bills of a page depend on. */
  readonly home?: CountryHome;
  readonly month?: MonthQuestion;
  readonly household?: SiteHousehold;
  readonly places: CostPlaces;
  readonly now: Instant;
}

/** Its message: an answer, or that the question was wrong. */
export type CostsOutcome =
  | { readonly answer: CostsAnswer | MonthBill | HouseholdChoices | undefined }
  | { readonly wrong: string };

/** A file that fills more memory ends the worker, and nothing else. */
const MEGABYTES = 768;

/** A household compares once in a while: more than these are a mistake or an attack. */
const MAX_WAITING = 4;

/** One worker per process: several would fill the memory of a small computer. */
const inTurn = turnsOf(
  MAX_WAITING,
  () => new BusyError('comparison-busy', `${MAX_WAITING} comparisons wait already; try again later`),
);

/**
 * Answers in a thread of its own: devices are switched on this one meanwhile.
 * @throws BusyError while too many others wait.
 */
export const costsInWorker = (work: CostsWork): Promise<CostsAnswer> => inTurn(() => started<CostsAnswer>(work));

/** The bill of a month so far, in the same thread as comparisons. */
export const monthBillInWorker = (work: CostsWork): Promise<MonthBill | undefined> =>
  inTurn(() => started<MonthBill | undefined>(work));

/** The facts that a household's bill depends on, in the same thread. */
export const choicesInWorker = (work: CostsWork): Promise<HouseholdChoices | undefined> =>
  inTurn(() => started<HouseholdChoices | undefined>(work));

function started<Answer>(work: CostsWork) {
  const worker = new Worker(join(__dirname, 'worker.js'), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.on('message', (outcome: CostsOutcome) =>
      'answer' in outcome ? resolve(outcome.answer as Answer) : reject(new MessageError(outcome.wrong)),
    );
    worker.on('error', reject);
  });
  // Its memory is free only then.
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => resolve());
  });
  return { answer, ended };
}
