import { describe, expect, it } from 'vitest';
import type { Components } from '../../../src/core/components.ts';
import { type AdjustmentKind, adjusted, adjustmentMarks, countryOf } from '../../../src/pricing/bill/adjustments.ts';

const START = 1_800_000_000;

/** One point after another, quarter hours where nothing else is said. */
const series = (points: readonly Components[], length = 900) =>
  points.map((point, i) => ({ start: START + i * length, end: START + (i + 1) * length, ...point }));

function paidFor(kind: AdjustmentKind, rate: number, points: readonly Components[], length = 3600) {
  return adjusted(series(points, length), { kind, rate }).map(({ start: _, end: __, ...rates }) => rates);
}

describe('the Dutch energy tax above 10,000 kWh', () => {
  // Promise P-570 use/adjustments: `nl-energy-tax` takes `d` and the VAT on it from `fees`, and nothing where levies
  //   are not in the price
  it.each([
    [
      'the levies and their VAT',
      { energy: 0.1, grid: 0, fees: 0.09161, vat: 0.0402381 },
      { energy: 0.1, grid: 0, fees: 0.06671, vat: 0.035009 },
    ],
    ['the levies where VAT was not asked for', { energy: 0.1, fees: 0.09161 }, { energy: 0.1, fees: 0.06671 }],
    ['nothing where levies were not asked for', { energy: 0.1, vat: 0.021 }, { energy: 0.1, vat: 0.021 }],
  ])('lowers %s', (_, before, expected) => {
    expect(paidFor('nl-energy-tax', 0.0249, [before])).toEqual([expected]);
  });

  // Promise P-569 use/adjustments: `v` is the rate over the whole answer
  it('reads the VAT rate over the series, so that a price near 0 does not distort it', () => {
    const points = [
      { energy: 0.11, fees: 0.09, vat: 0.042 },
      { energy: -0.09, fees: 0.09, vat: 0 },
      { energy: -0.19, fees: 0.09, vat: -0.021 },
    ];
    expect(paidFor('nl-energy-tax', 0.01, points).map(({ vat }) => vat)).toEqual([0.0399, -0.0021, -0.0231]);
  });
});

// Promise P-564 use/adjustments: `de-concession-fee` replaces the lowest concession fee, with its VAT
describe('the German concession fee', () => {
  it.each([
    [0.0132, 0.05, 0.0475],
    [0.0159, 0.0527, 0.048013],
    [0.0199, 0.0567, 0.048773],
    [0.0239, 0.0607, 0.049533],
  ])('of %f EUR replaces the lowest one, with its VAT', (fee, fees, vat) => {
    const before = { energy: 0.1, grid: 0.1, fees: 0.05, vat: 0.0475 };
    expect(paidFor('de-concession-fee', fee, [before])).toEqual([{ energy: 0.1, grid: 0.1, fees, vat }]);
  });
});

// Promise P-571 use/adjustments: `no-price-support` pays 90 % of what the spot price exceeds 77 øre by
describe('the Norwegian price support', () => {
  it.each([
    ['pays nothing at 77 øre', 0.77, 0.77],
    ['pays nothing below it, nor for a negative price', -0.1, -0.1],
    ['pays 90 % of what lies above it', 1.77, 0.87],
  ])('%s', (_, spot, paid) => {
    expect(paidFor('no-price-support', 0, [{ energy: spot }])).toEqual([{ energy: paid }]);
  });

  // Promise P-572 use/adjustments: the support is calculated without the markup, with the VAT on it, to 6 decimals
  it('looks at the spot price, without the markup, and pays the VAT on it', () => {
    const before = { energy: 1.82, grid: 0.4, fees: 0.08, vat: 0.575 };
    expect(paidFor('no-price-support', 0.05, [before])).toEqual([{ energy: 0.92, grid: 0.4, fees: 0.08, vat: 0.35 }]);
  });

  // Promise P-574 use/adjustments: the support has no VAT where none is paid
  it('pays no VAT where none is paid', () => {
    expect(paidFor('no-price-support', 0, [{ energy: 1.77, vat: 0 }])).toEqual([{ energy: 0.87, vat: 0 }]);
  });

  // Promise P-580 use/adjustments: a price without the component in question stays as it is
  it.each([
    ['as it is where energy was not asked for', [{ grid: 0.4 }], [{ grid: 0.4 }]],
    [
      'out of the VAT rate where it has no VAT',
      [{ energy: 1.77, vat: 0.4425 }, { energy: 1.77 }],
      [{ energy: 0.87, vat: 0.2175 }, { energy: 0.87 }],
    ],
  ])('leaves a point %s', (_, before, paid) => {
    expect(paidFor('no-price-support', 0, before)).toEqual(paid);
  });

  it('takes the mean of an hour over the quarters that have an energy price', () => {
    expect(paidFor('no-price-support', 0, [{ energy: 1.77 }, { grid: 0.4 }, { energy: 1.77 }], 900)).toEqual([
      { energy: 0.87 },
      { grid: 0.4 },
      { energy: 0.87 },
    ]);
  });

  // Promise P-573 use/adjustments: the support is calculated by the mean of the hour
  it('settles by the hour: a dear quarter in a cheap hour is not supported', () => {
    const quarters = [0.2, 0.2, 0.2, 1.2, 1, 1, 1, 1.08].map((energy) => ({ energy }));
    expect(paidFor('no-price-support', 0, quarters, 900).map(({ energy }) => energy)).toEqual([
      0.2, 0.2, 0.2, 1.2, 0.775, 0.775, 0.775, 0.855,
    ]);
  });
});

describe('the Norwegian fixed reference', () => {
  // Promise P-575 use/adjustments: `no-fixed-price` leaves 40 øre and the markup at hourly prices
  it.each([0.1, 0.4, 2.5, -0.05])('leaves 40 øre and the markup at a spot price of %d', (spot) => {
    expect(paidFor('no-fixed-price', 0.05, [{ energy: spot + 0.05 }])).toEqual([{ energy: 0.45 }]);
  });

  // Promise P-576 use/adjustments: `no-fixed-price` also raises a lower price, with VAT
  it('settles VAT too, upwards as well', () => {
    expect(paidFor('no-fixed-price', 0, [{ energy: 0.2, grid: 0.2, vat: 0.1 }])).toEqual([
      { energy: 0.4, grid: 0.2, vat: 0.15 },
    ]);
  });

  // Promise P-577 use/adjustments: `no-fixed-price` is calculated hour by hour
  it('keeps the differences within an hour', () => {
    const quarters = [0.8, 1, 1.2, 1].map((energy) => ({ energy }));
    expect(paidFor('no-fixed-price', 0, quarters, 900).map(({ energy }) => energy)).toEqual([0.2, 0.4, 0.6, 0.4]);
  });
});

describe('the amounts of the Norwegian schemes', () => {
  const hourAt = (iso: string, energy: number) => {
    const start = Date.parse(iso) / 1000;
    return [{ start, end: start + 3600, energy }];
  };

  // Promise P-578 use/adjustments: the Norwegian amounts are those of the day
  it.each([
    ['no-price-support', '2025-12-31T23:00:00+01:00', 1.75, 0.85],
    ['no-price-support', '2026-01-01T00:00:00+01:00', 1.77, 0.87],
    ['no-price-support', '2027-01-01T00:00:00+01:00', 1.77, 0.87],
    ['no-fixed-price', '2026-12-31T23:00:00+01:00', 1.5, 0.4],
    ['no-fixed-price', '2027-01-01T00:00:00+01:00', 1.5, 0.4],
  ] as const)('are those of the day: %s at %s turns %f into %f', (kind, at, energy, paid) => {
    expect(adjusted(hourAt(at, energy), { kind, rate: 0 })[0]?.energy).toBe(paid);
  });

  it.each([
    ['no-price-support', '2026-12-31T23:00:00+01:00', {}],
    ['no-price-support', '2027-01-01T00:00:00+01:00', { expired: { energy: '2026-12-31' } }],
    ['no-fixed-price', '2027-01-01T00:00:00+01:00', { expired: { energy: '2026-12-31' } }],
    ['nl-energy-tax', '2027-01-01T00:00:00+01:00', {}],
  ] as const)('are settled up to 2026: the marks of %s at %s are %j', (kind, at, marks) => {
    expect(adjustmentMarks(hourAt(at, 1), { kind, rate: 0 })).toEqual(marks);
  });
});

it.each([
  ['nl-energy-tax', 'NL'],
  ['no-price-support', 'NO'],
  ['no-fixed-price', 'NO'],
  ['de-concession-fee', 'DE'],
] as const)('%s is a rule of %s', (kind, country) => {
  expect(countryOf(kind)).toBe(country);
});
