/** The node that publishes under a topic prefix or a device slug. */
export interface Owner {
  readonly id: string;
  readonly name: string;
}

/** The owners of topics on a site, so that no two nodes publish under one. */
export interface TopicOwners {
  /** Takes `key` for `owner`; where another node has it, that node's name is returned and nothing changes. */
  take(key: string, owner: Owner): string | undefined;
  ownerOf(key: string): Owner | undefined;
  /** Gives `key` back; true where it was the owner's. */
  release(key: string, owner: Owner): boolean;
  /** Resolves as soon as nothing is owned. */
  settled(): Promise<void>;
}

/** @param owners shared by all who must not take the same. */
export function createTopicOwners(owners = new Map<string, Owner>()): TopicOwners {
  let settle: (() => void) | undefined;
  return {
    take(key, owner) {
      const present = owners.get(key) ?? owner;
      if (present.id !== owner.id) return present.name;
      owners.set(key, owner);
      return undefined;
    },
    ownerOf: (key) => owners.get(key),
    release(key, { id }) {
      if (owners.get(key)?.id !== id) return false;
      owners.delete(key);
      if (owners.size === 0) settle?.();
      return true;
    },
    settled: () =>
      new Promise((resolve) => {
        if (owners.size === 0) resolve();
        else settle = resolve;
      }),
  };
}

/** Who publishes, by the broker and the root or topic: shared by all sites of a process. */
export type Places = Map<string, Owner>;

/** Where a site publishes. */
export const ownedRoot = (broker: string | undefined, root: string | undefined) => `${broker} ${root}`;

/** A topic of the user's own choice, which lies below no site's root. */
export const ownedTopic = (broker: string | undefined, topic: string) => `${broker} command ${topic}`;
