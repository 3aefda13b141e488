import { describe, expect, it } from 'vitest';
import { rememberSecret, remoteText, secretRedactor, withoutSecrets } from '../../../src/core/secrets/secrets.ts';

const TOKEN = '5f1e-9a/b&c"d+é';

describe('a remembered secret', () => {
  rememberSecret(TOKEN);
  it.each([
    ['as it is', TOKEN],
    ['in upper case', TOKEN.toUpperCase()],
    ['percent-encoded', encodeURIComponent(TOKEN)],
    ['percent-encoded in lower case', encodeURIComponent(TOKEN).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
    [
      'with every byte percent-encoded',
      [...Buffer.from(TOKEN)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    ],
    ['escaped for XML', TOKEN.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['in decimal references', [...TOKEN].map((each) => `&#${each.codePointAt(0)};`).join('')],
    ['in hexadecimal references', [...TOKEN].map((each) => `&#x${each.codePointAt(0)?.toString(16)};`).join('')],
    ['in JSON', JSON.stringify(TOKEN).slice(1, -1)],
    ['in the escapes of JSON', [...TOKEN].map((each) => `\\u00${each.codePointAt(0)?.toString(16)}`).join('')],
  ])('is masked %s', (_, text) => {
    expect(withoutSecrets(`GET /api?securityToken=${text}&documentType=A44`)).toBe(
      'GET /api?securityToken=[token]&documentType=A44',
    );
  });

  it('is masked as a whole where another one is a part of it', () => {
    rememberSecret('0123456789');
    rememberSecret('0123456789abcdef');
    expect(withoutSecrets('0123456789abcdef 0123456789')).toBe('[token] [token]');
  });

  it('must have at least 8 characters: a shorter one would be masked inside words', () => {
    rememberSecret('ON until'.slice(0, 7));
    expect(withoutSecrets('ON until 05:45')).toBe('ON until 05:45');
    expect(secretRedactor('ON unti')('ON until 05:45')).toBe('ON until 05:45');
  });
});

describe('text from another computer', () => {
  it('is cut at 200 characters', () => {
    expect(remoteText('x'.repeat(200))).toBe('x'.repeat(200));
    expect(remoteText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(199)}…`);
  });

  it('keeps no part of a secret that the cut goes through', () => {
    rememberSecret('a-secret-of-36-characters-0123456789');
    expect(remoteText(`${'x'.repeat(180)} a-secret-of-36-characters-0123456789 and more`)).toBe(
      `${'x'.repeat(180)} [token] and more`,
    );
  });

  it('is one line without control characters, so that it cannot pretend to be another log line', () => {
    expect(remoteText('not\r\n26 Nov 12:00 - [info] all is \u001b[31mwell\u202e')).toBe(
      'not 26 Nov 12:00 - [info] all is [31mwell',
    );
  });
});
