import type { RateLimit } from '../../api/bodies.ts';
import { type Instant, utcTime } from '../../core/time.ts';
import { HttpRefusal } from '../errors.ts';
import type { Account } from './accounts.ts';
import type { AskedThing, Endpoint, Ledger } from './ledger.ts';

/** The limits of testing tokens (specification, "Limits"); a production token meets none of this. */

/** Requests per UTC day and client address, over all accounts. */
const REQUESTS_PER_ADDRESS = 300;
const DAY = 86_400;

const utcDay = (now: Instant): Instant => now - (now % DAY);

/** Counts a request, whatever its answer will be; what it returns refuses with 429 one that is over a daily cap. */
export function countRequest(ledger: Ledger, account: Account, address: string | undefined, now: Instant): () => void {
  const byAccount = ledger.addRequest(account.id, utcDay(now));
  const byAddress = address === undefined ? 0 : ledger.addRequest(address, utcDay(now));
  return () => {
    if (byAccount > account.allowances.requests) throw tooMany("this account's requests of the day are used up");
    if (byAddress > REQUESTS_PER_ADDRESS) throw tooMany("this client address's requests of the day are used up");
  };
}

/** One request at a time per testing token: takes its slot and returns how to free it, or refuses with 429. */
export function takeSlot(running: Set<string>, credential: string): () => void {
  if (running.has(credential)) throw tooMany('another request with this token is still running');
  running.add(credential);
  return () => running.delete(credential);
}

/** Takes what is asked out of the allowances: 429 over the day's new things, then 403 over the account's totals. */
export function spend(ledger: Ledger, account: Account, endpoint: Endpoint, asked: AskedThing, now: Instant): void {
  const limit = account.allowances.newThings;
  const things = ledger.asked(account.id, endpoint, utcDay(now));
  if (!things.has(asked.thing) && things.size >= limit) {
    const rateLimit = { limit, remaining: 0, resetAt: utcTime(utcDay(now) + DAY) };
    throw tooMany(`the new things of the day on this endpoint (${limit}) are used up`, rateLimit);
  }
  assertTotal(ledger, account, asked);
  ledger.add(account.id, endpoint, utcDay(now), asked);
}

function assertTotal(ledger: Ledger, { id, allowances }: Account, { named }: AskedThing): void {
  if (!named) return;
  const { kind, ids } = named;
  const limit = allowances[kind];
  const used = ledger.named(id, kind);
  const left = remaining(limit, used);
  const blocked = ids.filter((name) => !used.has(name)).slice(left);
  if (blocked.length === 0) return;
  const testingLimit = { kind, limit, used: used.size, remaining: left, blocked };
  throw new HttpRefusal(403, `a testing account may ask about ${limit} different ${kind}`, {
    details: { testingLimit },
  });
}

/** The headers that say what is left after this request. A path that asks about nothing new takes nothing of the day's. */
export function limitHeaders(
  ledger: Ledger,
  { id, allowances }: Account,
  endpoint: Endpoint | undefined,
  now: Instant,
): Record<string, string> {
  const asked = endpoint ? ledger.asked(id, endpoint, utcDay(now)) : new Set<string>();
  return {
    'X-RateLimit-Limit': `${allowances.newThings}`,
    'X-RateLimit-Remaining': `${remaining(allowances.newThings, asked)}`,
    'X-RateLimit-Reset': `${utcDay(now) + DAY}`,
    'X-Testing-Companies-Remaining': `${remaining(allowances.companies, ledger.named(id, 'companies'))}`,
    'X-Testing-Tariffs-Remaining': `${remaining(allowances.tariffs, ledger.named(id, 'tariffs'))}`,
  };
}

const remaining = (limit: number, used: ReadonlySet<string>) => Math.max(0, limit - used.size);

const tooMany = (message: string, rateLimit?: RateLimit) =>
  new HttpRefusal(429, message, rateLimit && { details: { rateLimit } });
