import { expect, it } from 'vitest';
import { typedConnection } from '../../../../nodes/editor/common/connection.ts';

it.each([
  ['3x16 A', '11.04'],
  ['3 × 25A', '17.25'],
  ['25 A', '5.75'],
  ['11,5', '11.5'],
  ['11 kW', '11'],
  ['11,5 kW', '11.5'],
  ['', ''],
  ['2x16 A', '2x16 A'],
  ['much', 'much'],
])('%j is a connection of %j kW', (text, kw) => {
  expect(typedConnection(text, 'de')).toBe(kw);
});
