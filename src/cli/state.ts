import { existsSync, statSync } from 'node:fs';
import type { Instant } from '../core/time.ts';
import { type AccountPortal, createAccounts } from '../service/accounts/accounts.ts';
import { createLedger } from '../service/accounts/ledger.ts';
import { ownAccount, ownTokens, type Tokens } from '../service/accounts/own-account.ts';
import { openServedState, openState } from '../service/accounts/state-file.ts';
import { createVisits } from '../service/accounts/table-visits.ts';
import type { Visits } from '../service/accounts/visits.ts';
import { StateError } from '../service/errors.ts';
import { isDatabaseAddress } from '../service/postgres/address.ts';
import { systemNow } from '../service/service.ts';

/** What `--state` names: a file, or a database. */
export interface KeptState {
  readonly accounts: AccountPortal;
  readonly visits: Visits;
  ownTokens(now: Instant): Partial<Tokens> | Promise<Partial<Tokens>>;
  /** The id of the account that those are of, as long as one of them is left. */
  ownAccount(): string | undefined | Promise<string | undefined>;
  close(): void | Promise<void>;
}

/** Opens it for a service, of which a file has one and a database any number. */
export async function openForService(
  state: string,
  { delay = 0, now }: { readonly delay?: number | undefined; readonly now?: Instant | undefined },
): Promise<KeptState> {
  if (isDatabaseAddress(state)) {
    const clock = now === undefined ? systemNow : undefined;
    return (await driver()).openPostgres(state, { isDelayed: delay > 0, clock });
  }
  const kept = openServedState(state);
  const accounts = createAccounts(kept);
  return {
    accounts,
    visits: { ...createVisits(accounts, createLedger(kept), kept.together), look: async () => kept.look() },
    ownTokens: (now) => ownTokens(kept.own, accounts, now),
    ownAccount: () => ownAccount(kept.own, accounts),
    close: kept.close,
  };
}

/** Opens it for a command beside the services. */
export async function openForCommand(
  state: string,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<Omit<KeptState, 'visits' | 'ownTokens'>> {
  if (isDatabaseAddress(state)) return (await driver()).openPostgres(state);
  if (!mayCreate && state !== ':memory:') requireFile(state);
  const kept = openState(state);
  const accounts = createAccounts(kept);
  return { accounts, ownAccount: () => ownAccount(kept.own, accounts), close: kept.close };
}

/** Throws a `StateError` where there is no state file to open, or nothing in it. */
export function requireFile(state: string): void {
  if (!existsSync(state)) throw new StateError(`cannot open state ${state}: the file does not exist`);
  if (statSync(state).size === 0) throw new StateError(`cannot open state ${state}: the file is empty`);
}

/** What needs the driver, which is installed by whoever uses it. */
export async function driver() {
  try {
    return await import('../service/postgres/state.ts');
  } catch (cause) {
    if (!(cause instanceof Error && /Cannot find (module|package) 'pg'/.test(cause.message))) throw cause;
    throw new StateError(
      '--state postgres://… needs the package pg: npm install pg@8, with -g if this package is installed globally',
      { cause },
    );
  }
}
