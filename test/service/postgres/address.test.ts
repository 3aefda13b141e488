import { describe, expect, it } from 'vitest';
import { isDatabaseAddress } from '../../../src/service/postgres/address.ts';

describe('a state', () => {
  it.each([
    ['postgres://house:secret@db.example/dayahead', true],
    ['postgresql:///dayahead?host=/run/postgresql', true],
    ['postgres://house:s%40cr%2Fet@db.example/dayahead', true],
    ['postgres://house:s@cret@db.example/dayahead', true],
    ['POSTGRES://[::1]:5432/dayahead', true],
    ['state.db', false],
    [':memory:', false],
    ['/srv/a@b/state.db', false],
    ['C:/a@b/state.db', false],
    ['postgres.db', false],
  ])('%s is a database: %s', (state, expected) => {
    expect(isDatabaseAddress(state)).toBe(expected);
  });

  it.each([
    'postgre://house:secret@h/d',
    'postgres:/house:secret@h/d',
    'postgres//house:secret@h/d',
    'pg://u:secret@h',
    'postgres://house:12/secret@h/d',
    'postgres://house:1@2/secret@h/d',
    'postgres://house:1@2?secret@h/d',
    'postgres://house:1@2#secret@h/d',
    'postgres://house:secret/@h/d',
    'postgres://house:secret%@h/d',
    'postgres://house:secret%FF@h/d',
    'postgres://house:secret@h:port/d',
  ])('%s, which is mistyped or not percent-encoded, is refused and not shown', (state) => {
    expect(() => isDatabaseAddress(state)).toThrow(/^--state must be a file, or an address such as postgres:\/\/user/);
    expect(() => isDatabaseAddress(state)).toThrow(/write % as %25, @ as %40, .* \/ as %2F/);
    expect(() => isDatabaseAddress(state)).not.toThrow(/secret/);
  });
});
