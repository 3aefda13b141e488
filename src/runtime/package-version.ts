import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The version of this package, which lies above `src/` as it does above `dist/src/`. */
export function packageVersion(): string {
  const [file = ''] = ['../../package.json', '../../../package.json']
    .map((path) => join(__dirname, path))
    .filter(existsSync);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

/** Names the code that runs, of two builds of one version too: the same sources have the same. Reads all of it. */
export function buildName(): string {
  const home = join(__dirname, '../..');
  const files = ['src', 'nodes'].flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const sum = createHash('sha256');
  // Of a package that is installed there are no declarations.
  for (const name of files.filter((file) => /(?<!\.d)\.[jt]s$/.test(file)).sort())
    sum.update(`${name.replaceAll('\\', '/')}\n`).update(readFileSync(join(home, name)));
  return sum.digest('hex').slice(0, 12);
}
