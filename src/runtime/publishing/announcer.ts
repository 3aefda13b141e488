import { type Announcement, announcement, handover } from '../../mqtt/discovery/discovery.ts';
import type { RetainedTopics } from '../../mqtt/retained/retained.ts';
import type { AnnouncedEntities } from './retained-before.ts';

/** The announcements of a site and its devices to Home Assistant, one message each. */
export interface Announcer {
  /** `owner` is known as this from now on; what it lacks is removed, but for the entities in `kept`. */
  say(owner: string, wanted: Announcement, kept?: readonly string[]): void;
  /** True if an entity is not announced yet. */
  hasNew(wanted: Announcement): boolean;
  /** The ids of entities that this would have Home Assistant remove. */
  gone(wanted: Announcement): string[];
  /** Home Assistant has heard for a while what there is no more; whether there was something. */
  forgetGone(): boolean;
  /** True while Home Assistant is asked to let go of something. */
  isHandingOver(): boolean;
  /** It has done so. */
  handedOver(): void;
  readonly entities: AnnouncedEntities;
}

/** @param before what Home Assistant was told in an earlier life. */
export function createAnnouncer(retained: Pick<RetainedTopics, 'say' | 'of'>, before: AnnouncedEntities): Announcer {
  const entities = new Map(before);
  const leaving = new Set<string>();
  const left = new Set<string>();
  let someGone = false;
  const gone = ({ topic, entities: wanted }: Announcement) =>
    Object.keys(entities.get(topic) ?? {}).filter((id) => !wanted[id]);
  return {
    entities,
    gone,
    hasNew: ({ topic, entities: wanted }) => Object.keys(wanted).some((id) => !entities.get(topic)?.[id]),
    say(owner, wanted, kept = []) {
      const others = retained.of(owner).filter((key) => key !== `/${wanted.topic}`);
      const staying = others.filter((key) => !left.has(key));
      for (const key of staying) leaving.add(key);
      // Two messages must not announce one entity at a time.
      if (staying.length > 0) {
        retained.say(owner, staying.map(handover));
        return;
      }
      for (const key of others) entities.delete(key.slice(1));
      const named = Object.entries(wanted.entities).map(([id, { platform }]) => [id, platform] as const);
      const known = { ...entities.get(wanted.topic), ...Object.fromEntries(named) };
      entities.set(wanted.topic, known);
      const removed = Object.entries(known).filter(([id]) => !wanted.entities[id] && !kept.includes(id));
      someGone ||= removed.length > 0;
      retained.say(owner, [announcement(wanted, Object.fromEntries(removed))]);
    },
    forgetGone() {
      const some = someGone;
      if (some) entities.clear();
      someGone = false;
      return some;
    },
    isHandingOver: () => leaving.size > 0,
    handedOver() {
      for (const key of leaving) left.add(key);
      leaving.clear();
    },
  };
}
