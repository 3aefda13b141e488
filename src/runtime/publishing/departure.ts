import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { type Remains, topicAt } from '../../mqtt/retained/last-words.ts';
import { behind } from '../clock.ts';

/** The topics that a site has left on a broker at a deployment. */
export interface Departure extends Remains {
  /** The id of the site. */
  readonly site: string;
  readonly broker: string;
  /** The time of the last deployment by which it left something. */
  since: Instant;
}

/** Seconds after a deployment within which off values are published. */
export const OFF_SECONDS = 24 * 3600;
/** Seconds after which topics that could not be cleared are forgotten. */
const FORGET_SECONDS = 30 * OFF_SECONDS;

export const departuresSchema = z.object({
  departures: z.array(
    z.object({
      site: z.string(),
      broker: z.string(),
      root: z.string(),
      since: z.number(),
      topics: z.array(z.string()),
      holds: z.record(
        z.string(),
        z.object({ letGo: z.string(), said: z.string().optional(), since: z.number().optional() }),
      ),
    }),
  ),
});

export const departuresOf = ({ departures }: z.output<typeof departuresSchema>): Departure[] =>
  departures.map(({ topics, holds, ...rest }) => ({
    ...rest,
    topics: new Set(topics),
    holds: new Map(Object.entries(holds)),
  }));

/** As JSON. */
export const departuresRecord = (departures: readonly Departure[]) => ({
  schema: 1,
  departures: departures.map(({ site, broker, root, since, topics, holds }) => ({
    ...{ site, broker, root, since, topics: [...topics] },
    holds: Object.fromEntries([...holds].map(([key, { letGo, said, since }]) => [key, { letGo, said, since }])),
  })),
});

/** Adds what the same site has left at the same place by another deployment; false where the place is another. */
export function hasJoined(departure: Departure, { site, broker, root, topics, holds, since }: Departure): boolean {
  if (departure.site !== site || departure.broker !== broker || departure.root !== root) return false;
  for (const key of topics) departure.topics.add(key);
  for (const [key, hold] of holds) departure.holds.set(key, hold);
  departure.since = since;
  return true;
}

export const isEmpty = ({ topics, holds }: Remains): boolean => topics.size + holds.size === 0;

/** Seconds since the last deployment. */
export const ageOf = ({ since }: Departure, now: Instant): number => now - since;

/** Begins to count anew where the clock has been set back before the deployment. */
export function correctTimes(departure: Departure, now: Instant): void {
  const corrected = (since: Instant) => (behind(since, now) < 0 ? now : since);
  departure.since = corrected(departure.since);
  for (const [key, hold] of departure.holds)
    departure.holds.set(key, { ...hold, since: corrected(hold.since ?? departure.since) });
}

/** Takes out the topics whose deployment was a day ago or more. */
export function takeLate(departure: Departure, now: Instant): Departure {
  const late = [...departure.holds].filter(([, { since = departure.since }]) => now - since >= OFF_SECONDS);
  for (const [key] of late) departure.holds.delete(key);
  return { ...departure, holds: new Map(late) };
}

export const isForgotten = (departure: Departure, now: Instant): boolean => ageOf(departure, now) > FORGET_SECONDS;

/** The topics that are still to be told off, by their brokers. */
export const heldTopics = (departures: readonly Departure[]): string =>
  departures
    .map(({ broker, root, holds }) => `${[...holds.keys()].map((key) => topicAt(root, key)).join(', ')} at ${broker}`)
    .join('; ');
