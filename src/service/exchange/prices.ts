import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAll } from '../../core/file-error.ts';
import { PRICE_FILE_EXTENSION, type ZonePrices, zonePricesIn } from '../../core/price-file.ts';
import { lazyRows, type Rows } from '../rows.ts';

export type PriceStore = Rows<string, ZonePrices>;

/** Reads every price file of a folder. Throws a `FileError` that names file and line. */
export function loadPrices(dir: string): PriceStore {
  const zones = openPrices(dir);
  return new Map(readAll(zones.keys(), (zone) => [zone, zones.get(zone) as ZonePrices]));
}

/** The same, but a zone is read when it is first asked for. */
export const openPrices = (dir: string): PriceStore => lazyRows(zonesIn(dir), (zone) => readZone(fileOf(dir, zone)));

const zonesIn = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) =>
    name.endsWith(PRICE_FILE_EXTENSION) ? name.slice(0, -PRICE_FILE_EXTENSION.length) : [],
  );

export const fileOf = (dir: string, zone: string): string => join(dir, `${zone}${PRICE_FILE_EXTENSION}`);

/** The prices of one file. Throws a `FileError`. */
export const readZone = (file: string): ZonePrices => zonePricesIn(readFileSync(file, 'utf8'), file);
