/**
 * Runs what holds for an hour: `npm run soak`, each file of `scripts/soak/`, one after the other, or those that are named
 * first. What follows is theirs: `npm run soak -- devices --minutes 5`. Fails where one of them does.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, 'soak');
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.mts'))
  .map((file) => basename(file, '.mts'));
const given = process.argv.slice(2);
const named = given.filter((word) => all.includes(word));
const rest = given.filter((word) => !all.includes(word));
for (const name of named.length > 0 ? named : all) {
  const { status } = spawnSync(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', join(folder, `${name}.mts`), ...rest],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
