import { isSameHorizon, isSameSpans } from '../../planner/horizon.ts';
import type { Claim } from '../../planner/house/order.ts';
import type { SitePlan } from '../../planner/house/site.ts';
import type { ConnectionProblem } from '../../planner/joint/connection-house.ts';
import type { ConnectionRequest } from './connection-thread.ts';
import { PlanningThread } from './planning-thread.ts';

/** The answer of a search that threw is `undefined`. */
type ConnectionAnswer = readonly SitePlan[] | undefined;

/** After this time, the thread answers with the best plans so far. */
const SEARCH_MS = 20_000;
/** After this time, a thread that has not answered is ended. */
const ANSWER_MS = 60_000;
/** A thread without work ends, so that its memory is free again. */
const IDLE_MS = 600_000;

/** One thread plans the connections of all sites of this process, one after the other. A redeploy keeps it. */
export const planInThread = connectionPlanner(
  new PlanningThread<ConnectionRequest, ConnectionAnswer>('connection-thread', {
    maxOldGenerationSizeMb: 176,
    // 100 devices take 75 MB more, and 116 MB with 32.
    maxYoungGenerationSizeMb: 12,
  }),
);

/** @returns a function that plans a connection, and rejects if the thread dies. The next problem starts a new thread. */
export function connectionPlanner(
  thread: Pick<PlanningThread<ConnectionRequest, ConnectionAnswer>, 'answer' | 'stop'>,
) {
  let previous: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function answered(problem: ConnectionProblem): Promise<ConnectionAnswer> {
    clearTimeout(idle);
    try {
      const claims = sharingPrices(problem.claims);
      const answer = await thread.answer({ problem: { ...problem, claims }, withinMs: SEARCH_MS }, ANSWER_MS);
      if (answer === 'late') throw new Error(`no plans within ${ANSWER_MS / 1000} s`);
      return answer;
    } finally {
      idle = setTimeout(() => void thread.stop(), IDLE_MS).unref();
    }
  }

  return (problem: ConnectionProblem): Promise<ConnectionAnswer> => {
    const planned = previous.then(() => answered(problem));
    previous = planned.catch(() => undefined);
    return planned;
  };
}

/** Claims with equal prices share one object: a message to a thread copies each object once. */
function sharingPrices(claims: readonly Claim[]): Claim[] {
  const horizonOnce = once(isSameHorizon);
  const feedinOnce = once(isSameSpans);
  return claims.map(({ feedin, ...claim }) => ({
    ...claim,
    horizon: horizonOnce(claim.horizon),
    ...(feedin && { feedin: feedinOnce(feedin) }),
  }));
}

function once<T>(isSame: (one: T, other: T) => boolean): (one: T) => T {
  const known: T[] = [];
  return (one) => {
    const same = known.find((other) => isSame(one, other));
    if (same === undefined) known.push(one);
    return same ?? one;
  };
}
