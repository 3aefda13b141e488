import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveAnswer } from '../../scripts/record/live.mts';

/** The records of versions that had live prices. */
const records = (await readdir(import.meta.dirname, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'live.json')))
  .map(({ name }) => name);

it.each(records)('what version %s has kept of live prices is what a service goes by that can ask nobody', async (version) => {
  const record = join(import.meta.dirname, version);
  const { now, prices } = JSON.parse(await readFile(join(record, 'live.json'), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'dayahead-live-'));
  await cp(join(record, 'live'), join(folder, 'live'), { recursive: true });
  // Nothing listens there.
  expect(await liveAnswer(folder, now, 'http://127.0.0.1:9')).toEqual(prices);
  expect(prices).toHaveLength(48);
  await rm(folder, { recursive: true });
});
