import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sourcesText } from './sources.mts';

/** Puts the catalogue, the prices and the schemas into `dist/`, once it is compiled: what checks them is what is shipped. */
export async function placeData(): Promise<void> {
  // Not in the package's own `examples/`: Node-RED offers every folder there as flows to import.
  cpSync('examples/prices', 'dist/examples/prices', { recursive: true });
  const { loadCatalogue } = await compiled('catalogue');
  const { compileCatalogue } = await compiled('compiled-catalogue');
  compileCatalogue(loadCatalogue('examples/catalogue'), 'dist/examples/catalogue');
  // For people alone: the service never reads it.
  const { readJsonc } = await compiled('catalogue-file');
  writeFileSync('dist/examples/catalogue/sources.txt', sourcesText('examples/catalogue', readJsonc));
  const { countrySchema, sourcesSchema } = await compiled('json-schema');
  mkdirSync('dist/schemas');
  writeFileSync('dist/schemas/country.json', JSON.stringify(countrySchema()));
  writeFileSync('dist/schemas/sources.json', JSON.stringify(sourcesSchema()));
}

const compiled = (name: string) => import(resolve(`dist/src/service/${name}.js`));
