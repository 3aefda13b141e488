import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isFileError, NewerFormatError } from '../../../core/file-error.ts';
import type { LocalDate } from '../../../core/time.ts';
import { fileStamp } from '../../file-stamp.ts';
import { replaceFile } from '../../replace-file.ts';
import type { Catalogue } from '../catalogue.ts';
import { type Bundle, figuresDate, openBundle } from './bundle.ts';
import { withBundle } from './over-shipped.ts';

/** A folder of installed figures: the bundle in use, the one before it, and one that waits for a confirmation. */

const IN_USE = 'figures.json';
const PREVIOUS = 'figures.previous.json';
const WAITING = 'figures.waiting.json';

/** Differs from one installed bundle to the next; `undefined` where none is installed. */
export const figuresStamp = (dir: string): string | undefined => fileStamp(join(dir, IN_USE));

/** The day of the figures of a catalogue. */
export const versionOf = ({ version, sources }: Catalogue): LocalDate => version ?? figuresDate(sources);

/** The newer of the installed figures and those of `shipped`. An installed file that cannot be read counts as none. */
export function newestFigures(shipped: Catalogue, dir: string): Catalogue {
  const installed = readable(() => installedBundle(dir));
  return installed && installed.version >= versionOf(shipped) ? withBundle(shipped, installed) : shipped;
}

function readable(read: () => Bundle | undefined): Bundle | undefined {
  try {
    return read();
  } catch (error) {
    if (isFileError(error) || error instanceof NewerFormatError) return undefined;
    throw error;
  }
}

/** @throws FileError or NewerFormatError where the file cannot be read. */
export const installedBundle = (dir: string): Bundle | undefined => bundleIn(dir, IN_USE);
export const waitingBundle = (dir: string): Bundle | undefined => bundleIn(dir, WAITING);

function bundleIn(dir: string, name: string): Bundle | undefined {
  const file = join(dir, name);
  return existsSync(file) ? openBundle(readFileSync(file, 'utf8'), file) : undefined;
}

/** Puts a bundle in use. The one before it stays beside it, and none waits any more. */
export function install(dir: string, text: string): void {
  const file = join(dir, IN_USE);
  if (existsSync(file) && readFileSync(file, 'utf8') !== text) {
    copyFileSync(file, join(dir, `${PREVIOUS}.new`));
    renameSync(join(dir, `${PREVIOUS}.new`), join(dir, PREVIOUS));
  }
  replaceBundle(dir, IN_USE, text);
  rmSync(join(dir, WAITING), { force: true });
}

/** Keeps a bundle until its changes are confirmed. */
export const keepWaiting = (dir: string, text: string): void => replaceBundle(dir, WAITING, text);

/** Puts the waiting bundle in use; `false` where none waits. */
export function confirmWaiting(dir: string): boolean {
  const file = join(dir, WAITING);
  if (!existsSync(file)) return false;
  install(dir, readFileSync(file, 'utf8'));
  return true;
}

const replaceBundle = (dir: string, name: string, text: string): void =>
  replaceFile(join(dir, name), text, { flush: true });
