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

  it('are called as countries are, Great Britain without Northern Ireland', () => {
    const inEnglish = new Intl.DisplayNames('en', { type: 'region' });
    const named = Object.entries(markets).map(([code, { name }]) => `${code} ${name}`);
    expect(named).toEqual(
      Object.keys(markets).map((code) => `${code} ${code === 'GB' ? 'Great Britain' : inEnglish.of(code)}`),
    );
  });

  it('count their day in the zone of the mainland', () => {
    expect(Object.values(markets).map(({ timeZone }) => timeZone.replace('Europe/', ''))).toEqual([
      ...['Vienna', 'Brussels', 'Sofia', 'Zurich', 'Asia/Nicosia', 'Prague', 'Berlin', 'Copenhagen', 'Tallinn'],
      ...['Madrid', 'Helsinki', 'Paris', 'London', 'Athens', 'Zagreb', 'Budapest', 'Dublin', 'Rome', 'Vilnius'],
      ...['Luxembourg', 'Riga', 'Monaco', 'Malta', 'Amsterdam', 'Oslo', 'Warsaw', 'Lisbon', 'Bucharest', 'Stockholm'],
      ...['Ljubljana', 'Bratislava'],
    ]);
  });

  it('have a zone that the clock knows', () => {
    for (const { timeZone } of Object.values(markets)) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    }
  });

  it.each([
    ['de', 'DE'],
    ['Gb', 'GB'],
    ['DEU', undefined],
    ['xDE', undefined],
    ['GER', undefined],
    ['UK', undefined],
    ['ſe', undefined],
    ['toString', undefined],
  ])('%s is read as %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });
});
