import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The version of this package, which lies above `src/` as it does above `dist/src/`. */
export function packageVersion(): string {
  const [file = ''] = ['../../package.json', '../../../package.json']
    .map((path) => join(__dirname, path))
    .filter(existsSync);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
