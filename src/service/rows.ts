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
  return rowsOf(() => known, get);
}

/** The results of `make` on each row, when it is first asked for, and again where it has become another. */
export function mapRows<K, V, R>(rows: Rows<K, V>, make: (value: V) => R): Rows<K, R> {
  const made = new Map<K, { readonly from: V; readonly result: R }>();
  function get(key: K): R | undefined {
    const value = rows.get(key);
    if (value === undefined) return undefined;
    const known = made.get(key);
    if (known && known.from === value) return known.result;
    const result = make(value);
    made.set(key, { from: value, result });
    return result;
  }
  return rowsOf(() => rows.keys(), get);
}

/** Rows of `keys` as `get` has them. */
export function rowsOf<K, V>(keys: () => Iterable<K>, get: (key: K) => V | undefined): Rows<K, V> {
  function* entries(): Generator<[K, V]> {
    for (const key of keys()) yield [key, get(key) as V];
  }
  function* values() {
    for (const [, value] of entries()) yield value;
  }
  return { get, keys, values, [Symbol.iterator]: entries };
}
