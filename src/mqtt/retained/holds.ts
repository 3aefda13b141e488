import type { Publisher } from '../publisher.ts';
import { clearingOf, keyOf, type Publication } from '../topics.ts';

/** The word that lets go of what a topic holds on, until a broker has taken it. */
export interface Hold {
  /** Empty where nobody says the topic any more. */
  readonly owner: string;
  readonly letGo: string;
}

/** The topics that hold something on. */
export interface Holds {
  /** `owner` is about to say these. */
  note(owner: string, publications: readonly Publication[]): void;
  /**
   * Says the last word on a topic that `owner` says no more, which is cleared or forgotten once a broker has taken that; false where it
   * holds nothing, or another site has it.
   */
  letGo(owner: string, key: string): boolean;
  /** A broker has taken `payload`. */
  taken(key: string, payload: string): void;
  /** By the key of the topic. */
  all(): ReadonlyMap<string, Hold>;
}

/**
 * @param before what was held on in an earlier life.
 * @param isTaken tells whether another site says that topic by now.
 */
export function createHolds(
  publisher: Pick<Publisher, 'set' | 'forget'>,
  before: Iterable<readonly [key: string, hold: Hold]>,
  isTaken: (key: string) => boolean,
  onChange: () => void,
): Holds {
  const holds = new Map(before);
  /** Those whose last word is to let go. */
  const leaving = new Set<string>();
  function hold(key: string, next: Hold): void {
    const last = holds.get(key);
    if (last?.owner === next.owner && last.letGo === next.letGo) return;
    holds.set(key, next);
    onChange();
  }
  function drop(key: string): void {
    if (holds.delete(key)) onChange();
  }
  return {
    note(owner, publications) {
      for (const said of publications) {
        const key = keyOf(said);
        const letGo = said.letGo ?? holds.get(key)?.letGo;
        if (letGo === undefined) continue;
        hold(key, { owner, letGo });
        if (said.letGo === undefined) leaving.add(key);
        else leaving.delete(key);
      }
    },
    letGo(owner, key) {
      const held = holds.get(key);
      if (held?.owner !== owner) return false;
      if (isTaken(key)) {
        drop(key);
        return false;
      }
      const { topic, outside } = clearingOf(key);
      hold(key, { ...held, owner: '' });
      // What is under way need not be told twice.
      if (!outside && leaving.has(key)) return true;
      leaving.add(key);
      publisher.set([{ topic, payload: held.letGo, ...(outside && { outside, retain: false }) }]);
      return true;
    },
    taken(key, payload) {
      const held = holds.get(key);
      if (!held || !leaving.has(key) || (payload !== held.letGo && payload !== '')) return;
      leaving.delete(key);
      drop(key);
      if (held.owner === '' && key.startsWith('/')) publisher.forget(key);
    },
    all: () => holds,
  };
}
