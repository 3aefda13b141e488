/** A way to run tasks. */
export type TaskRunner = <T>(task: () => Promise<T>) => Promise<T>;

export const atOnce: TaskRunner = (task) => task();

/** Each task begins when the one before has ended, well or not. */
export function oneAtATime(): TaskRunner {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task, task);
    last = turn;
    return turn;
  };
}

/** Tasks run together; one that fails as `isBusy` while others run begins once more when those have ended. */
export function together(isBusy: (error: unknown) => boolean): TaskRunner {
  const running = new Set<Promise<unknown>>();
  const again = oneAtATime();
  return async (task) => {
    const before = [...running];
    const attempt = task();
    running.add(attempt);
    try {
      return await attempt;
    } catch (error) {
      running.delete(attempt);
      const others = [...before, ...running];
      if (!isBusy(error) || others.length === 0) throw error;
      return await again(() => Promise.allSettled(others).then(task));
    } finally {
      running.delete(attempt);
    }
  };
}
