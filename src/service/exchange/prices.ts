import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAll } from '../../core/file-error.ts';
import { PRICE_FILE_EXTENSION, type ZonePrices, zonePricesIn } from '../../core/price-file.ts';
import { lazyRows, type Rows } from '../rows.ts';
import { unpackPrices } from './packed-prices.ts';

export type PriceStore = Rows<string, ZonePrices>;

/** Reads every price file of a folder. Throws a `FileError` that names file and line. */
export function loadPrices(dir: string): PriceStore {
  const zones = openPrices(dir);
  return new Map(readAll(zones.keys(), (zone) => [zone, zones.get(zone) as ZonePrices]));
}

/** The same, but a zone is read when it is first asked for. */
export function openPrices(dir: string): PriceStore {
  const files = filesIn(dir);
  return lazyRows([...files.keys()], (zone) => readZone(files.get(zone) as string));
}

/** What the package ships is packed: as text it took a quarter of the tarball. */
const packed = `${PRICE_FILE_EXTENSION}.br`;

const filesIn = (dir: string): Map<string, string> =>
  new Map(
    readdirSync(dir).flatMap((name) => {
      const extension = [packed, PRICE_FILE_EXTENSION].find((each) => name.endsWith(each));
      return extension ? [[name.slice(0, -extension.length), join(dir, name)] as const] : [];
    }),
  );

export const fileOf = (dir: string, zone: string): string => join(dir, `${zone}${PRICE_FILE_EXTENSION}`);

/** The prices of one file. Throws a `FileError`. */
export function readZone(file: string): ZonePrices {
  const bytes = readFileSync(file);
  return zonePricesIn(file.endsWith(packed) ? unpackPrices(bytes) : bytes.toString(), file);
}
