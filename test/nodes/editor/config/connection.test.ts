import { expect, it } from 'vitest';
import { typedConnection } from '../../../../nodes/editor/config/connection.ts';

it.each([
  ['3x16 A', '11.04'],
  ['3 × 25A', '17.25'],
  ['3x25', '17.25'],
  ['3*25', '17.25'],
  ['1 x 16', '3.68'],
  ['25 A', '5.75'],
  ['25', '25'],
  ['17250 W', '17.25'],
  ['11,5', '11.5'],
  ['11 kW', '11'],
  ['11,5 kW', '11.5'],
  ['', ''],
  ['2x16 A', '2x16 A'],
  ['much', 'much'],
])('%j is a connection of %j kW', (text, kw) => {
  expect(typedConnection(text, 'de')).toBe(kw);
});
