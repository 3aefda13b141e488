import { describe, expect, it } from 'vitest';
import type { Book } from '../../../src/pricing/book.ts';
import { RuledHolidays } from '../../../src/pricing/calendar/holidays.ts';
import { resolveAddress, servingOperator } from '../../../src/pricing/place/address.ts';

const book: Book = {
  country: 'DE',
  companies: new Map(),
  tariffs: new Map(),
  network: 'operator',
  taxAreas: [],
  areas: [
    { codes: ['10', '27498'], operator: 'north' },
    { codes: ['101', '2'], operator: 'east' },
    { codes: ['20'], operator: 'b' },
    { codes: ['20', '21'], operator: 'a' },
    { codes: ['21'], operator: 'b' },
    { codes: ['99'], operator: 'east' },
    { codes: ['30'], operator: 'a', share: 0.4 },
    { codes: ['30'], operator: 'b', share: 0.6 },
  ],
  levies: [],
  vat: [],
  networkFollowsContract: false,
  territories: [{ codes: ['78266', '99'], reason: 'a place of its own' }],
  regions: [],
  schedules: [],
  levyFree: false,
  exchangeRates: [],
  holidays: new RuledHolidays(),
};
const national: Book = { ...book, network: { national: 'the-one' } };

describe('the operator of an address', () => {
  // Promise P-653 use/catalogue: a code is the beginning of a postal code
  it.each([
    ['10999', 'north'],
    ['10115', 'east'],
    ['27498', 'north'],
    ['20000', 'a'],
    ['21000', 'a'],
    ['30000', 'b'],
    ['99999', undefined],
    ['1011', undefined],
  ])('%s is served by %s', (code, operator) => {
    expect(servingOperator(book, { code })).toBe(operator);
  });

  it('is none for a code tagged with another country', () => {
    expect(servingOperator(book, { code: '10115', foreign: 'CH' })).toBeUndefined();
  });
});

describe('an address on the series endpoint', () => {
  it('names its operator', () => {
    expect(resolveAddress(book, { code: '10115' })).toEqual({ operator: 'east' });
  });

  // Promise P-651 use/catalogue: a postal code of no operator is refused where the network follows the operator
  it('is refused where no operator serves it and the network follows the operator', () => {
    expect(resolveAddress(book, { code: '88000' })).toEqual({ refusal: expect.stringContaining('88000') });
  });

  it('is accepted unmapped where the network is national', () => {
    expect(resolveAddress(national, { code: 'nonsense' })).toEqual({});
  });

  it('is accepted as it is in a country of which nothing is held', () => {
    expect(resolveAddress(undefined, { code: '10115' })).toEqual({});
  });

  it.each([book, national])('is refused with the reason in a territory the market leaves out', (anyBook) => {
    const refusal = 'postal_code: 99000 is not served: a place of its own';
    expect(resolveAddress(anyBook, { code: '99000' })).toEqual({ refusal });
    expect(resolveAddress(national, { code: '99' })).toEqual({});
  });

  it.each([book, national])('is refused with the tag of another country', (anyBook) => {
    expect(resolveAddress(anyBook, { code: '8001', foreign: 'CH' })).toEqual({
      refusal: expect.stringContaining('CH'),
    });
  });
});
