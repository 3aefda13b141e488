import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bom } from '../../../scripts/release/bom.mts';
import { bundled } from '../../../scripts/release/packages.mts';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const ours = read<Manifest>('package.json');
const { packages } = read<{ packages: Record<string, { integrity?: string }> }>('package-lock.json');
const refs = bom.components.map((component) => component['bom-ref']);
const names = bom.components.map(({ name }) => name);
const asked = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));

const nameAt = (ref: string) => bom.components.find((component) => component['bom-ref'] === ref)?.name;
const namesAsked = (ref: string) => (asked.get(ref) ?? []).map(nameAt);

function reachedFromOurs(): ReadonlySet<string> {
  const reached = new Set([bom.metadata.component['bom-ref']]);
  for (const ref of reached) for (const next of asked.get(ref) ?? []) reached.add(next);
  return reached;
}

describe('the list of what ships as CycloneDX', () => {
  it('has the packages, versions and licences of docs/internals/licences.md, and no other', () => {
    const rows = readFileSync('docs/internals/licences.md', 'utf8').matchAll(/^\| `(\S+)` \| (\S+) \| (\S+) \|$/gm);
    const listed = [...rows].map(([, name, version, licence]) => `${name} ${version} ${licence}`);
    const components = bom.components.flatMap(({ name, version, licenses }) =>
      licenses.map(({ license }) => `${name} ${version} ${license.id}`),
    );
    expect(components.sort()).toEqual(listed.sort());
  });

  it('says that ours asks for what package.json depends on and what is in our own files', () => {
    const asksFor = namesAsked(bom.metadata.component['bom-ref']);
    expect(asksFor.sort()).toEqual([...Object.keys(ours.dependencies ?? {}), ...bundled].sort());
  });

  it.each(bom.components)('says of $name $version what it asks for', ({ 'bom-ref': ref, version }) => {
    const manifest = read<Manifest>(`${ref}/package.json`);
    expect(version).toBe(manifest.version);
    expect(namesAsked(ref)).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies ?? {})));
  });

  it('has of devDependencies only the types that mqtt asks for, and what is in our own files', () => {
    const developing = Object.keys(ours.devDependencies ?? {});
    expect(developing.filter((name) => names.includes(name))).toEqual(['@types/node', ...bundled]);
  });

  it('has nothing that ours does not ask for, itself or through another', () => {
    const reached = reachedFromOurs();
    expect(refs.filter((ref) => !reached.has(ref))).toEqual([]);
  });

  it('refers to each component by one name, and to nothing else', () => {
    const all = [bom.metadata.component['bom-ref'], ...refs];
    expect([...asked.keys()].sort()).toEqual([...new Set(all)].sort());
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
  });

  it.each([
    ['luxon', 'pkg:npm/luxon@'],
    ['@hono/node-server', 'pkg:npm/%40hono/node-server@'],
  ])('calls %s as registries do: %s', (name, purl) => {
    const component = bom.components.find((one) => one.name === name);
    expect(component?.purl).toBe(`${purl}${component?.version}`);
  });

  it.each(bom.components)('has of $name $version the hash of the lock file', ({ 'bom-ref': ref, hashes }) => {
    const base64 = hashes.map(({ content }) => Buffer.from(content, 'hex').toString('base64'));
    expect(hashes.map(({ alg }) => alg)).toEqual(['SHA-512']);
    expect(base64.map((digest) => `sha512-${digest}`)).toEqual([packages[ref]?.integrity]);
  });
});
