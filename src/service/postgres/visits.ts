import { z } from 'zod';
import { DAY_SECONDS, type Instant } from '../../core/time.ts';
import { digestOf } from '../accounts/accounts.ts';
import { REQUESTS_PER_ADDRESS } from '../accounts/limits.ts';
import type { Spending, Visit, Visitor, Visits } from '../accounts/visits.ts';
import { compareClocks, MAY_COUNT } from './ability.ts';
import { accountRow } from './accounts.ts';
import type { Ask, Connections } from './connection.ts';

const who = z.object({ kind: z.enum(['testing', 'production']), expires: z.int().nullable() });

const spending = z.object({
  byAccount: z.int(),
  byAddress: z.int(),
  alone: z.boolean(),
  things: z.int(),
  asked: z.boolean(),
  companies: z.int(),
  tariffs: z.int(),
  fresh: z.array(z.string()),
  spent: z.boolean(),
});

const visited = z.object({
  found: z
    .object({ who: who.and(accountRow) })
    .and(z.union([spending, z.object({ who: z.object({ kind: z.literal('production') }) })]))
    .nullable(),
});

/** What a service asks of the state that it shares. */
export interface StateOptions {
  /** Answers are held back, and each with the connection that its slot is a lock of. */
  readonly isDelayed?: boolean;
  /** The computer's clock, where it is to be the database's too; left out where a service has one of its own. */
  readonly clock?: (() => Instant) | undefined;
}

/** Credentials that were found, so that the question of one that was not is not read. */
const MOST_KNOWN = 10_000;

/**
 * Visits that any number of instances count together. A request is one statement of one round trip: the rules stand a second time in
 * the function `dayahead.visit`, and the tests hold both to the same table.
 */
export function postgresVisits(database: Connections, { clock }: Pick<StateOptions, 'clock'> = {}): Visits {
  const known = new Set<string>();
  let swept = 0;

  /** Forgets the addresses of past days, once a day; the clocks of two instances may lie hours apart, and one days ahead of the database's. */
  async function sweep(now: Instant): Promise<void> {
    const day = Math.floor(now / DAY_SECONDS);
    if (day <= swept) return;
    await database.ask({ text: SWEEP, values: [day - 1] });
    swept = day;
  }

  return {
    async knows(credential) {
      const digest = digestOf(credential);
      if (known.has(digest)) return true;
      const found = await database.ask({ ...KNOWS, values: [digest] });
      if (found.length === 0) return false;
      if (known.size >= MOST_KNOWN) known.clear();
      known.add(digest);
      return true;
    },
    async visit(visit) {
      await sweep(visit.now);
      const needsSlot = visit.endpoint !== undefined && visit.isAlone;
      return needsSlot ? held(database, visit) : visitor(await database.ask(statementOf(visit)), visit);
    },
    async look() {
      await database.ask({ text: MAY_COUNT });
      if (clock) await compareClocks(database.ask, clock);
    },
  };
}

/** A visit whose slot is its connection's until it is released, or until the connection ends, however it ends. */
const held = (database: Connections, visit: Visit): Promise<Visitor | undefined> =>
  database.hold(async (ask, letGo) => {
    const found = visitor(await ask(statementOf(visit)), visit);
    if (found?.spending?.isAlone) return { ...found, release: () => freed(ask, visit).then(letGo, letGo) };
    letGo();
    return found;
  });

const freed = (ask: Ask, { credential }: Visit) =>
  ask({ text: 'SELECT pg_advisory_unlock($1)', values: [slotOf(digestOf(credential))] });

const KNOWS = { name: 'knows', text: 'SELECT 1 FROM dayahead.tokens WHERE digest = $1' };

const SWEEP = `DELETE FROM dayahead.requests WHERE who = ANY (ARRAY(
  SELECT who FROM dayahead.requests WHERE day < least($1, floor(extract(epoch FROM now()) / 86400)::int - 1) FOR UPDATE SKIP LOCKED))`;

const VISIT = {
  name: 'visit',
  text: 'SELECT dayahead.visit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS found',
};

function statementOf({ credential, address, now, endpoint, asked, isAlone }: Visit) {
  const digest = digestOf(credential);
  const { kind = null, ids = null } = asked?.named ?? {};
  const slot = endpoint === undefined ? null : slotOf(digest);
  const rules = [address ?? null, now, REQUESTS_PER_ADDRESS, endpoint ?? null, isAlone, slot];
  return { ...VISIT, values: [digest, ...rules, asked?.thing ?? null, kind, ids] };
}

/** The number that PostgreSQL knows a token's slot by. */
const slotOf = (digest: string) => `${Buffer.from(digest, 'base64url').readBigInt64BE()}`;

function visitor([row]: readonly unknown[], { asked }: Visit): Visitor | undefined {
  const { found } = visited.parse(row);
  if (!found) return undefined;
  const { kind, expires, ...account } = found.who;
  const token = { kind, accountId: account.id, ...(expires !== null && { expires }) };
  if (!('byAccount' in found)) return { token, account };
  const { byAccount, byAddress, alone, things, companies, tariffs, fresh } = found;
  const spending: Spending = {
    requests: { account: byAccount, address: byAddress },
    isAlone: alone,
    tally: { things, isAsked: found.asked, named: { companies, tariffs }, fresh },
    spent: found.spent ? asked : undefined,
  };
  return { token, account, spending };
}
