import type { Publisher } from '../publisher.ts';
import { clearingOf, keyOf, type Publication } from '../topics.ts';
import { createHolds, type Hold, type HoldsMeans } from './holds.ts';
import type { Remains } from './last-words.ts';

/** The owners of what a broker retains, so that it can be cleared when nobody says it any more. */
export interface RetainedTopics {
  /**
   * The whole of what `owner` says from now on: what it said before and does not say now is cleared, as the old topics of
   * a device that was renamed.
   */
  say(owner: string, publications: readonly Publication[]): void;
  /** Clears what another life has left, except what somebody here has said. */
  adopt(left: Pick<Remains, 'topics' | 'holds'>): void;
  /** Clears what `owner` has said. */
  silence(owner: string): void;
  /** The keys of what `owner` has said. */
  of(owner: string): readonly string[];
  /** The owner of every topic that a broker may retain, by its key. */
  all(): ReadonlyMap<string, string>;
  /** The topics that hold something on, by their keys. */
  holds(): ReadonlyMap<string, Hold>;
}

/** The parts of an earlier life. */
interface Before {
  /** What a broker may still retain. */
  readonly topics: Iterable<readonly [key: string, owner: string]>;
  readonly holds: Iterable<readonly [key: string, hold: Hold]>;
}

/** Owns what is to be cleared, until a broker has done it. */
const NOBODY = '';

/** `onChange` is called when there is something else to remember. */
type Means = Pick<HoldsMeans, 'now' | 'onChange' | 'handOver'> & Partial<Pick<HoldsMeans, 'isTaken'>>;

export function createRetainedTopics(
  publisher: Pick<Publisher, 'set' | 'forget' | 'onTaken' | 'onConnected'>,
  before: Before,
  { now, onChange, isTaken = () => false, handOver }: Means,
): RetainedTopics {
  const owners = ownedKeys(before.topics);
  const isRetained = (key: string) => owners.has(key);
  const holds = createHolds(publisher, before.holds, { isTaken, isRetained, now, onChange, handOver });
  /** Topics that no broker retains, as a user's own command topic. */
  const passing = ownedKeys([]);
  publisher.onConnected = holds.handOverAll;
  publisher.onTaken = (key, payload) => {
    holds.taken(key, payload);
    if (owners.get(key) !== NOBODY || holds.all().has(key)) return;
    // After the last word on it.
    if (payload !== '') publisher.set([clearingOf(key)]);
    else if (owners.delete(key)) onChange();
  };
  function say(owner: string, publications: readonly Publication[]): void {
    const said = new Set(publications.map(keyOf));
    const gone = (kept: OwnedKeys) => kept.of(owner).filter((key) => !said.has(key));
    const cleared = gone(owners);
    for (const key of cleared) owners.set(key, NOBODY);
    const held = [...holds.all()].flatMap(([key, hold]) => (hold.owner === owner && !said.has(key) ? [key] : []));
    const left = held.filter((key) => holds.letGo(owner, key));
    for (const key of gone(passing)) {
      passing.delete(key);
      if (!left.includes(key)) publisher.forget(key);
    }
    holds.note(owner, publications);
    const changed = publications.filter((publication) => hold(owner, publication)).length + cleared.length > 0;
    const known = ({ payload, ...topic }: Publication) => payload !== '' || owners.get(keyOf(topic)) === owner;
    const silent = cleared.filter((key) => !left.includes(key));
    publisher.set([...publications.filter(known), ...silent.map(clearingOf)]);
    if (changed) onChange();
  }
  /** Notes whose the topic is; true where a broker retains it and it was not the owner's before. */
  function hold(owner: string, publication: Publication): boolean {
    const key = keyOf(publication);
    const kept = publication.retain === false ? passing : owners;
    if (publication.payload === '' || kept.get(key) === owner) return false;
    kept.set(key, owner);
    return kept === owners;
  }
  function adopt(left: Pick<Remains, 'topics' | 'holds'>): void {
    const silent = [...new Set([...left.topics, ...left.holds.keys()])].filter((key) => !owners.has(key));
    for (const key of silent) owners.set(key, NOBODY);
    const held = silent.filter((key) => holds.adopt(key, left.holds.get(key)));
    publisher.set(silent.filter((key) => !held.includes(key)).map(clearingOf));
    if (silent.length > 0) onChange();
  }
  return {
    say,
    adopt,
    silence: (owner) => say(owner, []),
    of: owners.of,
    all: owners.all,
    holds: holds.all,
  };
}

/** The owner of each key, and the keys of each owner: a site has thousands of topics. */
type OwnedKeys = ReturnType<typeof ownedKeys>;

function ownedKeys(before: Iterable<readonly [key: string, owner: string]>) {
  const owners = new Map<string, string>();
  const keys = new Map<string, Set<string>>();
  function remove(key: string): boolean {
    keys.get(owners.get(key) ?? '')?.delete(key);
    return owners.delete(key);
  }
  function set(key: string, owner: string): void {
    remove(key);
    owners.set(key, owner);
    const owned = keys.get(owner) ?? new Set();
    keys.set(owner, owned.add(key));
  }
  for (const [key, owner] of before) set(key, owner);
  return {
    get: (key: string) => owners.get(key),
    has: (key: string) => owners.has(key),
    set,
    delete: remove,
    of: (owner: string): string[] => [...(keys.get(owner) ?? [])],
    all: (): ReadonlyMap<string, string> => owners,
  };
}
