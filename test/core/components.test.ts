import { describe, expect, it } from 'vitest';
import { missingFrom, round6, totalOf } from '../../src/core/components.ts';

describe('the total of a price', () => {
  it.each([
    ['all four', { energy: 0.08123, grid: 0.0911, fees: 0.0431, vat: 0.04093 }, 0.25636],
    ['absent ones left out', { energy: 0.0712 }, 0.0712],
    ['a negative energy price', { energy: -0.05, grid: 0.0911 }, 0.0411],
    ['nothing at all', {}, 0],
    ['float noise', { energy: 0.1, grid: 0.2 }, 0.3],
    ['the total where it is known by itself', { total: 0.2563649, energy: 0.1 }, 0.256365],
    ['a total of 0', { total: 0, energy: 0.1 }, 0],
  ])('%s', (_, components, total) => {
    expect(totalOf(components)).toBe(total);
  });
});

describe('a component that was asked for', () => {
  const asked = ['energy', 'grid', 'fees', 'vat'] as const;
  it('client rule 2: is missing where its key is absent, in a single interval too', () => {
    expect(missingFrom([{ energy: 0.1, vat: 0.02 }], asked)).toEqual(['grid', 'fees']);
    expect(
      missingFrom(
        [
          { energy: 0.1, grid: 0.1, fees: 0, vat: 0 },
          { energy: 0.1, fees: 0, vat: 0 },
        ],
        asked,
      ),
    ).toEqual(['grid']);
  });

  it('is not missing because it is 0, nor when it was not asked for', () => {
    expect(missingFrom([{ energy: 0.1, grid: 0, fees: 0, vat: 0 }], asked)).toEqual([]);
    expect(missingFrom([{ energy: 0.1 }], ['energy'])).toEqual([]);
  });
});

it('rounding leaves no negative zero', () => {
  expect(Object.is(round6(-1e-9), 0)).toBe(true);
});
