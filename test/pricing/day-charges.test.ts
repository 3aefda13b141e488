import { describe, expect, it } from 'vitest';
import type { Book, Levy, Scope } from '../../src/pricing/book.ts';
import { bundledLevies, chargesOf } from '../../src/pricing/day-charges.ts';
import type { Question } from '../../src/pricing/question.ts';
import type { Tariff } from '../../src/pricing/tariff.ts';
import { at, bookOf, tariffOf } from '../support/service/pricing-fixture.ts';

const rates = (value: number) => [{ from: '2026-01-01', value }];
const levy = (name: string, value: number, scope?: Scope, component: Levy['component'] = 'fees'): Levy => ({
  ...{ name, component, basis: 'kwh', rates: rates(value), source: 'a test' },
  ...(scope && { scope }),
});

const gridOf = (id: string, companyId: string): Tariff =>
  tariffOf(id, { '20260101': { kind: 'clock', rates: [{ price: 0.1 }] } }, { sector: 'grid', companyId });
const [north, south, heat, west] = [
  gridOf('north', 'north'),
  gridOf('south', 'south'),
  gridOf('south-heat', 'south'),
  gridOf('west', 'west'),
];

/** Codes from 99 are exempt from the excise and raise a levy of their own. */
const book = bookOf({
  companies: new Map(
    [
      { id: 'north', name: 'North', householdTariff: 'north' },
      { id: 'south', name: 'South', householdTariff: 'south' },
      { id: 'city', name: 'City, on the tariff of South', householdTariff: 'south' },
      { id: 'west', name: 'West' },
    ].map((company) => [company.id, company]),
  ),
  tariffs: new Map([north, south, heat, west].map((tariff) => [tariff.id, tariff])),
  levies: [
    levy('excise', 20),
    levy('excise', 0, { postalCodes: ['99'] }),
    levy('municipal', 5, { postalCodes: ['99'] }),
    levy('concession', 30, { operators: ['south'] }),
    levy('concession', 40, { operators: ['south'], postalCodes: ['99'] }),
    levy('concession', 10, { operators: ['north'] }),
    levy('duty', 1),
    levy('duty', 2, { postalCodes: ['99'] }),
    levy('duty', 3, { operators: ['east'] }),
    levy('inside', 500, { postalCodes: ['99'] }, 'grid'),
  ],
  vat: [
    { rates: rates(0.19), source: 'a test' },
    { rates: rates(0), source: 'a test', scope: { postalCodes: ['99'] } },
  ],
});

const include = new Set(['fees', 'vat'] as const);
const chargesAt = (question: Partial<Question>, grid: Tariff | undefined, held: Book = book) => {
  const asked: Question = { now: at('2026-04-15T10:20:00Z'), historicDays: 0, resolution: 3600, include, ...question };
  const day = { date: '2026-04-15', month: 4, weekday: 3, working: true };
  const { grid: inside, fees, vat } = chargesOf(asked, held, grid)(day);
  return { grid: inside?.perKwh, fees: fees?.perKwh, vat };
};
const exempt = '99000';

describe('the charges of a day', () => {
  it.each<[string, Partial<Question>, Tariff | undefined, Partial<ReturnType<typeof chargesAt>>]>([
    ['the country-wide ones without an address', {}, undefined, { fees: 21, vat: 0.19 }],
    ['the country-wide ones beside a grid tariff alone', {}, north, { fees: 21, vat: 0.19 }],
    ['with those of the operator', { operator: 'south', postalCode: '10115' }, south, { fees: 51, vat: 0.19 }],
    ['with those of the place', { operator: 'south', postalCode: exempt }, south, { grid: 500, fees: 47, vat: 0 }],
    [
      'the same on another tariff of the operator',
      { operator: 'south', postalCode: exempt },
      heat,
      { grid: 500, fees: 47, vat: 0 },
    ],
    [
      'the same where another company files its tariff',
      { operator: 'city', postalCode: exempt },
      south,
      { grid: 500, fees: 47, vat: 0 },
    ],
    [
      'the place’s where its operator has no household tariff',
      { operator: 'west', postalCode: exempt },
      west,
      { grid: 500, fees: 7, vat: 0 },
    ],
    [
      'the place’s where no grid tariff is priced',
      { operator: 'west', postalCode: exempt },
      undefined,
      { grid: 500, fees: 7, vat: 0 },
    ],
    [
      'the other operator’s on its tariff, no municipal levy, and an exempt place stays exempt',
      { operator: 'south', postalCode: exempt },
      north,
      { fees: 11, vat: 0 },
    ],
  ])('are %s', (_, question, grid, charges) => {
    expect(chargesAt(question, grid)).toEqual({ grid: undefined, ...charges });
  });

  it('have the VAT of the address’s own operator beside the grid tariff of another', () => {
    const byOperator = [
      { rates: rates(0.25), source: 'a test', scope: { operators: ['north'] } },
      { rates: rates(0), source: 'a test', scope: { operators: ['south'] } },
    ];
    const address = { operator: 'south', postalCode: '10115' };
    expect(chargesAt(address, north, { ...book, vat: byOperator }).vat).toBe(0);
    expect(chargesAt(address, south, { ...book, vat: byOperator }).vat).toBe(0);
  });

  it('are the place’s under a national tariff, which is its own', () => {
    const national = { ...book, network: { national: 'north' } };
    const charges = { grid: 500, fees: 17, vat: 0 };
    expect(chargesAt({ postalCode: exempt }, north, national)).toEqual(charges);
    expect(chargesAt({ operator: 'west', postalCode: exempt }, north, national)).toEqual(charges);
  });

  it.each([
    [['fees'], { fees: 21, vat: undefined }],
    [['vat'], { fees: undefined, vat: 0.19 }],
    [[], { fees: undefined, vat: undefined }],
  ] as const)('are those asked for: %j', (names, charges) => {
    expect(chargesAt({ include: new Set(names) }, undefined)).toEqual({ grid: undefined, ...charges });
  });

  it('that lie inside the network charge need not be asked for', () => {
    const inside = { ...book, levies: [levy('inside', 7, undefined, 'grid')] };
    expect(chargesAt({ include: new Set() }, north, inside).grid).toBe(7);
  });
});

it('the levies inside a bundled rate are the country-wide ones and those inside the network of its operator', () => {
  const levies = [...book.levies, levy('network', 7, { operators: ['south'] }, 'grid')];
  const day = { date: '2026-04-15', month: 4, weekday: 3, working: true };
  const inside = (network: Tariff) => bundledLevies({ ...book, levies }, network)(day);
  expect(inside(south)).toEqual({ grid: { perKwh: 7, share: 0 }, fees: { perKwh: 21, share: 0 } });
  expect(inside(north)).toEqual({ grid: undefined, fees: { perKwh: 21, share: 0 } });
});
