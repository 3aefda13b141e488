import { readFileSync } from 'node:fs';

/** The libraries whose code is in our own files, with the text of their licence above it. */
export const bundled: readonly string[] = ['lean-qr', 'uplot'];

export interface ShippedPackage {
  /** Where the lock file puts it: two packages may have the same name, and even the same version. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Of the tarball in the registry. */
  readonly integrity?: string;
}

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const shippedAt = (path: string, { version, license = 'none', integrity }: Locked): ShippedPackage => ({
  ...{ path, name: nameOf(path), version, licence: license },
  ...(integrity !== undefined && { integrity }),
});

/** What npm installs with the package, as far as the lock file knows: without what only development needs. */
export const installedPackages: readonly ShippedPackage[] = Object.entries(packages)
  .filter(([path, { dev, devOptional, peer, optional }]) => path !== '' && !dev && !devOptional && !peer && !optional)
  .map(([path, locked]) => shippedAt(path, locked));

export const bundledPackages: readonly ShippedPackage[] = bundled.map((name) => {
  const path = `node_modules/${name}`;
  const locked = packages[path];
  if (!locked) throw new Error(`${name}: not in the lock file`);
  return shippedAt(path, locked);
});

/** The paths of the installed packages that the one at a path asks for; ours is at `''`. */
export function neededBy(path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const places = names.map((name) => found(name, path));
  return installedPackages.map((shipped) => shipped.path).filter((place) => places.includes(place));
}

/** Where Node.js finds a package when the one at a path asks for it: in its own folder, or in the nearest around it. */
function found(name: string, from: string): string | undefined {
  const path = `${from && `${from}/`}node_modules/${name}`;
  if (packages[path] || from === '') return packages[path] && path;
  return found(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}
