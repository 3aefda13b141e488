import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Node.js of this machine, not the one that npm put into `node_modules/.bin`; that one where there is no other. */
export function hostNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, 'node')).find(existsSync) ?? process.execPath;
}
