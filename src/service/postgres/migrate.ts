import { z } from 'zod';
import { StateError } from '../errors.ts';
import type { Ask } from './connection.ts';
import { migrations } from './schema.ts';

/** Any number that no other program takes for a lock. */
const LOCK = '4918230711002417';

/**
 * Brings the tables to this version within a transaction, one instance at a time; refuses those of a newer one. Where they are of this
 * one nothing is made: a role that may only count in them is enough.
 */
export async function migrate(ask: Ask): Promise<void> {
  await lock(ask);
  const [found] = await ask({ text: "SELECT to_regclass('dayahead.versions') IS NOT NULL AS made" });
  if (!z.object({ made: z.boolean() }).parse(found).made) await makeVersions(ask);
  const version = await versionOf(ask);
  if (version > migrations.length)
    throw new StateError(`the state was written by a newer version of this service (format ${version})`);
  for (const [at, text] of migrations.entries()) {
    if (at < version) continue;
    await ask({ text });
    await ask({ text: 'INSERT INTO dayahead.versions (version) VALUES ($1)', values: [at + 1] });
  }
}

async function makeVersions(ask: Ask): Promise<void> {
  await ask({
    text: `DO $$ BEGIN IF to_regnamespace('dayahead') IS NULL THEN CREATE SCHEMA dayahead; END IF; END $$`,
  });
  await ask({
    text: 'CREATE TABLE dayahead.versions (version int PRIMARY KEY, since timestamptz NOT NULL DEFAULT now())',
  });
}

async function versionOf(ask: Ask): Promise<number> {
  const [found] = await ask({ text: 'SELECT coalesce(max(version), 0) AS version FROM dayahead.versions' });
  return z.object({ version: z.int() }).parse(found).version;
}

/** Lets one transaction of all instances pass at a time, until its end. */
export const lock = (ask: Ask) => ask({ text: 'SELECT pg_advisory_xact_lock($1)', values: [LOCK] });
