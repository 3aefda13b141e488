import { describe, expect, it } from 'vitest';
import { barsOf, expectedBars, extent, partNames } from '../../../../nodes/editor/chart/bars.ts';

const hour = { start: '2026-01-14T10:00:00+01:00', end: '2026-01-14T11:00:00+01:00' };
const stack = (price: object) =>
  barsOf([{ ...hour, total: 0, ...price }])[0]?.parts.map(({ name, low, high }) => [name, low, high]);

describe('the bars of a chart', () => {
  it('stand where their interval is, in seconds', () => {
    expect(barsOf([{ ...hour, total: 0.3 }])[0]).toMatchObject({ start: 1768381200, end: 1768384800, total: 0.3 });
  });

  it.each([
    [
      'everything above zero',
      { energy: 4, grid: 2, fees: 1, vat: 3 },
      [
        ['energy', 0, 4],
        ['grid', 4, 6],
        ['fees', 6, 7],
        ['vat', 7, 10],
      ],
    ],
    [
      'a negative price below zero, what is added to it above',
      { energy: -4, grid: 2, vat: -0.5 },
      [
        ['energy', -4, 0],
        ['grid', 0, 2],
        ['vat', -4.5, -4],
      ],
    ],
    [
      'a component of nothing without a height',
      { energy: 4, fees: 0, vat: 1 },
      [
        ['energy', 0, 4],
        ['fees', 4, 4],
        ['vat', 4, 5],
      ],
    ],
    ['a price without components as one', { total: 3 }, [['total', 0, 3]]],
    ['a negative one below zero', { total: -3 }, [['total', -3, 0]]],
  ])('stack %s', (_, price, expected) => {
    expect(stack(price)).toEqual(expected);
  });

  it('name the parts that any of them has, in the order of the stack', () => {
    const bars = barsOf([
      { ...hour, total: 3, vat: 1, energy: 2 },
      { ...hour, total: 3, grid: 3 },
    ]);
    expect(partNames(bars)).toEqual(['energy', 'grid', 'vat']);
  });
});

describe('the extent of a chart', () => {
  const of = (...prices: object[]) => barsOf(prices.map((price) => ({ ...hour, total: 0, ...price })));

  it.each([
    ['from zero to a little over the highest stack', of({ energy: 60, grid: 40 }), [], [0, 106]],
    ['below the lowest too', of({ energy: -50, grid: 20 }, { energy: 50 }), [], [-56, 56]],
    ['over a line that is higher', of({ energy: 10 }), of({ total: 100 }), [0, 106]],
    ['over the band of what is expected', expectedBars([{ ...hour, total: 40, low: -50, high: 100 }]), [], [-59, 109]],
    ['with some room where everything is free', of({ energy: 0 }), [], [0, 0.01]],
    ['and where nothing is known', [], [], [0, 0.01]],
  ])('goes %s', (_, bars, line, expected) => {
    expect(extent(bars, line)).toEqual(expected);
  });
});
