import { describe, expect, it } from 'vitest';
import { credentialOf } from '../../src/client/credential.ts';

const token = 'dayahead_test_sk_0123456789';

describe('the token of a request', () => {
  it('is sent without the blanks around it', () => {
    expect(credentialOf(` ${token}\n`).headers()).toEqual({ authorization: `Bearer ${token}` });
  });

  it.each(['', '  ', undefined])('is not sent where there is none: %j', (none) => {
    expect(credentialOf(none).headers()).toEqual({});
  });

  it.each(['a b', 'a\nb', 'a\u007fb', 'ä', 'a\0b'])(
    'is refused, and not quoted, where no header can carry it: %j',
    (wrong) => {
      expect(() => credentialOf(`${token}${wrong}`)).toThrow(/^token: only printable ASCII without spaces is allowed$/);
    },
  );

  it.each([
    [token, true],
    ['dayahead_prod_sk_0123456789', false],
  ])('%s has one request at a time: %s', (any, isTesting) => {
    expect(credentialOf(any).isTesting).toBe(isTesting);
  });
});

describe('a text without the token', () => {
  it.each([
    ['once', token, '[token]'],
    ['twice', `${token} and ${token}`, '[token] and [token]'],
    ['three times without a gap', token.repeat(3), '[token][token][token]'],
    ['on several lines', `${token}\n${token}\r\n${token}`, '[token]\n[token]\r\n[token]'],
    ['in a header', `Bearer ${token}, Bearer ${token}`, 'Bearer [token], Bearer [token]'],
    ['not at all', 'nothing to hide', 'nothing to hide'],
  ])('has it nowhere that it stood: %s', (_, text, shown) => {
    expect(credentialOf(` ${token} `).redact(text)).toBe(shown);
  });

  it.each(['.*+?^$.*', '[a-z]{8}', '(?:.*)|x', '$&$1$$$`', '\\d\\d\\d\\d'])('takes the token %s as it is', (any) => {
    const { redact } = credentialOf(any);
    expect(redact(`${any} ${any} abcdefgh`)).toBe('[token] [token] abcdefgh');
  });

  it('is left as it is for a token of seven characters, and not for one of eight', () => {
    expect(credentialOf('1234567').redact('in 1234567 s')).toBe('in 1234567 s');
    expect(credentialOf('12345678').redact('in 12345678 s')).toBe('in [token] s');
    expect(credentialOf('').redact('a text')).toBe('a text');
  });
});

describe('a body without the token', () => {
  const { redactBody } = credentialOf(token);
  const read = (text: string) => redactBody(JSON.parse(text), text);

  it.each<[string, unknown, unknown]>([
    ['a text', `${token}, ${token}`, '[token], [token]'],
    ['a list', [token, [token, `${token}${token}`]], ['[token]', ['[token]', '[token][token]']]],
    ['an object', { a: token, b: { c: [token] } }, { a: '[token]', b: { c: ['[token]'] } }],
    ['keys', { [token]: { [`${token} ${token}`]: 1 } }, { '[token]': { '[token] [token]': 1 } }],
    ['what is no text', { token, a: null, b: 1, c: true }, { token: '[token]', a: null, b: 1, c: true }],
  ])('has it nowhere in %s', (_, body, shown) => {
    expect(read(JSON.stringify(body))).toEqual(shown);
  });

  it.each([
    ['the first sign', `"\\u0064${token.slice(1)} \\u0064${token.slice(1)}"`],
    [
      'every sign',
      `"${[...token, ' ', ...token].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
    ],
  ])('has it nowhere where an escape writes %s', (_, text) => {
    expect(text).not.toContain(token);
    expect(read(text)).toBe('[token] [token]');
  });
});
