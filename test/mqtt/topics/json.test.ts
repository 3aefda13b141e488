import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal, json } from '../../../src/mqtt/json.ts';

it.each([
  [0.25636, '0.25636'],
  [-0.0042, '-0.0042'],
  [-0, '0'],
  [1e-6, '0.000001'],
  [1e-7, '0.0000001'],
  [-1.5e-7, '-0.00000015'],
  [2e-21, '0'],
  [1_795_170_600, '1795170600'],
  [-3e21, '-3000000000000000000000'],
])('%d is written %s', (value, expected) => {
  expect(decimal(value)).toBe(expected);
});

// Promise P-259 integrate/topics: keys are in snake_case
it('keys are in snake_case at every depth, undefined ones left out, null kept', () => {
  const plan = { energyKwh: 11, runs: [{ averagePrice: null, kw: 11 }], start: undefined, complete: true };
  expect(json(plan)).toBe('{"energy_kwh":11,"runs":[{"average_price":null,"kw":11}],"complete":true}');
});

it('each capital of a key begins a word', () => {
  expect(json({ maxOffMinutes: 1, rawToday: [{ alsoBelowPrice: 2 }] })).toBe(
    '{"max_off_minutes":1,"raw_today":[{"also_below_price":2}]}',
  );
});

it('any text survives', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      expect(JSON.parse(json({ texts }))).toEqual({ texts });
    }),
    { seed: 8 },
  );
});

// Promise P-258 integrate/topics: numbers are plain decimals
it('any price is plain digits of the same value', () => {
  fc.assert(
    fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (value) => {
      expect(decimal(value)).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Math.abs(Number(decimal(value)) - value)).toBeLessThanOrEqual(1e-20);
    }),
    { seed: 8 },
  );
});
