import type { Instant } from '../../core/time.ts';
import type { Accounts } from './accounts.ts';
import type { Table } from './table.ts';

/** One token of each kind. */
export interface Tokens {
  readonly testing: string;
  readonly production: string;
}

const KEY = 'own';

/** An account for whoever starts the service. */
export function openOwnAccount(accounts: Accounts, now: Instant): Tokens {
  const { id } = accounts.open();
  return { testing: accounts.renewTesting(id, now), production: accounts.issueProduction(id) };
}

/**
 * The tokens of that account where it outlives the service: the same at every start, without one that a command has
 * renewed or revoked. They are the only ones whose values are kept.
 */
export function ownTokens(kept: Table<Tokens>, accounts: Accounts, now: Instant): Partial<Tokens> {
  const known = kept.get(KEY);
  if (known) return Object.fromEntries(Object.entries(known).filter(([, value]) => accounts.find(value)));
  const tokens = openOwnAccount(accounts, now);
  kept.set(KEY, tokens);
  return tokens;
}

/** The id of that account, as long as one of those tokens is left. */
export const ownAccount = (kept: Table<Tokens>, accounts: Accounts): string | undefined =>
  Object.values(kept.get(KEY) ?? {})
    .map((value) => accounts.find(value)?.account.id)
    .find((id) => id !== undefined);
