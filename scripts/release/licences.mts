import { readdirSync, readFileSync } from 'node:fs';
import { parseJsonc } from '../../src/core/jsonc.ts';
import { bundledPackages, installedPackages, type ShippedPackage } from './packages.mts';

/** The licences that a package which ships with ours may have: each lets whoever uses it do so by a notice alone. */
export const allowedLicences: readonly string[] = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'],
];

interface DataSource {
  readonly name: string;
  readonly publisher: string;
  readonly licence: string;
}

const { sources } = parseJsonc(readFileSync('data/catalogue/sources.jsonc', 'utf8')) as {
  readonly sources: readonly DataSource[];
};

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const packageRows = (shipped: readonly ShippedPackage[]) =>
  shipped.map(({ name, version, licence }) => row(`\`${name}\``, version, licence)).sort();

/** The page `docs/internals/licences.md`. */
export const licencesPage = (): string => `# Licences of what ships

This package is under the Apache License 2.0 (\`LICENSE\`). \`node scripts/licences.mts\` writes this page from the lock file and the catalogue; a test fails
where it is out of date, or where a licence is none of ${allowedLicences.join(', ')}.

## In our own files

The text of the licence stands above the code.

| package | version | licence |
|---|---|---|
${packageRows(bundledPackages).join('\n')}

## Installed by npm with it

The versions are those that it is tested with; npm may install later ones that \`package.json\` allows.

| package | version | licence |
|---|---|---|
${packageRows(installedPackages).join('\n')}

## Data

The catalogue and the replayed prices. \`GET /public/attribution\`, the price series and the sidebar credit each source beside what is of it; live prices are credited to
the source that they come from ([live.md](../operate/live.md)).

| data | publisher | licence |
|---|---|---|
${sources.map(({ name, publisher, licence }) => row(name, publisher, licence)).join('\n')}
`;

/** The texts above code in the files that are built, as the build puts them there. */
export function noticesIn(folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name))
      .map((entry) => `${folder}/${entry.name}`),
  );
  const notices = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\/\*!\n(.*?)\*\/\n/gs)]);
  return [...new Set(notices.map(([, text = '']) => text))];
}
