import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileStamp } from '../service/file-stamp.ts';

/** Differs from one content of a folder to the next; of one that cannot be read it says nothing, as the service tells why. */
export function folderStamp(dir: string): string {
  const files = filesIn(dir).map((file) => `${file} ${fileStamp(join(dir, file))}`);
  return hash('sha1', files.toSorted().join('\n'));
}

function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
