import { expect, it } from 'vitest';
import { priceSourceText, readPriceSource } from '../../src/api/price-source.ts';

it.each([
  ['replay', { kind: 'replay' }],
  ['live; feed=energy-charts', { kind: 'live', feed: 'energy-charts' }],
  ['own', { kind: 'own' }],
  ['service', { kind: 'service' }],
] as const)('the header %s names the origin %j', (header, origin) => {
  expect(priceSourceText(origin)).toBe(header);
  expect(readPriceSource(header)).toEqual(origin);
});

it.each([undefined, '', 'real', 'live; feed=<b>', 'constructor'])('the header %s names none', (header) => {
  expect(readPriceSource(header)).toBeUndefined();
});
