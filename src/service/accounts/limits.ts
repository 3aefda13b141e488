import type { RateLimit, TestingLimit } from '../../api/bodies.ts';
import { DAY_SECONDS, type Instant, utcTime } from '../../core/time.ts';
import { HttpRefusal } from '../errors.ts';
import type { AskedThing } from './ledger.ts';
import type { Spending, Tally, Visitor } from './visits.ts';

/** The limits of testing tokens (specification, "Limits"); a production token meets none of this but the first rule. */

/** Requests per UTC day and client address, over all accounts. */
export const REQUESTS_PER_ADDRESS = 300;

export const utcDay = (now: Instant): Instant => now - (now % DAY_SECONDS);

/**
 * The refusal of a caller that is known but not entitled (specification, "Authentication", rule 5), over a daily cap, or that has
 * another request running; each was counted all the same.
 */
export function admissionRefusal({ token, account, spending }: Visitor, now: Instant): HttpRefusal | undefined {
  if (!account.active) return new HttpRefusal(403, 'the subscription is not active');
  if (token.expires !== undefined && token.expires <= now) {
    return new HttpRefusal(403, 'the testing token has expired: renew it on the token page');
  }
  if (!spending) return undefined;
  const { requests, isAlone } = spending;
  if (requests.account > account.allowances.requests) return tooMany("this account's requests of the day are used up");
  if (requests.address > REQUESTS_PER_ADDRESS) return tooMany("this client address's requests of the day are used up");
  return isAlone ? undefined : tooMany('another request with this token is still running');
}

/** The refusal of what exceeds the allowances: 429 over the day's new things, then 403 over the account's totals. */
export function allowanceRefusal(
  { account: { allowances }, spending }: Visitor,
  { named }: AskedThing,
  now: Instant,
): HttpRefusal | undefined {
  if (!spending) return undefined;
  const { tally } = spending;
  const limit = allowances.newThings;
  if (!tally.isAsked && tally.things >= limit) {
    const rateLimit = { limit, remaining: 0, resetAt: utcTime(utcDay(now) + DAY_SECONDS) };
    return tooMany(`the new things of the day on this endpoint (${limit}) are used up`, rateLimit);
  }
  return named && totalRefusal(named.kind, allowances[named.kind], tally);
}

function totalRefusal(kind: TestingLimit['kind'], limit: number, { named, fresh }: Tally): HttpRefusal | undefined {
  const left = remaining(limit, named[kind]);
  const blocked = fresh.slice(left);
  if (blocked.length === 0) return undefined;
  const testingLimit = { kind, limit, used: named[kind], remaining: left, blocked };
  return new HttpRefusal(403, `a testing account may ask about ${limit} different ${kind}`, {
    details: { testingLimit },
  });
}

/** The headers that say what is left after this request. A path that asks about nothing new takes nothing of the day's. */
export function limitHeaders({ account: { allowances }, spending }: Visitor, now: Instant): Record<string, string> {
  if (!spending) return {};
  const { things, named } = spentOf(spending);
  const { newThings, companies, tariffs } = allowances;
  return {
    'X-RateLimit-Limit': `${newThings}`,
    'X-RateLimit-Remaining': `${remaining(newThings, things)}`,
    'X-RateLimit-Reset': `${utcDay(now) + DAY_SECONDS}`,
    'X-Testing-Companies-Remaining': `${remaining(companies, named.companies)}`,
    'X-Testing-Tariffs-Remaining': `${remaining(tariffs, named.tariffs)}`,
  };
}

/** The tally after the visit. */
function spentOf({ tally, spent }: Spending): Pick<Tally, 'things' | 'named'> {
  const { things, isAsked, named, fresh } = tally;
  if (!spent) return tally;
  const { kind } = spent.named ?? {};
  return {
    things: things + (isAsked ? 0 : 1),
    named: kind ? { ...named, [kind]: named[kind] + fresh.length } : named,
  };
}

const remaining = (limit: number, used: number) => Math.max(0, limit - used);

const tooMany = (message: string, rateLimit?: RateLimit) =>
  new HttpRefusal(429, message, rateLimit && { details: { rateLimit } });
