import { z } from 'zod';
import { parse } from '../../messages/parse.ts';
import { type Platform, platforms } from '../../mqtt/discovery/discovery.ts';
import type { Hold } from '../../mqtt/retained/holds.ts';
import type { ValueStore } from '../store.ts';

/** The entities that Home Assistant was told of, by the topic it was told on. */
export type AnnouncedEntities = ReadonlyMap<string, Readonly<Record<string, Platform>>>;

/** The topics that a site left on a broker: to be cleared in a later life where that does not say it any more. */
export interface RetainedBefore {
  /** The owner of each topic, by its key. */
  readonly topics: ReadonlyMap<string, string>;
  readonly entities: AnnouncedEntities;
  /** The topics that held something on, by their keys. */
  readonly holds: ReadonlyMap<string, Hold>;
}

/** What a site has left at a place, as it is kept. */
const leftSchema = z.object({
  broker: z.string(),
  root: z.string(),
  topics: z.record(z.string(), z.string()),
  entities: z.record(z.string(), z.record(z.string(), z.enum(platforms))),
  /** Of later versions than 0.1. */
  holds: z
    .record(
      z.string(),
      z.object({
        ...{ owner: z.string(), letGo: z.string() },
        ...{ said: z.string().optional(), since: z.number().optional() },
      }),
    )
    .default({}),
});

/** The place of topics: the address of a broker and the site's root there. */
export interface Home {
  readonly broker: string;
  readonly root: string;
}

/** The topics that a site left in an earlier life, and where. */
export interface Left extends Home, RetainedBefore {}

const leftFrom = ({ topics, entities, holds, ...home }: z.output<typeof leftSchema>): Left => ({
  ...{ broker: home.broker, root: home.root },
  topics: new Map(Object.entries(topics)),
  entities: new Map(Object.entries(entities)),
  holds: new Map(Object.entries(holds)),
});

/** As JSON. */
const recordOf = ({ broker, root, topics, entities, holds }: Left) => ({
  ...{ broker, root },
  topics: Object.fromEntries(topics),
  entities: Object.fromEntries(entities),
  holds: Object.fromEntries(holds),
});

/** The topics that an earlier life left on another broker than `broker`. Rejects where they cannot be read, and drops them. */
export async function readLeft(store: ValueStore, broker: string | undefined): Promise<Left | undefined> {
  const left = await store.read((value) => parse(leftSchema, value));
  return left && left.broker !== broker ? leftFrom(left) : undefined;
}

/**
 * The topics that an earlier life left: none where the broker is another; what was below another root is beside the
 * present one. Rejects where what was kept cannot be read, and drops it.
 */
export async function readRetained(store: ValueStore, { broker, root }: Home): Promise<RetainedBefore> {
  const before = await store.read((value) => parse(leftSchema, value));
  if (before?.broker !== broker) return nothingRetained;
  const moved = (key: string) => {
    const topic = key.startsWith('/') ? key : `/${before.root}/${key}`;
    return topic.startsWith(`/${root}/`) ? topic.slice(root.length + 2) : topic;
  };
  return {
    topics: new Map(Object.entries(before.topics).map(([key, owner]) => [moved(key), owner])),
    entities: new Map(Object.entries(before.entities)),
    holds: new Map(Object.entries(before.holds).map(([key, hold]) => [moved(key), hold])),
  };
}

export const keepRetained = (store: ValueStore, home: Home, retained: RetainedBefore): Promise<void> =>
  store.write({ schema: 1, ...recordOf({ ...home, ...retained }) });

/** The topics of a site that is new to its broker. */
export const nothingRetained: RetainedBefore = { topics: new Map(), entities: new Map(), holds: new Map() };
