import { describe, expect, it } from 'vitest';
import { isDatabaseAddress } from '../../../src/service/postgres/address.ts';

describe('a state', () => {
  it.each([
    ['postgres://house:secret@db.example/dayahead', true],
    ['postgresql:///dayahead?host=/run/postgresql', true],
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
  ])('%s, which is mistyped, is refused and not shown', (state) => {
    expect(() => isDatabaseAddress(state)).toThrow(/^--state must be a file, or an address such as postgres:\/\/user/);
    expect(() => isDatabaseAddress(state)).not.toThrow(/secret/);
  });
});
