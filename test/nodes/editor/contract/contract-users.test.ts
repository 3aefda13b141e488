import { afterAll, expect, it, vi } from 'vitest';
import { usersOf } from '../../../../nodes/editor/contract/kept.ts';

const site = { id: 'home', type: 'dayahead-config', household: { country: 'DE', consumption: { id: 'own-1' } } };
const nodes = [
  { id: 'a', type: 'dayahead-price-series', name: 'Own', config: 'home', country: 'DE', consumption: { id: 'own-1' } },
  { id: 'b', type: 'dayahead-price-series', name: 'Household', config: 'home', country: '', consumption: null },
  { id: 'c', type: 'dayahead-price-series', name: 'Other', config: 'home', country: 'DE', consumption: { id: 'spot' } },
  { id: 'd', type: 'dayahead-cheapest-window', name: 'Boiler', config: 'home' },
];
vi.stubGlobal('RED', {
  nodes: {
    node: (id: string) => (id === 'home' ? site : null),
    eachNode: (visit: (node: object) => boolean) => nodes.map(visit),
  },
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it('a contract of the household is used by the nodes without a country of their own', () => {
  expect(usersOf('home', 'own-1')).toEqual(['Own', 'Household']);
});
