import { describe, expect, it } from 'vitest';
import { pageWord, placeWords } from '../../../../nodes/editor/household/words.ts';
import { hostileTexts } from '../../../support/hostile-texts.ts';

placeWords({
  page: { page: { once: 'of __name__', twice: '__name__, __name__ and __time__', deep: { er: 'deeper' } } },
});

describe('the words of the household page', () => {
  it.each(hostileTexts)('have %j in them as it is, wherever it belongs', (name) => {
    expect(pageWord('once', { name })).toBe(`of ${name}`);
    expect(pageWord('twice', { name, time: '10:00' })).toBe(`${name}, ${name} and 10:00`);
  });

  it.each([
    ['a number', 'once', { name: 0 }, 'of 0'],
    ['a branch', 'deep.er', {}, 'deeper'],
    ['no value', 'once', {}, 'of __name__'],
    ['a text that is not there', 'gone', {}, 'page.gone'],
    ['a branch that is no text', 'deep', {}, 'page.deep'],
  ])('are found with %s', (_, key, values, text) => {
    expect(pageWord(key, values)).toBe(text);
  });
});
