import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { thrownText } from '../../core/file-error.ts';
import { type Diagnosis, error, ok, warning } from './diagnosis.ts';

const MB = 1_000_000;
/** What a service writes in months. */
const AMPLE = 100 * MB;
/** Less than that, and the next write may fail. */
const LEAST = 10 * MB;
const ROOM = 'free some space on this disk: changes that cannot be written are refused';

interface Disk {
  /** Throws where nothing may be written. */
  assertWritable(dir: string): void;
  /** Bytes. */
  freeIn(dir: string): number;
}

const thisDisk: Disk = {
  assertWritable: (dir) => accessSync(dir, constants.W_OK),
  freeIn(dir) {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  },
};

/** The room on the disk of a folder, and the right to write there. */
export function folderFindings(about: string, dir: string, disk = thisDisk): Diagnosis[] {
  const place = existing(dir);
  try {
    disk.assertWritable(place);
  } catch (thrown) {
    return [
      error(
        about,
        `${place} cannot be written: ${thrownText(thrown)}`,
        "give the service's user the right to write there",
      ),
    ];
  }
  const free = disk.freeIn(place);
  const text = `${Math.floor(free / MB)} MB free in ${place}`;
  if (free < LEAST) return [error(about, text, ROOM)];
  return [free < AMPLE ? warning(about, text, ROOM) : ok(about, text)];
}

/** The folder, or the nearest round it that there is. */
function existing(dir: string): string {
  try {
    accessSync(dir);
    return dir;
  } catch {
    return dirname(dir) === dir ? dir : existing(dirname(dir));
  }
}
