import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { StateAway } from '../errors.ts';
import type { Ask } from './connection.ts';

/** Fails, without leaving anything, where requests cannot be counted: a database that may be read alone, rights that are gone. */
export const MAY_COUNT = `WITH
  requests AS (INSERT INTO dayahead.requests SELECT '', 0, 0 WHERE false
    ON CONFLICT (who) DO UPDATE SET count = excluded.count RETURNING 1),
  things AS (INSERT INTO dayahead.things SELECT '', '', 0, ARRAY[]::text[] WHERE false
    ON CONFLICT (account, endpoint) DO UPDATE SET things = excluded.things RETURNING 1),
  totals AS (INSERT INTO dayahead.totals SELECT '', '', ARRAY[]::text[] WHERE false
    ON CONFLICT (account, kind) DO UPDATE SET ids = excluded.ids RETURNING 1)
  SELECT 1 FROM dayahead.tokens t JOIN dayahead.accounts a ON a.id = t.account LIMIT 1`;

/** Seconds by which a computer's clock may be off the database's: counts of a day go by it. */
const TOLERANCE = 300;

const answer = z.tuple([z.object({ now: z.number() })]);

/** Throws a `StateAway` where the clock of this computer is not the database's. */
export async function compareClocks(ask: Ask, clock: () => Instant): Promise<void> {
  const [{ now }] = answer.parse(await ask({ text: 'SELECT extract(epoch FROM clock_timestamp())::float8 AS now' }));
  const ahead = clock() - now;
  if (Math.abs(ahead) <= TOLERANCE) return;
  const where = ahead > 0 ? 'ahead of' : 'behind';
  throw new StateAway(
    `the clock of this computer is ${Math.round(Math.abs(ahead) / 60)} minutes ${where} the database's`,
  );
}
