import type { Reader } from '../access/reader.ts';

/** Open event streams, at most: more than a household has pages open, and fewer than a process can hold. */
const STREAM_LIMITS = { all: 64, user: 32, address: 16 } as const;

/** A limit that a further stream would exceed. */
export type FullPlace = keyof typeof STREAM_LIMITS;

/** Counts the open streams, so that one reader cannot take the places of all others. */
export function createStreamPlaces() {
  const taken = new Map<string, number>();
  const add = (key: string, count: number) => {
    const next = (taken.get(key) ?? 0) + count;
    if (next > 0) taken.set(key, next);
    else taken.delete(key);
  };
  return {
    /** Takes a place. Returns what gives it back, or the limit that is reached. */
    take({ address, user }: Reader): (() => void) | FullPlace {
      const keys: Partial<Record<FullPlace, string>> = {
        address: `address ${address}`,
        ...(user !== undefined && { user: `user ${user}` }),
        all: 'all',
      };
      const entries = Object.entries(keys) as [FullPlace, string][];
      const full = entries.find(([place, key]) => (taken.get(key) ?? 0) >= STREAM_LIMITS[place]);
      if (full) return full[0];
      for (const [, key] of entries) add(key, 1);
      return () => {
        for (const [, key] of entries) add(key, -1);
      };
    },
  };
}
