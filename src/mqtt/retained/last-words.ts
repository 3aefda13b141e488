import type { Guest } from './guest.ts';
import type { Hold } from './holds.ts';

/** The topics that no node publishes any more. Keys as in `topics.ts`: below `root`, or outside it after a `/`. */
export interface Remains {
  readonly root: string;
  /** Topics that the broker may retain. */
  readonly topics: Set<string>;
  /** Topics whose last value holds something on. */
  readonly holds: Map<string, Omit<Hold, 'owner'>>;
}

interface Circumstances {
  /** Whether a node of this process publishes that topic of the user's own choice by now. */
  readonly isTaken: (topic: string) => boolean;
  /** Resolves when other publishers have had the time to be noticed. */
  readonly listen: () => Promise<void>;
}

export const topicAt = (root: string, key: string): string => (key.startsWith('/') ? key.slice(1) : `${root}/${key}`);

/** Whether the site itself retains values there: no topic of the user's own choice is among them. */
export const isOfSite = ({ topics }: Pick<Remains, 'topics'>, key: string): boolean =>
  topics.has(key) || !key.startsWith('/');

/**
 * Publishes the off value where nobody else uses the topic, then clears everything that is retained. What the broker has
 * accepted is deleted from `remains`; what it refuses stays there. Rejects where the connection is lost.
 */
export async function sayLastWords(guest: Guest, remains: Remains, { isTaken, listen }: Circumstances): Promise<void> {
  const { root, topics, holds } = remains;
  const used = await usedTopics(guest, remains, listen);
  for (const [key, { letGo }] of [...holds]) {
    const topic = topicAt(root, key);
    const retain = isOfSite(remains, key);
    const isInUse = used.has(topic) || (!retain && isTaken(topic));
    if (isInUse || (await guest.publish({ topic, payload: letGo, retain }))) holds.delete(key);
  }
  for (const key of [...topics])
    if (await guest.publish({ topic: topicAt(root, key), payload: '', retain: true })) topics.delete(key);
}

/**
 * The topics on which another publisher was noticed: by any message that differs from the last one of the site. Only where
 * the site retains values itself, a retained one may be an earlier value of its own.
 */
async function usedTopics(guest: Guest, remains: Remains, listen: () => Promise<void>): Promise<Set<string>> {
  const { root, holds } = remains;
  const used = new Set<string>();
  if (holds.size === 0) return used;
  const lastValues = new Map([...holds].map(([key, { said }]) => [topicAt(root, key), { said, key }]));
  await guest.subscribe([...lastValues.keys()], ({ topic, payload, retain }) => {
    const last = lastValues.get(topic);
    if (!last || payload === '' || payload === last.said) return;
    if (!retain || !isOfSite(remains, last.key)) used.add(topic);
  });
  await Promise.race([listen(), guest.lost]);
  return used;
}
