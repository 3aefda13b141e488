import { describe, expect, it } from 'vitest';
import { languageFor, languageNamed, ourLanguages } from '../../../nodes/adapter/languages.ts';

describe('the language that a tag means', () => {
  it.each(ourLanguages())('is itself: %s', (tag) => expect(languageNamed(tag)).toBe(tag));

  it.each([
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['de_CH.UTF-8', 'de'],
    ['en', 'en-US'],
    ['en-GB', 'en-US'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['nb', 'nb'],
    ['deu', undefined],
    ['xx', undefined],
    ['../de', undefined],
    ['', undefined],
  ])('of %j is %s', (tag, language) => expect(languageNamed(tag)).toBe(language));
});

describe('the language that a browser likes best', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, de;q=0.7', 'de'],
    ['xx, de;q=0.1', 'de'],
    ['de;q=0, en', 'en-US'],
    ['de;q=0', 'en-US'],
    ['de; q=0.3, en; q=0.2', 'de'],
    ['xx', 'en-US'],
    ['*', 'en-US'],
    ['', 'en-US'],
    [';;,,q=', 'en-US'],
  ])('by %j is %s', (accepted, language) => expect(languageFor(accepted)).toBe(language));
});
