import { readFileSync } from 'node:fs';
import { bundledPackages, installedPackages, neededBy, type ShippedPackage } from './packages.mts';

/** Ours has no path in the lock file, and a reference may not be empty. */
const OURS = 'package';

interface Named {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

const component = (ref: string, { name, version, licence }: Named) => ({
  'bom-ref': ref,
  type: 'library',
  name,
  version,
  scope: 'required',
  licenses: [{ license: { id: licence } }],
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
});

/** As CycloneDX has them: `SHA-512` and hexadecimal, where the lock file has `sha512-` and base64. */
const hashesOf = ({ integrity = '' }: ShippedPackage) =>
  [...integrity.matchAll(/sha(\d+)-(\S+)/g)].map(([, bits = '', digest = '']) => ({
    alg: `SHA-${bits}`,
    content: Buffer.from(digest, 'base64').toString('hex'),
  }));

const { license, ...ours } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
};
const shipped = [...installedPackages, ...bundledPackages];

/** All that ships as CycloneDX: without a number, a time and the versions of tools, which would make another document of each run. */
export const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    // It tells what is built from, by the lock file.
    lifecycles: [{ phase: 'pre-build' }],
    component: { ...component(OURS, { ...ours, licence: license }), description: ours.description },
  },
  components: shipped.map((one) => ({ ...component(one.path, one), hashes: hashesOf(one) })),
  dependencies: [
    { ref: OURS, dependsOn: [...neededBy(''), ...bundledPackages.map(({ path }) => path)] },
    ...shipped.map(({ path }) => ({ ref: path, dependsOn: neededBy(path) })),
  ],
};
