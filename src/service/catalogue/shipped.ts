import { join } from 'node:path';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { isCompiled, openCompiled } from './compiled.ts';
import { besideCatalogue } from './own.ts';

/** A directory of `data/`, which the build puts where it lies from `dist/src/` as it does from `src/`. */
export const shipped = (name: string): string => join(__dirname, '../../../data', name);

/** Checked when it was built; from the sources a country is checked when it is first asked for. */
export function shippedCatalogue(): Catalogue {
  const dir = shipped('catalogue');
  return isCompiled(dir) ? openCompiled(dir) : openCatalogue(dir);
}

/** Beside them the tariffs that there are only where prices are live: nobody replays them. */
export function shippedLiveCatalogue(): Catalogue {
  const { own, ...catalogue } = besideCatalogue(shippedCatalogue(), shipped('live'));
  return catalogue;
}
