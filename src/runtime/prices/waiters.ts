/** Those who wait for what comes next. */
export interface Waiters<T> {
  next(): Promise<T>;
  /** Gives it to all of them, or the reason why it does not come; `false` where nobody waited. */
  resolve(value: T): boolean;
  reject(reason: Error): boolean;
}

export function createWaiters<T>(): Waiters<T> {
  let waiting: { readonly resolve: (value: T) => void; readonly reject: (reason: Error) => void }[] = [];
  const taken = () => {
    const all = waiting;
    waiting = [];
    return all;
  };
  return {
    next: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    resolve(value) {
      const all = taken();
      for (const { resolve } of all) resolve(value);
      return all.length > 0;
    },
    reject(reason) {
      const all = taken();
      for (const { reject } of all) reject(reason);
      return all.length > 0;
    },
  };
}
