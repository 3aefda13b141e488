import { existsSync } from 'node:fs';
import type { Instant } from '../core/time.ts';
import { type AccountPortal, createAccounts } from '../service/accounts/accounts.ts';
import { createLedger } from '../service/accounts/ledger.ts';
import { ownTokens, type Tokens } from '../service/accounts/own-account.ts';
import { openServedState, openState } from '../service/accounts/state-file.ts';
import { createVisits } from '../service/accounts/table-visits.ts';
import type { Visits } from '../service/accounts/visits.ts';
import { StateError } from '../service/errors.ts';
import { isDatabaseAddress } from '../service/postgres/address.ts';

/** What `--state` names: a file, or a database. */
export interface KeptState {
  readonly accounts: AccountPortal;
  readonly visits: Visits;
  ownTokens(now: Instant): Partial<Tokens> | Promise<Partial<Tokens>>;
  close(): void | Promise<void>;
}

/** Opens it for a service, of which a file has one and a database any number. */
export async function openForService(
  state: string,
  { delay = 0 }: { readonly delay?: number | undefined },
): Promise<KeptState> {
  if (isDatabaseAddress(state)) return (await driver()).openPostgres(state, { holdsSlots: delay > 0 });
  const kept = openServedState(state);
  const accounts = createAccounts(kept);
  return {
    accounts,
    visits: createVisits(accounts, createLedger(kept), kept.together),
    ownTokens: (now) => ownTokens(kept.own, accounts, now),
    close: kept.close,
  };
}

/** Opens it for a command beside the services. */
export async function openForCommand(
  state: string,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<Pick<KeptState, 'accounts' | 'close'>> {
  if (isDatabaseAddress(state)) return (await driver()).openPostgres(state);
  if (!mayCreate && state !== ':memory:' && !existsSync(state))
    throw new StateError(`cannot open state ${state}: there is no such file`);
  const kept = openState(state);
  return { accounts: createAccounts(kept), close: kept.close };
}

/** What needs the driver, which is installed by whoever uses it. */
export async function driver() {
  try {
    return await import('../service/postgres/state.ts');
  } catch (cause) {
    if (!(cause instanceof Error && /Cannot find (module|package) 'pg'/.test(cause.message))) throw cause;
    throw new StateError('--state postgres://… needs the package pg beside this one: npm install pg@8', { cause });
  }
}
