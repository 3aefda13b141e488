import { join } from 'node:path';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { isCompiled, openCompiled } from './compiled.ts';
import { besideCatalogue } from './own.ts';

/** A directory of `data/`, which the build puts where it lies from `dist/src/` as it does from `src/`. */
export const shipped = (name: string): string => join(__dirname, '../../../data', name);

/** Both are read once in a process: the services in it share them, as their files never change while it runs. */
let replayedCatalogue: Catalogue | undefined;
let liveCatalogue: Catalogue | undefined;

/** Checked when it was built; from the sources a country is checked when it is first asked for. */
export function shippedCatalogue(): Catalogue {
  const dir = shipped('catalogue');
  replayedCatalogue ??= isCompiled(dir) ? openCompiled(dir) : openCatalogue(dir);
  return replayedCatalogue;
}

/** Beside them the tariffs that there are only where prices are live: nobody replays them. */
export function shippedLiveCatalogue(): Catalogue {
  if (!liveCatalogue) {
    const { own, ownCharges, ...catalogue } = besideCatalogue(shippedCatalogue(), shipped('live'));
    liveCatalogue = catalogue;
  }
  return liveCatalogue;
}
