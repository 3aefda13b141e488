import { parentPort } from 'node:worker_threads';
import type { SitePlan } from '../../planner/house/site.ts';
import type { ConnectionProblem } from '../../planner/joint/connection-house.ts';
import { connectionSearch } from '../../planner/joint/plan-connection.ts';

export interface ConnectionRequest {
  readonly problem: ConnectionProblem;
  /** After so many milliseconds, the best plans so far are the answer. */
  readonly withinMs: number;
}

/** The answer to a request; `undefined` if the search throws, as it does for a demand that cannot be planned. */
export function connectionAnswer(
  { problem, withinMs }: ConnectionRequest,
  now = () => performance.now(),
): readonly SitePlan[] | undefined {
  const end = now() + withinMs;
  let best: readonly SitePlan[] | undefined;
  const search = connectionSearch(problem, (plans) => {
    best = plans;
  });
  try {
    for (;;) {
      const step = search.next();
      if (step.done) return step.value;
      if (best && now() >= end) return best;
    }
  } catch {
    return undefined;
  }
}

parentPort?.on('message', (request: ConnectionRequest) => parentPort?.postMessage(connectionAnswer(request)));
