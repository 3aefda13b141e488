import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccounts } from '../../../src/service/accounts/accounts.ts';
import { createLedger, type Endpoint } from '../../../src/service/accounts/ledger.ts';
import { openDatabase } from '../../../src/service/accounts/sqlite.ts';
import { openServedState, openState } from '../../../src/service/accounts/state-file.ts';
import { StateAway, StateError } from '../../../src/service/errors.ts';
import { NOON, openService } from '../../support/service/service-fixture.ts';

const DAY = 86_400;

type Exec = (text: string) => void;
type Sqlite = { readonly DatabaseSync: { prototype: { exec: Exec } } };

let dir = '';
let file = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'state-'));
  file = join(dir, 'state.db');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

/** The result of `use` on the file, opened for it alone. */
function withState<T>(use: (state: ReturnType<typeof openState>) => T): T {
  const state = openState(file);
  try {
    return use(state);
  } finally {
    state.close();
  }
}

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

/** Puts `value` in the place of every row of a table. */
function damage(table: string, value: string): void {
  const database = openDatabase(file);
  database.prepare(`UPDATE ${table} SET value = ?`).run(value);
  database.close();
}

describe('a state file', () => {
  it('states rule 5: accounts, allowances and tokens are there when it is opened again', () => {
    const made = withState((state) => {
      const accounts = createAccounts(state);
      const { id } = accounts.open({ requests: 500 });
      accounts.setActive(id, false);
      return { id, testing: accounts.renewTesting(id, NOON), production: accounts.issueProduction(id) };
    });
    withState((state) => {
      const { find, list } = createAccounts(state);
      const account = {
        id: made.id,
        active: false,
        allowances: { newThings: 5, requests: 500, companies: 20, tariffs: 20 },
      };
      expect(list()).toEqual([account]);
      const expires = NOON + 7 * DAY;
      expect(find(made.testing)).toEqual({ token: { kind: 'testing', accountId: made.id, expires }, account });
      expect(find(made.production)).toEqual({ token: { kind: 'production', accountId: made.id }, account });
      expect(find('dayahead_prod_sk_unknown')).toBeUndefined();
    });
  });

  // Promise P-377 operate/service: the file holds digests of tokens
  it('holds no token, only digests that open nothing', () => {
    const [value, id] = withState((state) => {
      const accounts = createAccounts(state);
      const issued = accounts.issueProduction(accounts.open().id);
      return [issued, accounts.tokens()[0]?.id ?? ''];
    });
    const bytes = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'latin1'));
    expect(bytes.join('')).toContain(id);
    expect(bytes.join('')).not.toContain('_sk_');
    withState((state) =>
      expect([createAccounts(state).find(id), createAccounts(state).find(value)?.token.kind]).toEqual([
        undefined,
        'production',
      ]),
    );
  });

  // Promise P-378 operate/service: a command holds from the next request on
  it('a change by a command holds from the next request of the running service on', async () => {
    const [served, commanded] = [openState(file), openState(file)];
    const { get, account, production } = openService({
      accounts: createAccounts(served),
      ledger: createLedger(served),
    });
    const status = async () => (await get('/v2/de/grid/companies')).status;
    expect(await status()).toBe(200);
    createAccounts(commanded).setActive(account.id, false);
    expect(await status()).toBe(403);
    createAccounts(commanded).setActive(account.id, true);
    createAccounts(commanded).revoke(production);
    expect(await status()).toBe(401);
    for (const state of [served, commanded]) state.close();
  });

  it('counts as a ledger in memory does, however often it is closed and opened', () => {
    const who = fc.constantFrom('a', 'b');
    const day = fc.constantFrom(0, DAY, 2 * DAY);
    const endpoint = fc.constantFrom<Endpoint>('tariffs', 'dayahead');
    const step = fc.oneof(
      fc.tuple(fc.constant('request' as const), who, day),
      fc.tuple(fc.constant('add' as const), who, day, endpoint, fc.constantFrom('x', 'y', 'z')),
      fc.tuple(fc.constant('open' as const)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const memory = createLedger();
        rmSync(file, { force: true });
        let state = openState(file);
        let kept = createLedger(state);
        for (const [kind, account, on, at, thing] of steps as [string, string, number, Endpoint, string][]) {
          if (kind === 'open') {
            state.close();
            state = openState(file);
            kept = createLedger(state);
          } else if (kind === 'request') expect(kept.addRequest(account, on)).toBe(memory.addRequest(account, on));
          else {
            const asked = { thing, named: { kind: 'tariffs', ids: [thing] } } as const;
            for (const ledger of [memory, kept]) ledger.add(account, at, on, asked);
            expect(kept.asked(account, at, on)).toEqual(memory.asked(account, at, on));
            expect(kept.named(account, 'tariffs')).toEqual(memory.named(account, 'tariffs'));
          }
        }
        state.close();
      }),
      { seed: 20261120, numRuns: 60 },
    );
  });

  it('keeps all that a request writes or nothing of it', () => {
    withState((state) => {
      const interrupted = () =>
        state.together(() => {
          createLedger(state).addRequest('somebody', 0);
          throw new Error('the disk is full');
        });
      expect(interrupted).toThrow('the disk is full');
      expect([...state.requests]).toEqual([]);
      expect(createLedger(state).addRequest('somebody', 0)).toBe(1);
    });
  });

  it.each([
    [13, 'database or disk is full'],
    [10, 'disk I/O error'],
  ])('is away, and says why, where SQLite gives up by itself what it was to write (%i)', async (errcode, message) => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as Sqlite;
    const state = openState(file);
    const { exec } = DatabaseSync.prototype;
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: { exec: Exec }, text) {
      exec.call(this, text === 'COMMIT' ? 'ROLLBACK' : text);
      if (text === 'COMMIT') throw Object.assign(new Error(message), { errcode });
    });
    const count = () => state.together(() => createLedger(state).addRequest('somebody', 0));
    for (const act of [count, state.look]) expect(act).toThrow(new StateAway(message));
    vi.restoreAllMocks();
    state.look();
    expect(count()).toBe(1);
    state.close();
  });

  it('is away while another program holds it', () => {
    const state = openState(file);
    const other = openDatabase(file);
    other.exec('BEGIN EXCLUSIVE');
    for (const act of [() => state.together(() => undefined), state.look])
      expect(act).toThrow(new StateAway('database is locked'));
    other.exec('ROLLBACK');
    expect(createLedger(state).addRequest('somebody', 0)).toBe(1);
    for (const each of [state, other]) each.close();
  });

  it('forgets on a new day which addresses asked the day before', () => {
    withState((state) => {
      createLedger(state).addRequest('192.0.2.1', 0);
      createLedger(state).addRequest('192.0.2.2', DAY);
      expect([...state.requests].map(([key]) => key)).toEqual(['192.0.2.2']);
    });
  });
});

describe('the files of a state', () => {
  const modes = () => readdirSync(dir).map((name) => `${name} ${(statSync(join(dir, name)).mode & 0o777).toString(8)}`);

  it('are their owner’s alone from the first byte on, the log beside it with the newest tokens too', () => {
    const state = openServedState(file);
    createAccounts(state).open();
    expect(modes()).toEqual(['state.db 600', 'state.db-lock 600', 'state.db-shm 600', 'state.db-wal 600']);
    state.close();
  });

  it('become so where a copy has left them open to others', () => {
    const first = openState(file);
    createAccounts(first).open();
    for (const name of readdirSync(dir)) chmodSync(join(dir, name), 0o644);
    const second = openState(file);
    expect(modes()).toEqual(['state.db 600', 'state.db-shm 600', 'state.db-wal 600']);
    for (const state of [first, second]) state.close();
  });

  it('belong to one service, under every name; to commands beside it, and to the next when it has ended', () => {
    const served = openServedState(file);
    const link = join(dir, 'link.db');
    symlinkSync(file, link);
    for (const name of [file, link])
      expect(() => openServedState(name)).toThrow(
        new StateError(`cannot open state ${name}: another service runs on it`),
      );
    openState(file).close();
    served.close();
    openServedState(file).close();
  });

  it.each([
    ['no JSON', '{"testing":"dayahead_test_sk_', 'own'],
    ['another shape', '{"testing":"dayahead_test_sk_1"}', 'own'],
    ['no number', '{"day":0,"value":"dayahead_test_sk_1"}', 'requests'],
  ] as const)('are named where a row is damaged, without what it holds: %s', (_, value, table) => {
    withState((state) => {
      state.own.set('192.0.2.1', { testing: 'a', production: 'b' });
      state.requests.set('192.0.2.1', { day: 0, value: 1 });
    });
    damage(table, value);
    withState((state) => {
      for (const read of [() => state[table].get('192.0.2.1'), () => [...state[table]]]) {
        const error = thrownBy(read);
        expect(error).toEqual(new StateError(`state ${file} is damaged: a row of its table ${table} cannot be read`));
        expect(inspect(error)).not.toMatch(/_sk_|192/);
      }
    });
  });
});

describe('a state that cannot be opened', () => {
  it('names a file that is none, and leaves its mode alone', () => {
    writeFileSync(file, 'no database, but long enough to be taken for one'.repeat(20), { mode: 0o644 });
    expect(() => openServedState(file)).toThrow(`cannot open state ${file}: file is not a database`);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('names a folder that is not there', () => {
    expect(() => openState('/nowhere/at/all')).toThrow(
      'cannot open state /nowhere/at/all: there is no such file or folder',
    );
  });

  // Promise P-852 operate/upgrades: the service's `--state`
  it('refuses the format of a newer version', () => {
    withState(() => undefined);
    const FORMAT_AT = 60;
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(2, FORMAT_AT);
    writeFileSync(file, bytes);
    expect(() => openState(file)).toThrow('it was written by a newer version of this service (format 2)');
  });

  it('says on an older Node.js which one it needs', () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
    expect(() => openState(file)).toThrow(StateError);
    expect(() => openState(file)).toThrow(/^--state needs Node\.js 22\.13 or newer, this is v/);
  });
});
