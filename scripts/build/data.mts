import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sourcesText } from './sources.mts';

/** Puts the catalogue, the prices and the schemas into `dist/`, once it is compiled: what checks them is what is shipped. */
export async function placeData(): Promise<void> {
  cpSync('data/prices', 'dist/data/prices', { recursive: true });
  cpSync('data/live', 'dist/data/live', { recursive: true });
  cpSync('data/presets.jsonc', 'dist/data/presets.jsonc');
  const { loadCatalogue } = await compiled('service/catalogue/catalogue');
  const { compileCatalogue } = await compiled('service/catalogue/compiled');
  compileCatalogue(loadCatalogue('data/catalogue'), 'dist/data/catalogue');
  // For people alone: the service never reads it.
  const { readJsonc } = await compiled('service/catalogue/file');
  writeFileSync('dist/data/catalogue/sources.txt', sourcesText('data/catalogue', readJsonc));
  const { countrySchema, sourcesSchema } = await compiled('service/catalogue/json-schema');
  mkdirSync('dist/schemas');
  writeFileSync('dist/schemas/country.json', JSON.stringify(countrySchema()));
  writeFileSync('dist/schemas/sources.json', JSON.stringify(sourcesSchema()));
}

const compiled = (name: string) => import(resolve(`dist/src/${name}.js`));
