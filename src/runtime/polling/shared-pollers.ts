import type { DayAheadQuestion } from '../../client/client.ts';
import type { Instant } from '../../core/time.ts';
import { pacedFrom } from './pacing.ts';
import { createPoller, type Follower, type Polled, type PolledAnswer, type Poller, type Trouble } from './poller.ts';

/** A poller of the follower's own, as far as it can tell. */
interface Followed extends Omit<Poller, 'start' | 'askAnew'> {
  /** The shared answer, else `recalled` from before, is heard at once, by those who follow already too. */
  start(recalled?: PolledAnswer): void;
}

export type Follow = (question: DayAheadQuestion, follower: Follower) => Followed;

interface Shared {
  readonly question: DayAheadQuestion;
  readonly poller: Poller;
  readonly followers: Set<Follower>;
  answer?: PolledAnswer;
  /** Since the last answer. */
  trouble?: Trouble | undefined;
}

interface SharedPollers {
  readonly follow: Follow;
  /** Asks the questions that match again, whenever they are due. */
  again(matching: (question: DayAheadQuestion) => boolean): void;
}

interface SharedPolled extends Polled {
  /** What keeps the next prices of a question, although it has been answered. */
  readonly late?: ((question: DayAheadQuestion) => Trouble | undefined) | undefined;
  /** False of what was answered then and is to be asked again at once; left out, it holds until its time. */
  readonly isOfToday?: ((question: DayAheadQuestion, fetchedAt: Instant) => boolean) | undefined;
  /** Requests of the account today, where a limit holds; 0 where none does. */
  readonly requestsToday?: (() => number) | undefined;
}

/** One poller for each question, from its first follower's start to its last one's stop. */
export function sharedPollers({
  late,
  isOfToday = () => true,
  requestsToday = () => 0,
  ...polled
}: SharedPolled): SharedPollers {
  const all = new Map<string, Shared>();
  const pace = (last: Instant) => pacedFrom(last, polled.clock.now(), requestsToday(), all.size);

  function open(question: DayAheadQuestion): Shared {
    const followers = new Set<Follower>();
    const poller = createPoller({ ...polled, pace }, question, {
      get soon() {
        return [...followers].some(({ soon }) => soon);
      },
      onUpdate(answer) {
        const trouble = late?.(question);
        Object.assign(shared, { answer, trouble });
        for (const follower of followers) {
          tell(follower, answer);
          if (trouble) follower.onTrouble(trouble);
        }
      },
      onTrouble(trouble) {
        shared.trouble = trouble;
        for (const follower of followers) follower.onTrouble(trouble);
      },
    });
    const shared: Shared = { question, poller, followers };
    return shared;
  }

  const follow: Follow = (question, follower) => {
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
        const { answer } = shared;
        shared.poller.start(answer && isOfToday(question, answer.fetchedAt) ? answer.nextPoll : undefined);
        for (const each of isNews ? shared.followers : [follower]) {
          if (shared.answer) tell(each, shared.answer);
          if (shared.trouble) each.onTrouble(shared.trouble);
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
  return {
    follow,
    again(matching) {
      for (const { question, poller } of all.values()) if (matching(question)) poller.askAnew();
    },
  };
}

/** A follower that cannot use an answer keeps it from nobody else. */
function tell(follower: Follower, answer: PolledAnswer): void {
  try {
    follower.onUpdate(answer);
  } catch (error) {
    follower.onTrouble({ error: error instanceof Error ? error : new Error(String(error)), retryAt: answer.nextPoll });
  }
}
