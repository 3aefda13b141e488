import type { DayAhead } from '../../../api/read-series.ts';
import type { DayAheadQuestion } from '../../../client/client.ts';
import { DAY_SECONDS, type Instant } from '../../../core/time.ts';
import type { AskPast } from '../../polling/once-a-day.ts';

/** Whole days before its own that a service answers with. */
const BEFORE = 3;
/** Answers that reach back as far as anything is kept. */
const MOST = 15;

/** The answers to `question` of earlier days, the newest first, as far back as the service still has prices. */
export async function answersBefore(ask: AskPast, question: DayAheadQuestion, now: Instant): Promise<DayAhead[]> {
  const answers: DayAhead[] = [];
  while (answers.length < MOST) {
    const at = now - DAY_SECONDS * (1 + (BEFORE + 1) * answers.length);
    const answer = await ask({ ...question, historicDays: BEFORE }, at).catch(() => undefined);
    // What is further back is not kept, or the contract was none yet.
    if (!answer) break;
    answers.push(answer);
  }
  return answers;
}
