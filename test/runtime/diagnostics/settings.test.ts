import { describe, expect, it } from 'vitest';
import { leavesOf, privateOf } from '../../../src/runtime/diagnostics/settings.ts';

describe('the private texts of a node', () => {
  it.each([
    ['a broker node', 'mqtt-broker'],
    ['the settings of the operator', undefined],
  ])('are all that is in %s, however deep and whatever it is called', (_, type) => {
    const node = { type, broker: 'cellar.lan', language: 'Gartenweg', inside: [{ name: 'Keller' }, ['Dach']] };
    expect(privateOf(node).words).toEqual(
      expect.arrayContaining(['cellar.lan', 'Gartenweg', 'gartenweg', 'Keller', 'keller', 'Dach', 'dach']),
    );
  });

  it('are names as they stand and as topics have them', () => {
    expect(privateOf({ type: 'dayahead-config', name: 'Große Küche' }).words).toEqual(['Große Küche', 'grosse-kuche']);
  });

  it('are the hosts of addresses, with and without the port', () => {
    const { words } = privateOf({
      type: 'dayahead-config',
      url: 'https://cellar.lan:1880/v2',
      brokerUrl: 'mqtt://roof.lan',
    });
    expect(words).toEqual(expect.arrayContaining(['cellar.lan', 'cellar.lan:1880', 'roof.lan']));
  });

  it.each<[string, string, readonly string[]]>([
    ['a user and a password', 'https://me:pw@h.lan/', ['me:pw', 'me', 'pw']],
    ['a user', 'mqtt://me@h.lan', ['me']],
    ['a password with a colon', 'https://me:p:w@h.lan', ['me:p:w', 'me', 'p', 'w']],
    ['an encoded password', 'https://me:p%40w@h.lan', ['me:p%40w', 'me:p@w', 'p%40w', 'p@w']],
    ['one that is no encoding', 'https://me:100%@h.lan', ['100%']],
    ['a query', 'https://h.lan/?securityToken=abc', ['abc']],
    ['several queries', 'https://h.lan/?a=bcd&e=f%20g&h=ijk#l', ['bcd', 'f%20g', 'f g', 'ijk']],
    [
      'several addresses',
      'smard=https://me:pw@h.lan/?k=v1\necb=https://you:wp@i.lan/?k=v2',
      ['me:pw', 'me', 'pw', 'v1', 'you:wp', 'you', 'wp', 'v2'],
    ],
  ])('are the secrets of an address: %s', (_, text, secrets) => {
    expect(privateOf({ type: 'dayahead-config', sources: text }).secrets).toEqual(expect.arrayContaining([...secrets]));
    // A field that a report tells may hold an address all the same.
    expect(privateOf({ type: 'dayahead-config', timeZone: text }).secrets).toEqual(
      expect.arrayContaining([...secrets]),
    );
  });

  it('are who is at the broker, as a secret', () => {
    expect(privateOf({ type: 'dayahead-config', brokerUser: 'me' })).toEqual({ secrets: ['me'], words: [] });
  });
});

it('the texts inside a value are those at every depth, and none that is empty', () => {
  expect(leavesOf({ a: 'b', c: ['d', { e: 'f', g: ['', null, 1, true, 'h'] }], i: undefined })).toEqual([
    'b',
    'd',
    'f',
    'h',
  ]);
  expect(leavesOf('a')).toEqual(['a']);
  expect(leavesOf(undefined)).toEqual([]);
});
