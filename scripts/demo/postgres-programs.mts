import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps the programs of each version apart. */
const VERSIONS = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs, of the newest version. */
export function postgresPrograms(): string | undefined {
  const installed = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const folders = installed.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(VERSIONS, version, 'bin'));
  return [...folders, ...(process.env.PATH ?? '').split(':')].find((folder) => existsSync(join(folder, 'initdb')));
}
