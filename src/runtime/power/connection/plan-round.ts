import { advance, type Work } from '../../../planner/work.ts';
import type { Clock } from '../../clock.ts';

/** Planner calls in one turn of the event loop. */
const CALLS_PER_TURN = 25;
/** Participants that take up their plans in one turn of the event loop. */
const PARTICIPANTS_PER_TURN = 8;

/**
 * Plans for all participants at once, spread over turns of the event loop: the search first, then `adopt` for one participant after the
 * other, in the order of `plans`. A search that throws ends the round without plans.
 *
 * @param isCurrent false where a participant has left, or asks for something else since: it does without this plan.
 * @param onEnd called after the last one.
 * @returns what cancels the rest of the round.
 */
export function startRound<Of, Plan>(
  clock: Pick<Clock, 'now' | 'alarm'>,
  search: Work<ReadonlyMap<Of, Plan>>,
  adopt: (participants: readonly Of[], plans: ReadonlyMap<Of, Plan>) => void,
  isCurrent: (participant: Of) => boolean,
  onEnd: () => void,
): () => void {
  let cancel = () => {};
  const later = (next: () => void) => {
    cancel = clock.alarm(clock.now(), next);
  };

  function seek(): void {
    let found: { readonly value: ReadonlyMap<Of, Plan> } | undefined;
    try {
      found = advance(search, CALLS_PER_TURN);
    } catch {
      // The standing plans stay. A participant whose demand cannot be planned reports that when it plans by itself.
      onEnd();
      return;
    }
    if (found) adoptFrom([...found.value.keys()], found.value);
    else later(seek);
  }

  function adoptFrom(left: readonly Of[], plans: ReadonlyMap<Of, Plan>): void {
    adopt(left.slice(0, PARTICIPANTS_PER_TURN).filter(isCurrent), plans);
    const rest = left.slice(PARTICIPANTS_PER_TURN);
    if (rest.length === 0) onEnd();
    else later(() => adoptFrom(rest, plans));
  }

  seek();
  return () => cancel();
}
