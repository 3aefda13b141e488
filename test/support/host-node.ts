import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Node.js of this machine, not the one that npm put into `node_modules/.bin`; `undefined` where there is none. */
export function hostNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file));
}
