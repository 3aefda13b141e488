import { mkdirSync, renameSync, type WriteFileOptions, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file so that readers have the old one or the new one, never a part of either. Makes its folder. */
export function replaceFile(file: string, text: string, options?: WriteFileOptions): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, options);
  renameSync(`${file}.new`, file);
}
