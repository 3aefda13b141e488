import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createTabChoice } from '../../../../nodes/editor/sidebar/tab-choice.ts';

const old = { id: 'old', type: 'dayahead-price-series', z: 'tab' };
const fresh = { id: 'fresh', type: 'dayahead-price-series', z: 'tab' };
const car = { id: 'car', type: 'dayahead-cheapest-window', z: 'tab' };
const nodes = [old, fresh, car];
const choice = (id: string, hasPrices = true) => ({ id, name: id, site: '', ...(hasPrices && { hasPrices }) });

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('RED', {
    workspaces: { active: () => 'tab' },
    nodes: {
      eachNode: (hear: (node: object) => boolean) => nodes.map(hear),
      node: (id: string) => nodes.find((node) => node.id === id) ?? null,
      filterLinks: ({ target }: { target: { id: string } }) => (target.id === 'car' ? [{ source: old }] : []),
    },
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it('begins with the first price node of the flow that has prices', () => {
  const tab = createTabChoice();
  tab.told([choice('old', false), choice('fresh')], 'old');
  expect(tab.asked()).toBe('fresh');
});

it('shows a node that is dropped once it is deployed, and the prices of a device that is selected', () => {
  const tab = createTabChoice();
  tab.told([choice('old')], 'old');
  tab.select([fresh]);
  expect(tab.asked()).toBe('old');
  tab.told([choice('old'), choice('fresh', false)], 'old');
  expect(tab.asked()).toBe('fresh');
  tab.select([car]);
  expect(tab.asked()).toBe('old');
});
