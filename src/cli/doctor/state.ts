import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createAccounts } from '../../service/accounts/accounts.ts';
import { lockFor, requireSqlite } from '../../service/accounts/sqlite.ts';
import { openState, STATE_FORMAT } from '../../service/accounts/state-file.ts';
import { StateError } from '../../service/errors.ts';
import { isDatabaseAddress, shownAddress } from '../../service/postgres/address.ts';
import { systemNow } from '../../service/service.ts';
import { driver } from '../state.ts';
import { adviceFor } from './advice.ts';
import { type Diagnosis, error, ok } from './diagnosis.ts';
import { folderFindings } from './folders.ts';

/** A state, which is made by nobody but a service; no token is told of it. */
export async function stateFindings(state: string): Promise<Diagnosis[]> {
  try {
    return isDatabaseAddress(state) ? [await databaseFinding(state)] : fileFindings(state);
  } catch (thrown) {
    if (thrown instanceof StateError) return [wrong(thrown.message)];
    throw thrown;
  }
}

const wrong = (text: string): Diagnosis => error('state', text, adviceFor(text));

async function databaseFinding(address: string): Promise<Diagnosis> {
  const shown = shownAddress(address);
  const { accounts, tokens, version, known, mayMake } = await (await driver()).lookAt(address, systemNow);
  if (version > known) return wrong(`${shown} was written by a newer version of this service (format ${version})`);
  if (version > 0) return ok('state', `${shown}: ${accounts} accounts, ${tokens} tokens, format ${version}`);
  return mayMake
    ? ok('state', `${shown} has no tables yet: the service creates them`)
    : wrong(`${shown} has no tables yet, and this user may not create the schema dayahead in it`);
}

function fileFindings(file: string): Diagnosis[] {
  const dir = dirname(file);
  if (!existsSync(dir)) return [error('state', `there is no folder ${dir} for ${file}`, `create it: mkdir -p ${dir}`)];
  requireSqlite();
  if (!existsSync(file))
    return [ok('state', `${file} does not exist yet: the service creates it`), ...folderFindings('state', dir)];
  if (statSync(file).isDirectory())
    return [error('state', `${file} is a folder`, `name a file in it: ${join(file, 'state.db')}`)];
  return [contentOf(file), ...folderFindings('state', dir)];
}

function contentOf(file: string): Diagnosis {
  try {
    const state = openState(file);
    try {
      const accounts = createAccounts(state);
      const all = accounts.list();
      const tokens = accounts.tokens().length;
      const served = isServed(file) ? 'a service runs on it' : 'no service runs on it';
      return ok('state', `${file}: ${all.length} accounts, ${tokens} tokens, format ${STATE_FORMAT}; ${served}`);
    } finally {
      state.close();
    }
  } catch (thrown) {
    if (thrown instanceof StateError) return wrong(thrown.message);
    throw thrown;
  }
}

/** Only where a service has run before: a look leaves nothing behind. */
function isServed(file: string): boolean {
  if (!existsSync(`${file}-lock`)) return false;
  try {
    lockFor(file)();
    return false;
  } catch {
    return true;
  }
}
