import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/flags.ts';
import { accountCommand, isAccountCommand } from '../../src/cli/token.ts';
import { AccountError, createAccounts } from '../../src/service/accounts/accounts.ts';
import { openState } from '../../src/service/accounts/state-file.ts';
import { StateError } from '../../src/service/errors.ts';
import { at, NOON } from '../support/service-fixture.ts';

let dir = '';
let flag = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'state-'));
  flag = `--state=${join(dir, 'state.db')}`;
});
afterEach(() => rmSync(dir, { recursive: true }));

const run = async (line: string) => (await accountCommand([...line.split(' '), flag], NOON)) as Record<string, string>[];
const create = async () => (await run('account create'))[0] ?? {};

function find(value: string | undefined) {
  const state = openState(join(dir, 'state.db'));
  const found = createAccounts(state).find(value ?? '');
  state.close();
  return found;
}

describe('account commands', () => {
  it('create opens an account with its allowances and its testing token', () => {
    const [made] = run('account create --new-things 50 --tariffs 0');
    expect(made).toEqual({
      id: expect.stringMatching(/^[\da-f]{12}$/),
      active: true,
      allowances: { newThings: 50, requests: 100, companies: 20, tariffs: 0 },
      testing: expect.stringMatching(/^dayahead_test_sk_/),
    });
    expect(find(made?.testing)?.token.expires).toBe(NOON + 7 * 86_400);
  });

  it('deactivate ends the subscription, activate takes it up again', () => {
    const { id, testing } = create();
    expect(run(`account deactivate ${id}`)).toMatchObject([{ id, active: false }]);
    expect(find(testing)?.account.active).toBe(false);
    expect(run(`account activate ${id}`)).toMatchObject([{ id, active: true }]);
  });

  it('limits rule 9: allow raises what is named and leaves the rest', () => {
    const { id, testing } = create();
    run(`account allow ${id} --requests 1000`);
    run(`account allow ${id} --companies 40`);
    expect(find(testing)?.account.allowances).toEqual({ newThings: 5, requests: 1000, companies: 40, tariffs: 20 });
  });

  it('list shows every account', () => {
    const ids = [create().id, create().id];
    expect(run('account list').map(({ id }) => id)).toEqual(ids.sort());
  });
});

describe('token commands', () => {
  it('auth rule 3: issue adds production tokens, revoke ends one by its value or its id', () => {
    const { id } = create();
    const [first, second] = [run(`token issue ${id}`)[0]?.production, run(`token issue ${id}`)[0]?.production];
    expect(run(`token revoke ${first}`)).toEqual([]);
    expect([find(first), find(second)?.token.kind]).toEqual([undefined, 'production']);
    const listed = run('token list').find(({ kind }) => kind === 'production');
    run(`token revoke ${listed?.id}`);
    expect(find(second)).toBeUndefined();
  });

  it('auth rule 3: renew replaces the testing token, from --now on', () => {
    const { id, testing } = create();
    const renewed = run(`token renew ${id} --now 2026-05-01T00:00:00Z`)[0]?.testing;
    expect(find(testing)).toBeUndefined();
    expect(find(renewed)?.token.expires).toBe(at('2026-05-08T00:00:00Z'));
  });

  it('list shows ids and ends, and no value', () => {
    const { id, testing = '' } = create();
    run(`token issue ${id}`);
    const listed = run('token list');
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

describe('a command that cannot be followed', () => {
  it.each([
    ['account', '"account " is none of account create, account list'],
    ['token destroy', '"token destroy" is none of'],
    ['token constructor', '"token constructor" is none of'],
    ['token issue', 'token issue takes one ACCOUNT'],
    ['token revoke', 'token revoke takes one TOKEN'],
    ['token issue a b', 'token issue takes one ACCOUNT'],
    ['account list a', 'account list takes no name'],
    ['account create --requests many', '--requests must be a whole number from 0 to 999999'],
    ['account create --speed 3', '--speed'],
    ['account create --now yesterday', '--now must be a time'],
  ])('%s: %s', (line, message) => {
    expect(() => run(line)).toThrow(UsageError);
    expect(() => run(line)).toThrow(message);
  });

  it('names a file that is not there, and leaves none behind', () => {
    for (let i = 0; i < 2; i++)
      expect(() => run('account list')).toThrow(/cannot open state .*: there is no such file/);
  });

  it('needs --state', () => {
    expect(() => accountCommand(['account', 'list'], NOON)).toThrow('--state FILE must be given');
  });

  it.each([
    ['token issue nobody', 'account "nobody" does not exist'],
    ['account allow nobody', 'account "nobody" does not exist'],
    ['token revoke nothing', 'there is no such token'],
  ])('%s: %s', (line, message) => {
    create();
    expect(() => run(line)).toThrow(AccountError);
    expect(() => run(line)).toThrow(message);
  });

  it('a testing token is renewed, not revoked', () => {
    const { testing } = create();
    expect(() => run(`token revoke ${testing}`)).toThrow('only renewed');
  });

  it('a state file that cannot be opened is named', () => {
    expect(() => accountCommand(['account', 'list', '--state', '/nowhere/at/all'], NOON)).toThrow(StateError);
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
