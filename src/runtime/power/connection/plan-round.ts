import type { Work } from '../../../planner/work.ts';
import type { Clock } from '../../clock.ts';

/** Planner calls in one turn of the event loop, and its milliseconds: whatever comes first ends it. */
const CALLS_PER_TURN = 25;
const TURN_MS = 10;
/** Planner calls after which a search is left to another thread, if there is one. All orders of four devices are tried within 100. */
const CALLS_HERE = 125;
/** Participants that take up their plans in one turn of the event loop. */
const PARTICIPANTS_PER_TURN = 8;

/** The search of a round; its result does not depend on where it runs. */
interface RoundSearch<Of, Plan> {
  readonly here: Work<ReadonlyMap<Of, Plan>>;
  /** The whole search in another thread, without plans if it fails; left out if there is no other thread. */
  readonly elsewhere?: (() => Promise<ReadonlyMap<Of, Plan> | undefined>) | undefined;
}

/**
 * Plans for all participants at once, spread over turns of the event loop: the search first, then `adopt` for one participant after the
 * other, in the order of `plans`. A short search runs here, a long one in another thread. A search that fails ends the round without plans.
 *
 * @param isCurrent false if a participant has left, requests something else since, or the plan comes too late for it: it does without this plan.
 * @param onEnd called after the last one.
 * @param ms milliseconds that only go forwards
 * @returns what cancels the rest of the round.
 */
export function startRound<Of, Plan>(
  clock: Pick<Clock, 'now' | 'alarm'>,
  search: RoundSearch<Of, Plan>,
  adopt: (participant: Of, plans: ReadonlyMap<Of, Plan>) => void,
  isCurrent: (participant: Of, plan: Plan) => boolean,
  onEnd: () => void,
  ms = () => performance.now(),
): () => void {
  let isCancelled = false;
  let cancel = () => {};
  const later = (next: () => void) => {
    if (!isCancelled) cancel = clock.alarm(clock.now(), next);
  };

  function seek(before: number): void {
    const end = ms() + TURN_MS;
    let calls = 0;
    let step: IteratorResult<number, ReadonlyMap<Of, Plan>>;
    try {
      do {
        step = search.here.next();
        if (!step.done) calls += step.value;
      } while (!step.done && calls < CALLS_PER_TURN && ms() < end);
    } catch {
      // The standing plans stay. A participant whose demand cannot be planned reports that when it plans by itself.
      onEnd();
      return;
    }
    const made = before + calls;
    if (step.done) finish(step.value);
    else if (search.elsewhere && made >= CALLS_HERE)
      void search.elsewhere().then((plans) => later(() => finish(plans)));
    else later(() => seek(made));
  }

  const finish = (plans?: ReadonlyMap<Of, Plan>) => (plans?.size ? adoptFrom([...plans.keys()], plans) : onEnd());

  function adoptFrom(left: readonly Of[], plans: ReadonlyMap<Of, Plan>): void {
    const end = ms() + TURN_MS;
    let next = 0;
    do {
      const participant = left[next++] as Of;
      if (isCurrent(participant, plans.get(participant) as Plan)) adopt(participant, plans);
    } while (next < left.length && next < PARTICIPANTS_PER_TURN && ms() < end);
    const rest = left.slice(next);
    if (rest.length === 0) onEnd();
    else later(() => adoptFrom(rest, plans));
  }

  seek(0);
  return () => {
    isCancelled = true;
    cancel();
  };
}
