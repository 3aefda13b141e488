import { type DeviceName, deviceNames } from './needs.ts';

/** What is called now this and now that. */
interface Called {
  now(): string;
  change(): void;
  /** All that it has been called and is not now. */
  former(): readonly string[];
}

/** What the site, the nodes of devices and the topics of one's own that these switch by are called. */
export interface Names {
  readonly site: Called;
  /** The node of a device, by which its topics are called. */
  readonly node: Readonly<Record<DeviceName, Called>>;
  /** The topic of one's own; empty where there is none. */
  readonly relay: Readonly<Record<DeviceName, Called>>;
}

export const rootOf = (site: string): string => `dayahead/${site}`;

export function namesOfHouse(): Names {
  const each = (of: (name: DeviceName) => Called) =>
    Object.fromEntries(deviceNames.map((name) => [name, of(name)])) as Record<DeviceName, Called>;
  return {
    site: called(['home', 'flat']),
    node: each((name) => called([name, `${name}-upstairs`])),
    relay: each((name) => called([`relays/${name}`, '', `relays/${name}/0`])),
  };
}

function called(names: readonly string[]): Called {
  const ever = new Set<string>();
  let i = 0;
  const now = () => names[i] ?? '';
  return {
    now,
    change() {
      ever.add(now());
      i = (i + 1) % names.length;
    },
    former: () => [...ever].filter((name) => name !== '' && name !== now()),
  };
}
