/** `work`, which a call while it is at it leaves alone: the second click of a double-click, or one of an impatient user. */
export function onceAtATime<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result | undefined> {
  let isAtIt = false;
  return async (...args) => {
    if (isAtIt) return undefined;
    isAtIt = true;
    try {
      return await work(...args);
    } finally {
      isAtIt = false;
    }
  };
}
