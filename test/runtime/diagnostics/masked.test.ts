import { describe, expect, it } from 'vitest';
import { maskOf, secretMask } from '../../../src/runtime/diagnostics/masked.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

describe('a mask', () => {
  it.each([
    ['once', 'open-sesame', '•••'],
    ['twice', 'open-sesame, open-sesame', '•••, •••'],
    ['without a gap', 'open-sesameopen-sesame', '••••••'],
    ['inside a word', 'xopen-sesamex', 'x•••x'],
    ['on two lines', 'open-sesame\nopen-sesame', '•••\n•••'],
  ])('hides a secret %s', (_, text, shown) => {
    expect(secretMask(['open-sesame'])(text)).toBe(shown);
    expect(maskOf({ secrets: ['open-sesame'], words: [] })(text)).toBe(shown);
  });

  it.each([
    ['once', 'the Sauna is off', 'the ••• is off'],
    ['twice', 'Sauna: Sauna', '•••: •••'],
    ['not inside a word', 'Saunahaus, XSauna, Sauna2, ÄSauna', 'Saunahaus, XSauna, Sauna2, ÄSauna'],
    ['beside signs', '"Sauna" (Sauna) Sauna-Sauna_Sauna/Sauna', '"•••" (•••) •••-•••_•••/•••'],
  ])('hides a private word %s', (_, text, shown) => {
    expect(maskOf({ secrets: [], words: ['Sauna'] })(text)).toBe(shown);
  });

  it.each([...hostileTexts, ...[...'\\^$.*+?()[]{}|/-'].map((sign) => `se${sign}cret${sign}`)])(
    'hides the secret and the word %j as they stand, and nothing like it',
    (secret) => {
      const text = `x ${secret} y ${secret} z`;
      expect(secretMask([secret])(text)).toBe('x ••• y ••• z');
      expect(maskOf({ secrets: [], words: [secret] })(text)).toBe('x ••• y ••• z');
      expect(secretMask([secret])('x y z secret')).toBe('x y z secret');
    },
  );

  it('hides the whole of the longest, in whichever order they are told', () => {
    const parts = ['pass', 'password', 'password1234'];
    for (const secrets of [parts, parts.toReversed()]) {
      expect(secretMask(secrets)('password1234 password pass')).toBe('••• ••• •••');
      expect(maskOf({ secrets: [], words: secrets })('password1234 password pass')).toBe('••• ••• •••');
    }
  });

  it.each([
    [4, 'in abcdx', 'in •••x'],
    [3, 'in abcx, in abc', 'in abcx, in •••'],
    [1, 'in ax, in a', 'in ax, in •••'],
    [0, 'in x', 'in x'],
  ])('hides a secret of %i signs: %s', (length, text, shown) => {
    expect(maskOf({ secrets: ['abcd'.slice(0, length)], words: [] })(text)).toBe(shown);
  });

  it.each([
    [3, 'in abc', 'in •••'],
    [2, 'in ab', 'in ab'],
    [0, 'in', 'in'],
  ])('hides a word of %i letters: %s', (length, text, shown) => {
    expect(maskOf({ secrets: [], words: ['abc'.slice(0, length)] })(text)).toBe(shown);
  });

  it('of nothing hides nothing', () => {
    expect(secretMask([])('a text')).toBe('a text');
    expect(maskOf({ secrets: [], words: [] })('a text')).toBe('a text');
  });
});
