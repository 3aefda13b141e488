import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../../src/core/markets.ts';
import { countPostalCodes } from '../../../src/pricing/place/postal-count.ts';

describe('the number of postal codes in parts of a map', () => {
  it.each<[CountryCode, string, readonly string[], readonly string[], number]>([
    ['DE', 'a whole code', ['10115'], [], 1],
    ['DE', 'every code that begins so', ['10'], [], 1000],
    ['DE', 'nothing', [], [], 0],
    ['AT', 'four digits', ['6'], [], 1000],
    ['RO', 'six digits', ['0101'], [], 100],
    ['DE', 'a code that two operators divide, once', ['10', '10'], [], 1000],
    ['DE', 'a part within a part, once', ['10', '101', '10115'], [], 1000],
    ['DE', 'none of a territory that is not served', ['10', '78', '99'], ['782', '99'], 1900],
    ['DE', 'a territory within a territory, once', ['78'], ['782', '78266'], 900],
    ['DE', 'a territory elsewhere', ['10'], ['99'], 1000],
    ['DE', 'no code that the country cannot have', ['SW1A', '101150'], [], 0],
    ['NL', 'the four digits', ['1012', '102'], [], 11],
    ['GB', 'outward codes, each whole', ['E1', 'E17', 'SW1A'], ['BT'], 3],
    ['GB', 'an area, as one', ['E'], [], 1],
    ['GB', 'no outward code of a territory', ['BT1', 'B1'], ['BT'], 1],
    ['IE', 'routing keys', ['D0'], [], 11],
    ['MT', 'localities', ['ATD', 'MS'], [], 27],
    ['PT', 'whole codes of seven digits', ['1000001', '1000002', '2000'], [], 3],
  ])('%s: %s: %j without %j is %d', (country, _, parts, without, count) => {
    expect(countPostalCodes(country, parts, without)).toBe(count);
  });
});
