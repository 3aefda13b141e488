import { expect, it } from 'vitest';
import { valueOn } from '../../src/core/dated.ts';

const vat = [
  { from: '2020-01-01', value: 0.05 },
  { from: '2026-10-01', value: 0 },
];

it.each([
  ['2019-12-31', undefined],
  ['2020-01-01', 0.05],
  ['2026-09-30', 0.05],
  ['2026-10-01', 0],
  ['2030-01-01', 0],
])('on %s the value in force is %s', (date, value) => {
  expect(valueOn(vat, date)).toBe(value);
});
