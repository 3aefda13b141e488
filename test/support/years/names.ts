import { type DeviceName, deviceNames } from './needs.ts';

/** The names that the nodes of devices have, by which their topics are called, and those that they had. */
export interface Names {
  of(name: DeviceName): string;
  /** The node of that name. */
  idOf(called: string): string;
  /** Its node is called as it was, or as it is not now. */
  rename(name: DeviceName): void;
  /** Names that no node has any more. */
  former(): readonly string[];
}

export function namesOfDevices(): Names {
  const renamed = new Set<DeviceName>();
  const ever = new Set<string>(deviceNames);
  const of = (name: DeviceName) => (renamed.has(name) ? `${name}-upstairs` : name);
  return {
    of,
    idOf: (called) => deviceNames.find((name) => of(name) === called) ?? called,
    rename(name) {
      if (!renamed.delete(name)) renamed.add(name);
      ever.add(of(name));
    },
    former: () => [...ever].filter((called) => !deviceNames.some((name) => of(name) === called)),
  };
}
