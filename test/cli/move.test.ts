import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveCommand } from '../../src/cli/move.ts';
import { type KeptState, openForService } from '../../src/cli/state.ts';
import type { Visit } from '../../src/service/accounts/visits.ts';
import { askOnce, type Database, openDatabase } from '../support/service/postgres.ts';

/** A housing company has outgrown one machine: its state file goes into a database. */

const NOW = Date.parse('2026-01-15T10:00:00Z') / 1000;
const DAY = 86_400;

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.remove());

let dir = '';
let file = '';
const opened: KeptState[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'move-'));
  file = join(dir, 'state.db');
});
afterEach(async () => {
  for (const state of opened.splice(0)) await state.close();
  rmSync(dir, { recursive: true });
  await askOnce(database.address, 'DROP SCHEMA IF EXISTS dayahead CASCADE');
});

async function serve(state: string): Promise<KeptState> {
  const kept = await openForService(state, { now: NOW });
  opened.push(kept);
  return kept;
}
const move = () => moveCommand([file, '--state', database.address]);

/** A tariff that an account asks about, from an address. */
const visit = (credential: string, tariff: string, now = NOW): Visit => ({
  ...{ credential, now, address: '192.0.2.7', endpoint: 'versions', isAlone: true },
  asked: { thing: tariff, named: { kind: 'tariffs', ids: [tariff] } },
});

describe('a state file moved into a database', () => {
  // Promise P-407 operate/service: a state file is taken into a database with its tokens and counts, or not at all
  it('is there with its accounts, tokens and the service’s own, and counts go on where they were', async () => {
    const before = await serve(file);
    const own = await before.ownTokens(NOW);
    const { id } = await before.accounts.open({ newThings: 3, tariffs: 7 });
    const testing = await before.accounts.renewTesting(id, NOW);
    await before.accounts.issueProduction(id);
    await before.accounts.setActive((await before.accounts.open()).id, false);
    for (const tariff of ['one', 'two']) await before.visits.visit(visit(testing, tariff));
    const [accounts, tokens] = [await before.accounts.list(), await before.accounts.tokens()];
    const next = visit(testing, 'three');
    await before.close();
    opened.pop();

    expect(await move()).toEqual({ accounts: 3, tokens: 4 });
    const after = await serve(database.address);
    expect(await after.ownTokens(NOW)).toEqual(own);
    expect(await after.accounts.list()).toEqual(accounts);
    expect(await after.accounts.tokens()).toEqual(tokens);
    const spending = async (asked: Visit) => {
      const visitor = await after.visits.visit(asked);
      await visitor?.release?.();
      return visitor?.spending;
    };
    expect(await spending(next)).toMatchObject({
      requests: { account: 3, address: 3 },
      tally: { things: 2, isAsked: false, named: { companies: 0, tariffs: 2 }, fresh: ['three'] },
    });
    expect(await spending(visit(testing, 'one'))).toMatchObject({
      requests: { account: 4, address: 4 },
      tally: { things: 3, isAsked: true },
    });
    expect(await spending(visit(testing, 'one', NOW + DAY))).toMatchObject({
      requests: { account: 1, address: 1 },
      tally: { things: 0, isAsked: false, named: { tariffs: 3 } },
    });
  });

  it('is refused while a service runs on the file, and where accounts are in the database; neither is changed', async () => {
    const running = await serve(file);
    await running.ownTokens(NOW);
    await expect(move()).rejects.toThrow(`cannot open state ${file}: another service runs on it`);
    await running.close();
    opened.pop();
    await move();
    await expect(move()).rejects.toThrow(
      'the database holds accounts already: move into an empty one, before a service is started on it',
    );
    const [held] = await askOnce(database.address, 'SELECT count(*)::int AS accounts FROM dayahead.accounts');
    expect(held).toEqual({ accounts: 1 });
  });

  it('is there whole, or nothing of it is', async () => {
    const before = await serve(file);
    await before.ownTokens(NOW);
    await before.close();
    opened.pop();
    await serve(database.address);
    await askOnce(database.address, 'ALTER TABLE dayahead.totals RENAME TO lost');
    await expect(move()).rejects.toThrow('cannot open state');
    expect(await askOnce(database.address, 'SELECT * FROM dayahead.accounts')).toEqual([]);
    await askOnce(database.address, 'ALTER TABLE dayahead.lost RENAME TO totals');
    expect(await move()).toEqual({ accounts: 1, tokens: 2 });
  });

  it('is refused where there is nothing in it, and nothing is made of it', async () => {
    writeFileSync(file, '');
    await expect(move()).rejects.toThrow(`cannot open state ${file}: the file is empty`);
    expect(readdirSync(dir)).toEqual(['state.db']);
  });

  it.each([
    [[], '--state must be the database to move into: postgres://USER@HOST/DATABASE'],
    [['--state', 'other.db', 'state.db'], '--state must be the database to move into: postgres://USER@HOST/DATABASE'],
    [['--state', 'postgres://house@db/dayahead'], 'move takes one FILE'],
    [['--state', 'postgres://house@db/dayahead', 'a.db', 'b.db'], 'move takes one FILE'],
    [
      ['--state', 'postgres://house@db/dayahead', '/nowhere/state.db'],
      'cannot open state /nowhere/state.db: the file does not exist',
    ],
  ])('%j says what is missing: %s', async (args, message) => {
    await expect(moveCommand(args)).rejects.toThrow(message);
  });
});
