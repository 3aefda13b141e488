import type { Instant } from '../../core/time.ts';
import type { Publisher } from '../publisher.ts';
import { clearingOf, keyOf, type Publication } from '../topics.ts';

/** The word that lets go of what a topic holds on, until a broker has taken it. */
export interface Hold {
  /** Empty where nobody says the topic any more. */
  readonly owner: string;
  readonly letGo: string;
  /** The payload that holds it on; missing in files of 0.1. */
  readonly said?: string | undefined;
  /** The time since which nobody says it any more. */
  readonly since?: Instant | undefined;
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
  /** Says the last word of another life; false where that holds nothing. */
  adopt(key: string, held: Omit<Hold, 'owner'> | undefined): boolean;
  /** A broker has taken `payload`. */
  taken(key: string, payload: string): void;
  /**
   * Hands over each last word on a topic of the user's own choice that no broker has accepted for some seconds: while the broker
   * is away, others may begin to use that topic.
   */
  handOverAll(): void;
  /** By the key of the topic. */
  all(): ReadonlyMap<string, Hold>;
}

export interface HoldsMeans {
  /** Whether another site publishes that topic by now. */
  readonly isTaken: (key: string) => boolean;
  /** Whether a broker may retain that topic: only sites publish there. */
  readonly isRetained: (key: string) => boolean;
  readonly now: () => Instant;
  readonly onChange: () => void;
  /** Resolves when a last word is kept elsewhere, to be published there. Left out: it is published here on every connection. */
  readonly handOver?: ((key: string, hold: Hold) => Promise<void>) | undefined;
}

/** Seconds that the first connection after a deployment takes. */
const CONNECT_SECONDS = 3;

/** @param before what was held on in an earlier life. */
export function createHolds(
  publisher: Pick<Publisher, 'set' | 'forget'>,
  before: Iterable<readonly [key: string, hold: Hold]>,
  { isTaken, isRetained, now, onChange, handOver }: HoldsMeans,
): Holds {
  const holds = new Map(before);
  /** Those whose last word is to let go. */
  const leaving = new Set<string>();
  /** Holds that are being handed over. */
  const given = new Set<Hold>();
  function hold(key: string, next: Hold): void {
    const last = holds.get(key);
    if (last?.owner === next.owner && last.letGo === next.letGo && last.said === next.said) return;
    holds.set(key, next);
    onChange();
  }
  function drop(key: string): void {
    if (holds.delete(key)) onChange();
  }
  function handOverAll(): void {
    for (const [key, held] of holds) {
      if (!handOver || held.owner !== '' || isRetained(key) || given.has(held)) continue;
      const { since = 0 } = held;
      if (since <= now() && now() - since <= CONNECT_SECONDS) continue;
      publisher.forget(key);
      leaving.delete(key);
      // It stays here until it is kept elsewhere, so that no crash loses it.
      given.add(held);
      void handOver(key, held).then(() => {
        given.delete(held);
        if (holds.get(key) === held) drop(key);
      });
    }
  }
  function letGo(owner: string, key: string): boolean {
    const held = holds.get(key);
    if (held?.owner !== owner) return false;
    if (isTaken(key)) {
      drop(key);
      return false;
    }
    const { topic, outside } = clearingOf(key);
    hold(key, { ...held, owner: '', since: held.since ?? now() });
    // What is under way need not be told twice.
    if (!outside && leaving.has(key)) return true;
    leaving.add(key);
    publisher.set([{ topic, payload: held.letGo, ...(outside && { outside, retain: false }) }]);
    return true;
  }
  handOverAll();
  return {
    handOverAll,
    letGo,
    adopt(key, held) {
      if (held) hold(key, { ...held, owner: '', since: now() });
      return letGo('', key);
    },
    note(owner, publications) {
      for (const said of publications) {
        const key = keyOf(said);
        const held = holds.get(key);
        const letGo = said.letGo ?? held?.letGo;
        if (letGo === undefined) continue;
        hold(key, { owner, letGo, said: said.letGo === undefined ? held?.said : said.payload });
        if (said.letGo === undefined) leaving.add(key);
        else leaving.delete(key);
      }
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
