/**
 * Prints what ships as CycloneDX, the same for the same lock file: what npm installs with the package, by `npm sbom`, and the
 * libraries whose code is in our own files.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundledPackages } from './release/licences.mts';

interface Bom {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string; readonly component: object };
  readonly components: readonly object[];
}

const omitted = ['dev', 'optional', 'peer'].flatMap((kind) => ['--omit', kind]);
const printed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', ...omitted], { encoding: 'utf8' });
// A number and a time of its own would make another document of each run, the folder's name one of each folder.
const { serialNumber: _, metadata, components, ...bom } = JSON.parse(printed) as Bom;
const { timestamp: __, component, ...facts } = metadata;
const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly name: string };
const inOurs = bundledPackages.map(({ name, version, licence }) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: 'required',
  purl: `pkg:npm/${name}@${version}`,
  licenses: [{ license: { id: licence } }],
}));
const whole = {
  ...bom,
  metadata: { ...facts, component: { ...component, name } },
  components: [...components, ...inOurs],
};
process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
