import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/flags.ts';
import { openForService } from '../../src/cli/state.ts';
import { accountCommand, isAccountCommand } from '../../src/cli/token.ts';
import { AccountError } from '../../src/service/accounts/accounts.ts';
import { StateError } from '../../src/service/errors.ts';
import { askOnce, type Database, openDatabase } from '../support/service/postgres.ts';
import { at, NOON } from '../support/service/service-fixture.ts';

let database: Database | undefined;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database?.remove());

let dir = '';
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'state-'));
  await askOnce(database?.address ?? '', 'DROP SCHEMA IF EXISTS dayahead CASCADE');
});
afterEach(() => rmSync(dir, { recursive: true }));

const kinds = [
  ['a file', () => join(dir, 'state.db')],
  ['a database', () => database?.address ?? ''],
] as const;

/** The commands on a state, and what a service on it knows of a token. */
function commands(state: () => string) {
  const run = async (line: string) =>
    (await accountCommand([...line.split(' '), `--state=${state()}`], NOON)) as Record<string, string>[];
  const create = async () => (await run('account create'))[0] ?? {};
  async function find(credential = '') {
    const { visits, close } = await openForService(state(), {});
    const visitor = await visits.visit({ credential, now: NOON, isAlone: true });
    await close();
    return visitor;
  }
  return { run, create, find };
}

describe.each(kinds)('account commands on %s', (_, state) => {
  const { run, create, find } = commands(state);

  it('create opens an account with its allowances and its testing token', async () => {
    const [made] = await run('account create --new-things 50 --tariffs 0');
    expect(made).toEqual({
      id: expect.stringMatching(/^[\da-f]{12}$/),
      active: true,
      allowances: { newThings: 50, requests: 100, companies: 20, tariffs: 0 },
      testing: expect.stringMatching(/^dayahead_test_sk_/),
    });
    expect((await find(made?.testing))?.token.expires).toBe(NOON + 7 * 86_400);
  });

  it("list marks the services' own account, until both of its tokens have ended", async () => {
    const { ownTokens, close } = await openForService(state(), {});
    const { production = '' } = await ownTokens(NOON);
    await close();
    const { id: other } = await create();
    const listed = await run('account list');
    const own = listed.find(({ id }) => id !== other)?.id;
    const marks = async () => new Map((await run('account list')).map((account) => [account.id, account.own]));
    const isOwn = (mark: unknown) =>
      new Map([
        [own, mark],
        [other, undefined],
      ]);
    expect(await marks()).toEqual(isOwn(true));
    await run(`token renew ${own}`);
    expect(await marks()).toEqual(isOwn(true));
    await run(`token revoke ${production}`);
    expect(await marks()).toEqual(isOwn(undefined));
  });

  it('deactivate ends the subscription, activate takes it up again', async () => {
    const { id, testing } = await create();
    expect(await run(`account deactivate ${id}`)).toMatchObject([{ id, active: false }]);
    expect((await find(testing))?.account.active).toBe(false);
    expect(await run(`account activate ${id}`)).toMatchObject([{ id, active: true }]);
  });

  it('limits rule 9: allow raises what is named and leaves the rest', async () => {
    const { id, testing } = await create();
    await run(`account allow ${id} --requests 1000`);
    await run(`account allow ${id} --companies 40`);
    expect((await find(testing))?.account.allowances).toEqual({
      newThings: 5,
      requests: 1000,
      companies: 40,
      tariffs: 20,
    });
  });

  it('list shows every account', async () => {
    const ids = [(await create()).id, (await create()).id];
    expect((await run('account list')).map(({ id }) => id)).toEqual(ids.sort());
  });
});

describe.each(kinds)('token commands on %s', (_, state) => {
  const { run, create, find } = commands(state);

  it('auth rule 3: issue adds production tokens, revoke ends one by its value or its id', async () => {
    const { id } = await create();
    const [first, second] = [
      (await run(`token issue ${id}`))[0]?.production,
      (await run(`token issue ${id}`))[0]?.production,
    ];
    expect(await run(`token revoke ${first}`)).toEqual([]);
    expect([await find(first), (await find(second))?.token.kind]).toEqual([undefined, 'production']);
    const listed = (await run('token list')).find(({ kind }) => kind === 'production');
    await run(`token revoke ${listed?.id}`);
    expect(await find(second)).toBeUndefined();
  });

  it('auth rule 3: renew replaces the testing token, from --now on', async () => {
    const { id, testing } = await create();
    const renewed = (await run(`token renew ${id} --now 2026-05-01T00:00:00Z`))[0]?.testing;
    expect(await find(testing)).toBeUndefined();
    expect((await find(renewed))?.token.expires).toBe(at('2026-05-08T00:00:00Z'));
  });

  it('list shows ids and ends, and no value', async () => {
    const { id, testing = '' } = await create();
    await run(`token issue ${id}`);
    const listed = await run('token list');
    const [test] = listed.filter(({ kind }) => kind === 'testing');
    expect(test).toEqual({
      id: expect.any(String),
      kind: 'testing',
      accountId: id,
      expires: '2026-04-22T10:20:00Z',
    });
    expect(listed).toHaveLength(2);
    expect(JSON.stringify(listed)).not.toContain(testing);
  });
});

describe.each(kinds)('a command that cannot be followed on %s', (_, state) => {
  const { run, create } = commands(state);

  it.each([
    ['account', 'account needs one of create, list, activate, deactivate, allow'],
    ['token', 'token needs one of issue, renew, revoke, list'],
    ['token destroy', 'Unknown command "token destroy". The commands are'],
    ['token constructor', 'Unknown command "token constructor". The commands are'],
    ['token issue', 'token issue takes one ACCOUNT'],
    ['token revoke', 'token revoke takes one TOKEN'],
    ['token issue a b', 'token issue takes one ACCOUNT'],
    ['account list a', 'account list takes no name'],
    ['account create --requests many', '--requests must be a whole number from 0 to 999999'],
    ['account create --speed 3', '--speed'],
    ['account create --now yesterday', '--now must be a time'],
  ])('%s: %s', async (line, message) => {
    await expect(run(line)).rejects.toThrow(UsageError);
    await expect(run(line)).rejects.toThrow(message);
  });

  it.each([
    ['token issue nobody', 'account "nobody" does not exist'],
    ['account allow nobody', 'account "nobody" does not exist'],
    ['token revoke nothing', 'there is no such token'],
    ['token revoke -mIdWithADash', 'there is no such token'],
  ])('%s: %s', async (line, message) => {
    await create();
    await expect(run(line)).rejects.toThrow(AccountError);
    await expect(run(line)).rejects.toThrow(message);
  });

  it('a testing token is renewed, not revoked', async () => {
    const { testing } = await create();
    await expect(run(`token revoke ${testing}`)).rejects.toThrow('only renewed');
  });
});

describe('a state that cannot be opened', () => {
  it('names a file that is not there, and leaves none behind', async () => {
    for (let i = 0; i < 2; i++)
      await expect(commands(() => join(dir, 'state.db')).run('account list')).rejects.toThrow(
        /cannot open state .*: the file does not exist/,
      );
  });

  it('needs --state', async () => {
    await expect(accountCommand(['account', 'list'], NOON)).rejects.toThrow(
      '--state must be given: a file, or postgres://USER@HOST/DATABASE',
    );
  });

  it('a state file that cannot be opened is named', async () => {
    await expect(accountCommand(['account', 'list', '--state', '/nowhere/at/all'], NOON)).rejects.toThrow(StateError);
  });

  it('an address that is none is not repeated, as a password may be in it', async () => {
    const { run } = commands(() => 'postgres://house:se cret@[:1/db');
    await expect(run('account list')).rejects.toThrow(StateError);
    await expect(run('account list')).rejects.not.toThrow('cret');
  });
});

it.each([
  ['account list', true],
  ['token', true],
  ['--port 1', false],
  ['', false],
])('"%s" is a command for the accounts: %s', (line, expected) => {
  expect(isAccountCommand(line.split(' '))).toBe(expected);
});
