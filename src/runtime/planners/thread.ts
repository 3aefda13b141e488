import { parentPort } from 'node:worker_threads';
import { answerTo } from '../../messages/house/answer.ts';

/** Plans houses for the planner service, in a `PlanningThread`. */

parentPort?.on('message', (request: string) => parentPort?.postMessage(answerTo(request)));
