/**
 * A calculation that can be paused: it yields the number of planner calls that it has made since it yielded last. Its result does
 * not depend on where it is paused.
 */
export type Work<T> = Generator<number, T, void>;

/** Runs the rest of a calculation without a pause. */
export function finish<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** A calculation of one step as `Work`. */
export const unpaused = <From, T>(calculate: (from: From) => T): ((from: From) => Work<T>) =>
  // biome-ignore lint/correctness/useYield: it has no place to pause at.
  function* (from) {
    return calculate(from);
  };
