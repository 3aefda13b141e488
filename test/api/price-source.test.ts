import { expect, it } from 'vitest';
import { priceSourceText, readPriceSource } from '../../src/api/price-source.ts';
import type { PriceOrigin } from '../../src/core/vocabulary.ts';

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

it.each<[string, PriceOrigin]>([
  ['live; feed=pse; examples=grid,vat', { kind: 'live', feed: 'pse', examples: ['grid', 'vat'] }],
  ['service; proposed=fees', { kind: 'service', proposed: ['fees'] }],
  [
    'own; expired=grid:2026-06-30,fees:2026-12-31',
    { kind: 'own', expired: { grid: '2026-06-30', fees: '2026-12-31' } },
  ],
  [
    'replay; examples=energy; proposed=vat; expired=fees:2026-12-31; doubtful',
    { kind: 'replay', examples: ['energy'], proposed: ['vat'], expired: { fees: '2026-12-31' }, doubtful: true },
  ],
])('the header %s carries the marks', (header, origin) => {
  expect(priceSourceText(origin)).toBe(header);
  expect(readPriceSource(header)).toEqual(origin);
});

it('what a later version may add is skipped, as are components and days that do not exist', () => {
  const header = 'live; feed=pse; checked; examples=moon,grid; expired=fees:2026-13-01,vat:2026-12-31; colour=red';
  expect(readPriceSource(header)).toEqual({
    ...{ kind: 'live', feed: 'pse', examples: ['grid'], expired: { vat: '2026-12-31' } },
  });
});
