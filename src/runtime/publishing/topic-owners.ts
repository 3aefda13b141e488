/** The node that holds a topic prefix or a device slug. */
export interface Owner {
  readonly id: string;
  readonly name: string;
}

/** Who holds what on a site, so that no two nodes publish under one topic. */
export interface Claims {
  /** Takes `key` for `owner`; where another node holds it, that node's name is returned and nothing changes. */
  take(key: string, owner: Owner): string | undefined;
  holder(key: string): Owner | undefined;
  /** Gives `key` back; whether it was the owner's. */
  give(key: string, owner: Owner): boolean;
  /** Resolves as soon as nothing is held. */
  settled(): Promise<void>;
}

/** @param owners shared by all who must not take the same. */
export function createClaims(owners = new Map<string, Owner>()): Claims {
  let settle: (() => void) | undefined;
  return {
    take(key, owner) {
      const holder = owners.get(key) ?? owner;
      if (holder.id !== owner.id) return holder.name;
      owners.set(key, owner);
      return undefined;
    },
    holder: (key) => owners.get(key),
    give(key, { id }) {
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
