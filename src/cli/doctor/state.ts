import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { thrownText } from '../../core/file-error.ts';
import { createAccounts } from '../../service/accounts/accounts.ts';
import { lockFor } from '../../service/accounts/sqlite.ts';
import { openState, STATE_FORMAT } from '../../service/accounts/state-file.ts';
import { StateError } from '../../service/errors.ts';
import { isDatabaseAddress, shownAddress } from '../../service/postgres/address.ts';
import { driver } from '../state.ts';
import { type Diagnosis, error, ok } from './diagnosis.ts';
import { folderFindings } from './folders.ts';

/** A state, which is made by nobody but a service; no token is told of it. */
export const stateFindings = (state: string): Diagnosis[] | Promise<Diagnosis[]> =>
  isDatabaseAddress(state) ? databaseFindings(state) : fileFindings(state);

async function databaseFindings(address: string): Promise<Diagnosis[]> {
  const shown = shownAddress(address);
  try {
    const { accounts, tokens, version, known } = await (await driver()).lookAt(address);
    if (version === 0) return [ok('state', `${shown} has no tables yet: the service makes them`)];
    const newer = `${shown} is of a newer version of this service (format ${version})`;
    if (version > known) return [error('state', newer, 'install the version that wrote it, or a newer one')];
    return [ok('state', `${shown}: ${accounts} accounts, ${tokens} tokens, format ${version}`)];
  } catch (thrown) {
    if (!(thrown instanceof StateError)) throw thrown;
    return [error('state', thrownText(thrown), 'see that it runs, that the name and the password are right')];
  }
}

function fileFindings(file: string): Diagnosis[] {
  if (!existsSync(file))
    return [ok('state', `${file} is not there yet: the service makes it`), ...folderFindings('state', dirname(file))];
  return [contentOf(file), ...folderFindings('state', dirname(file))];
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
    const advice = thrownText(thrown).includes('newer version')
      ? 'install the version that wrote it, or a newer one: this one leaves it as it is'
      : 'put back the last copy of it, with what stands beside it';
    if (thrown instanceof StateError) return error('state', thrownText(thrown), advice);
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
