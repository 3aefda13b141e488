/** What a member of a group of workers has said last, and when (ms). */
interface Word {
  readonly gone: boolean;
  readonly at: number;
}

/** Workers by the names of their sessions. */
export type Members = ReadonlyMap<string, Word>;

/** Seconds that a broker keeps the session of a worker that has gone, and the word that it has. */
export const SESSION_EXPIRY = 60;
/** Seconds after which a worker says again that it is there, and for which it is believed. */
export const SAID_AGAIN = 20;
const BELIEVED = 3 * SAID_AGAIN;

export const HERE = 'online';
export const GONE = 'gone';

/** The topic on which a member is heard of; of '' what those of all of them begin with. */
export const memberTopic = (root: string, id: string): string => `${root}/planners/${id}`;

const name = /^dayahead_planner_[0-9a-f]{16}$/;

/** The members whose words count after what one of them is said to have said; what is no name of a worker's session is left aside. */
export function heard(members: Members, id: string, word: string, at: number): Members {
  if (!name.test(id)) return members;
  const others = [...members].filter(([other, said]) => other !== id && counts(said, at));
  return new Map(word === HERE || word === GONE ? [...others, [id, { gone: word === GONE, at }]] : others);
}

/** The sessions of those who have gone that fall to `me`: each falls to the next in the order of names, round and round. */
export function leftTo(me: string, members: Members, now: number): string[] {
  const here = [...members].flatMap(([id, word]) => (!word.gone && counts(word, now) ? [id] : []));
  const ring = [...new Set([...here, me])].sort();
  return [...members].flatMap(([id, word]) => {
    if (!word.gone || id === me || !counts(word, now)) return [];
    return (ring.find((other) => other > id) ?? ring[0]) === me ? [id] : [];
  });
}

/** True until its session is forgotten, or itself is believed no more. */
const counts = ({ gone, at }: Word, now: number): boolean => now - at < 1000 * (gone ? SESSION_EXPIRY : BELIEVED);
