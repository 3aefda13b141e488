import { describe, expect, it } from 'vitest';
import { regionRefusal } from '../../../src/pricing/place/region.ts';
import { bookOf, tariffOf } from '../../support/service/pricing-fixture.ts';

const flat = { kind: 'clock', rates: [{ price: 0.2 }] } as const;
const row = (id: string, region: string, more: object = {}) =>
  tariffOf(id, { '20260101': flat }, { companyId: 'seller', region, product: 'fix', ...more });
const rows = [
  row('fix-a', 'A'),
  row('other', 'C', { companyId: 'another' }),
  row('out-c', 'C', { sector: 'feedin' }),
  row('loose-c', 'C', { product: 'loose' }),
  row('fix-c', 'C'),
  row('fix-p', 'P', { household: false }),
  row('alone-a', 'A', { product: undefined }),
  row('alone-c', 'C', { product: undefined }),
];
const everywhere = tariffOf('everywhere', { '20260101': flat });
const book = bookOf({
  tariffs: new Map(rows.map((one) => [one.id, one])),
  regions: [
    { id: 'A', name: 'Eastern England', operators: ['east'] },
    { id: 'C', name: 'London', operators: ['london', 'city'] },
    { id: 'P', name: 'North Scotland', operators: ['north'] },
  ],
});
const refusalOf = (id: string, operator: string) => regionRefusal(book, book.tariffs.get(id) ?? everywhere, operator);

describe('a tariff that is sold in one region', () => {
  it.each([
    ['fix-a', 'east'],
    ['fix-c', 'city'],
    ['fix-a', 'an operator of no region'],
    ['everywhere', 'london'],
  ])('%s is priced at an address of %s', (id, operator) => {
    expect(refusalOf(id, operator)).toBeUndefined();
  });

  it.each([
    ['fix-a', 'city', '"fix-a" is sold in Eastern England, the postal_code lies in London; send "fix-c" instead'],
    ['fix-c', 'east', '"fix-c" is sold in London, the postal_code lies in Eastern England; send "fix-a" instead'],
    ['loose-c', 'east', '"loose-c" is sold in London, the postal_code lies in Eastern England'],
    ['alone-a', 'city', '"alone-a" is sold in Eastern England, the postal_code lies in London'],
    ['fix-a', 'north', '"fix-a" is sold in Eastern England, the postal_code lies in North Scotland'],
  ])('%s is refused at an address of %s', (id, operator, refusal) => {
    expect(refusalOf(id, operator)).toBe(refusal);
  });
});
