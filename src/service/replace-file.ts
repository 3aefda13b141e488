import { mkdirSync, renameSync, type WriteFileOptions, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { thrownText } from '../core/file-error.ts';

/** Writes a file so that readers have the old one or the new one, never a part of either. Makes its folder. */
export function replaceFile(file: string, text: string, options?: WriteFileOptions): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, options);
  renameSync(`${file}.new`, file);
}

/** Renames a file that cannot be read, so that it is not overwritten. Returns a warning with its new name. */
export function setAside(file: string, error: unknown): string {
  const warning = `${file} cannot be read: ${thrownText(error)}`;
  const aside = `${file}.broken`;
  try {
    renameSync(file, aside);
    return `${warning} (now ${aside})`;
  } catch {
    return warning;
  }
}
