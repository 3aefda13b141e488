/** Rows by key; a `Map` is one. */
export interface Rows<K, V> extends Iterable<[K, V]> {
  get(key: K): V | undefined;
  keys(): Iterable<K>;
  values(): Iterable<V>;
}

/** Rows of these keys, each made when it is first asked for. */
export function lazyRows<K, V>(keys: Iterable<K>, make: (key: K) => V): Rows<K, V> {
  const known = new Set(keys);
  const made = new Map<K, V>();
  function get(key: K): V | undefined {
    if (!made.has(key) && known.has(key)) made.set(key, make(key));
    return made.get(key);
  }
  function* entries(): Generator<[K, V]> {
    for (const key of known) yield [key, get(key) as V];
  }
  function* values() {
    for (const [, value] of entries()) yield value;
  }
  return { get, keys: () => known, values, [Symbol.iterator]: entries };
}

/** The results of `make` on each row, when it is first asked for. */
export const mapRows = <K, V, R>(rows: Rows<K, V>, make: (value: V) => R): Rows<K, R> =>
  lazyRows(rows.keys(), (key) => make(rows.get(key) as V));
