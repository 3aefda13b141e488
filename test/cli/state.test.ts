import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openForService } from '../../src/cli/state.ts';
import { openDatabase } from '../../src/service/accounts/sqlite.ts';
import type { StateNews } from '../../src/service/accounts/watched-visits.ts';
import type { AccessRecord } from '../../src/service/http/access-record.ts';
import { openServiceOn } from '../support/service/service-fixture.ts';

it('a service on a state file that cannot be written is 503 with Retry-After and not ready, says so once, and comes back', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'state-'));
  const file = join(dir, 'state.db');
  const kept = await openForService(file, {});
  const news: StateNews[] = [];
  const records: AccessRecord[] = [];
  const logs = { logState: (one: StateNews) => news.push(one), log: (one: AccessRecord) => records.push(one) };
  const service = await openServiceOn(kept, logs);
  const answers = async () =>
    Promise.all([service.get('/v2/de/consumption/companies', service.testing), service.fetch('/readyz')]);
  const statuses = async () => (await answers()).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 200]);
  const other = openDatabase(file);
  other.exec('BEGIN EXCLUSIVE');
  const refused = await answers();
  expect(refused.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual([
    [503, '5'],
    [503, '5'],
  ]);
  expect(news).toEqual([{ state: 'away', reason: 'database is locked' }]);
  other.exec('ROLLBACK');
  expect(await statuses()).toEqual([200, 200]);
  expect(news.slice(1)).toEqual([{ state: 'back', seconds: 0, refused: 1 }]);
  expect(records.filter(({ error }) => error !== undefined)).toEqual([]);
  other.close();
  await kept.close();
  rmSync(dir, { recursive: true });
});
