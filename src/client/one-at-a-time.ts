/** A way to run tasks. */
export type Run = <T>(task: () => Promise<T>) => Promise<T>;

export const atOnce: Run = (task) => task();

/** Each task begins when the one before has ended, well or not. */
export function oneAtATime(): Run {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task, task);
    last = turn;
    return turn;
  };
}
