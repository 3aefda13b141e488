import type { DayAheadQuestion } from '../../client/client.ts';
import { createPoller, type PolledAnswer, type Poller, type PollerOptions, type Trouble } from './poller.ts';

/** One of those who want the answers to a question. */
interface Follower {
  /** Wants new prices as soon as they exist. */
  readonly soon: boolean;
  readonly onAnswer: (answer: PolledAnswer) => void;
  readonly onProblem: (problem: Trouble) => void;
}

/** A poller of the follower's own, as far as it can tell. */
interface Followed extends Omit<Poller, 'start'> {
  /** What is known is heard at once, by those who follow already too: the shared answer, else `recalled` from before. */
  start(recalled?: PolledAnswer): void;
}

export type Follow = (question: DayAheadQuestion, follower: Follower) => Followed;

interface Shared {
  readonly poller: Poller;
  readonly followers: Set<Follower>;
  answer?: PolledAnswer;
  /** What went wrong since the last answer. */
  problem?: Trouble | undefined;
}

/** One poller for each question, from its first follower's start to its last one's stop. */
export function sharedPollers(options: Pick<PollerOptions, 'client' | 'clock' | 'random'>): Follow {
  const all = new Map<string, Shared>();

  function open(question: DayAheadQuestion): Shared {
    const followers = new Set<Follower>();
    const poller = createPoller({
      ...options,
      question,
      soon: () => [...followers].some(({ soon }) => soon),
      onAnswer(answer) {
        Object.assign(shared, { answer, problem: undefined });
        for (const follower of followers) tell(follower, answer);
      },
      onProblem(problem) {
        shared.problem = problem;
        for (const follower of followers) follower.onProblem(problem);
      },
    });
    const shared: Shared = { poller, followers };
    return shared;
  }

  return (question, follower) => {
    const key = JSON.stringify(question);
    let mine: Shared | undefined;
    return {
      start(recalled) {
        if (mine) return;
        const shared = all.get(key) ?? open(question);
        mine = shared;
        all.set(key, shared);
        const isNews = recalled !== undefined && shared.answer === undefined;
        if (isNews) shared.answer = recalled;
        shared.followers.add(follower);
        shared.poller.start(shared.answer?.nextPoll);
        for (const each of isNews ? shared.followers : [follower]) {
          if (shared.answer) tell(each, shared.answer);
          if (shared.problem) each.onProblem(shared.problem);
        }
      },
      stop() {
        mine?.followers.delete(follower);
        if (mine?.followers.size === 0) {
          mine.poller.stop();
          all.delete(key);
        }
        mine = undefined;
      },
      ask: () => mine?.poller.ask(),
    };
  };
}

/** A follower that cannot use an answer keeps it from nobody else. */
function tell(follower: Follower, answer: PolledAnswer): void {
  try {
    follower.onAnswer(answer);
  } catch (error) {
    follower.onProblem({ error: error instanceof Error ? error : new Error(String(error)), retryAt: answer.nextPoll });
  }
}
