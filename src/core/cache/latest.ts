/** The entries of a map that keeps the latest `max`, and the oldest first. */
export interface Latest<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
  entries(): Iterable<[string, V]>;
}

/** A cache of the entries that were set last; the oldest entry gives way. */
export function latestEntries<V>(max: number): Latest<V> {
  const entries = new Map<string, V>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest = key] = entries.keys();
      if (entries.size > max) entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    entries: () => entries,
  };
}
