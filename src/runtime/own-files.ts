import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countryCode } from '../core/markets.ts';

/** Differs from one content of a folder of tariffs to the next, wherever it lies; of what cannot be read it says nothing, as the service tells why. */
export function editionOf(dir: string): string {
  const digest = createHash('sha1');
  const folders = namesIn(dir).filter((name) => name === 'prices' || countryCode(name));
  for (const file of folders.flatMap((folder) => namesIn(join(dir, folder)).map((name) => join(folder, name))))
    digest.update(`${file}\n`).update(unless('', () => readFileSync(join(dir, file), 'utf8')));
  return digest.digest('hex');
}

const namesIn = (dir: string): readonly string[] => unless([], () => readdirSync(dir).toSorted());

function unless<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
