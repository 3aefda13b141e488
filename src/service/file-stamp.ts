import { statSync } from 'node:fs';

/** Differs from one content of a file to the next; `undefined` where there is none. */
export function fileStamp(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}
