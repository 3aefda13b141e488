/** Rows by key; a `Map` is one. What `set` and `delete` did holds from the next `get` on. */
export interface Table<T> extends Iterable<[string, T]> {
  get(key: string): T | undefined;
  set(key: string, row: T): unknown;
  delete(key: string): unknown;
}
