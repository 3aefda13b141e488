/** The entries of a map that keeps the latest `max`, and the oldest first. */
export interface Latest<V, K = string> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  entries(): Iterable<[K, V]>;
}

/** A cache of the entries that were set last; the oldest entry gives way. */
export function latestEntries<V, K = string>(max: number): Latest<V, K> {
  const entries = new Map<K, V>();
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
