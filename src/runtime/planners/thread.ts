import { parentPort } from 'node:worker_threads';
import { answerTo } from '../../messages/house/answer.ts';

/** The other side of `PlanningThread`. */

parentPort?.on('message', (request: string) => parentPort?.postMessage(answerTo(request)));
