import { describe, expect, it } from 'vitest';
import { countryCode, markets } from '../../src/core/markets.ts';

describe('the markets', () => {
  it('are the 31 of the specification', () => {
    expect(Object.keys(markets).join(' ')).toBe(
      'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MC MT NL NO PL PT RO SE SI SK',
    );
  });

  it('use the euro, but for nine', () => {
    const own = Object.entries(markets).flatMap(([code, { currency }]) =>
      currency === 'EUR' ? [] : [`${code} ${currency}`],
    );
    expect(own).toEqual(['CH CHF', 'CZ CZK', 'DK DKK', 'GB GBP', 'HU HUF', 'NO NOK', 'PL PLN', 'RO RON', 'SE SEK']);
  });

  it('have a zone that the clock knows', () => {
    for (const { timeZone } of Object.values(markets)) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    }
  });

  it.each([
    ['de', 'DE'],
    ['Gb', 'GB'],
    ['GER', undefined],
    ['UK', undefined],
    ['ſe', undefined],
    ['toString', undefined],
  ])('%s is read as %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });
});
