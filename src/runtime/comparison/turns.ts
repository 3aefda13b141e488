import { FaultError } from '../problems.ts';

/** Refuses a task while too many others wait. */
export class BusyError extends FaultError {
  /** Seconds after which the task may be requested again. */
  readonly retryAfter = 30;
}

/** A running task: its answer, and the end of all that it holds. */
interface Running<Answer> {
  readonly answer: Promise<Answer>;
  readonly ended: Promise<void>;
}

/**
 * Runs one task at a time, in the order of the requests.
 * @param maxWaiting tasks wait behind the one that runs.
 * @param refuse makes the error of a task that may not wait any more.
 */
export function turnsOf(maxWaiting: number, refuse: () => Error) {
  let open = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <Answer>(run: () => Running<Answer>): Promise<Answer> => {
    if (open > maxWaiting) throw refuse();
    open += 1;
    const running = last.then(run);
    const free = () => {
      open -= 1;
    };
    last = running.then(({ ended }) => ended).then(free, free);
    return (await running).answer;
  };
}
