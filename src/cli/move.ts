import { z } from 'zod';
import { openServedState } from '../service/accounts/state-file.ts';
import { isDatabaseAddress } from '../service/postgres/address.ts';
import type { MovedIn } from '../service/postgres/move-in.ts';
import { checked, split, UsageError } from './flags.ts';
import { driver, requireFile } from './state.ts';

const address = '--state must be the database to move into: postgres://USER@HOST/DATABASE';
const flags = z.object({ state: z.string(address).refine(isDatabaseAddress, address) });

/** `dayahead-service move FILE --state postgres://…`: takes a state file, which stays as it is, into an empty database. */
export async function moveCommand(args: readonly string[]): Promise<MovedIn> {
  const options = { state: { type: 'string' } } as const;
  const { values, positionals } = split({ args, options, allowPositionals: true });
  const { state } = checked(flags, values);
  const [file = '', ...more] = positionals;
  if (file === '' || more.length > 0) throw new UsageError('move takes one FILE');
  requireFile(file);
  // Says what is to be installed where it is not.
  await driver();
  const { moveIn } = await import('../service/postgres/move-in.ts');
  const kept = openServedState(file);
  try {
    return await moveIn(state, kept);
  } finally {
    kept.close();
  }
}
