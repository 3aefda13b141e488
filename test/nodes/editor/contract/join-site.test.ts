import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { joinSiteOnImport } from '../../../../nodes/editor/contract/join-site.ts';

interface Site {
  readonly id: string;
  readonly users: object[];
  readonly [field: string]: unknown;
}

let sites: Site[] = [];
let add: (node: object) => void = () => {};

const siteNode = (id: string, more: object = {}): Site => ({
  ...{ id, type: 'dayahead-config', topicRoot: 'dayahead', site: 'home', broker: 'none', household: null },
  ...more,
  users: [],
});

beforeEach(() => {
  sites = [siteNode('mine', { household: { country: 'NO' }, broker: 'typed' })];
  const usersOf = (node: { config?: string }) => sites.find(({ id }) => id === node.config)?.users ?? [];
  vi.stubGlobal('RED', {
    events: { on: (_: 'nodes:add', listener: typeof add) => (add = listener) },
    nodes: {
      node: (id: string) => sites.find((site) => site.id === id),
      eachNode: () => {},
      eachConfig: (visit: (config: object) => boolean) => sites.map(visit),
      remove: (id: string) => (sites = sites.filter((site) => site.id !== id)),
      updateConfigNodeUsers(node: { config?: string }, { action }: { action: 'add' | 'remove' }) {
        const users = usersOf(node);
        if (action === 'add') users.push(node);
        else users.splice(users.indexOf(node), 1);
      },
    },
  });
  joinSiteOnImport();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const price = { id: 'p', type: 'dayahead-price-series', country: '', config: '', changed: true };

/** The site of a node after it has been added with that of `config` in use. */
function siteAfter(node: typeof price): string {
  sites.find(({ id }) => id === node.config)?.users.push(node);
  add(node);
  return node.config;
}

it('a price node without a country and a site joins the site that is there', () => {
  expect(siteAfter({ ...price })).toBe('mine');
  expect(sites[0]?.users).toHaveLength(1);
});

it.each([
  ['is loaded', { changed: false }],
  ['has a country of its own', { country: 'DK' }],
  ['is of another package', { type: 'mqtt in' }],
])('a node that %s stays without a site', (_, more) => {
  expect(siteAfter({ ...price, ...more })).toBe('');
});

it('nodes of an example join the site with the same topics, and the site that the example brings is removed', () => {
  sites.push(siteNode('brought', { changed: true }));
  const device = { ...price, id: 'd', type: 'dayahead-cheapest-window', config: 'brought' };
  // Node-RED adds the nodes of an import one by one.
  vi.useFakeTimers();
  expect([siteAfter({ ...price, config: 'brought' }), siteAfter(device)]).toEqual(['mine', 'mine']);
  expect(sites.map(({ id }) => id)).toEqual(['mine', 'brought']);
  vi.runAllTimers();
  vi.useRealTimers();
  expect(sites.map(({ id }) => id)).toEqual(['mine']);
});

it.each([
  ['publishes below another root', { site: 'garage' }],
  ['has a household', { household: { country: 'DE' } }],
  ['has a broker', { broker: 'typed' }],
  ['is deployed', { changed: false }],
])('nodes keep a site that %s', (_, more) => {
  sites.push(siteNode('brought', { changed: true, ...more }));
  expect(siteAfter({ ...price, config: 'brought' })).toBe('brought');
});
