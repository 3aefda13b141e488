import { describe, expect, it } from 'vitest';
import { isTopic, unsendable } from '../../src/mqtt/sendable.ts';

it.each([['cmnd/boiler/POWER'], ['/a//b/'], ['Küche/Wärmepumpe 2'], ['a'.repeat(65_535)], ['日本/🔌']])(
  'a message may be published on %.40s',
  (topic) => {
    expect(isTopic(topic)).toBe(true);
  },
);

it.each([
  ['nothing', ''],
  ['a wildcard', 'a/+/b'],
  ['a wildcard at the end', 'a/#'],
  ['a NUL', 'a\0b'],
  ['a tab', 'cmnd/\tboiler/POWER'],
  ['a line feed', 'a\n'],
  ['a control character of Latin 1', 'a\u0085b'],
  ['a noncharacter', 'a\uFFFEb'],
  ['another noncharacter', 'a\u{1FFFF}b'],
  ['half of a pair', 'a\uD800b'],
  ['a byte more than a packet can say', 'ä'.repeat(32_768)],
  ['201 levels', 'a/'.repeat(200)],
])('no message may be published on a topic with %s', (_, topic) => {
  expect(isTopic(topic)).toBe(false);
  expect(unsendable(topic, 'ON')).toMatch('a topic without + and #');
});

describe('a broker that takes packets of 1000 bytes', () => {
  it.each([
    ['a topic and a payload of 985 bytes together', 984, undefined],
    ['a byte more', 985, '1001 bytes, the broker takes 1000'],
  ])('%s: %s', (_, length, reason) => {
    expect(unsendable('a', 'x'.repeat(length), 1000)).toBe(reason);
  });
});
