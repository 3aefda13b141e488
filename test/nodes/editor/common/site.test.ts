import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bareSite,
  chosenSite,
  freeName,
  proposeSite,
  siteId,
  siteRoots,
  takesCountry,
  takesFirstSite,
} from '../../../../nodes/editor/common/site.ts';

const saved = {
  ...{
    schema: 2,
    service: 'embedded',
    catalogue: '/own',
    prices: 'live',
    sources: 'smard',
    url: '',
    resolution: '900',
  },
  contracts: [{ id: 'mine' }],
};
const configs = [
  { id: 'off', type: 'dayahead-config', d: true, topicRoot: 'dayahead', site: 'off' },
  { id: 'garage', type: 'dayahead-config', z: 'tab-2', topicRoot: 'dayahead', site: 'garage' },
  { id: 'tls', type: 'tls-config' },
  { id: 'home', type: 'dayahead-config', topicRoot: 'dayahead', site: 'home' },
];

/** The value of the dialog's list of sites, and the nodes that the editor knows. */
let chosen = '';
const nodes = new Map<string, object>();
/** The nodes on the tabs. */
const placed: object[] = [];

beforeEach(() => {
  chosen = 'home';
  nodes.clear();
  placed.length = 0;
  const val = (value = chosen) => {
    chosen = value;
    return chosen;
  };
  vi.stubGlobal('$', () => ({ val, data: () => undefined }));
  vi.stubGlobal('RED', {
    nodes: {
      node: (id: string) => nodes.get(id) ?? null,
      eachConfig: (hear: (config: object) => boolean) => configs.map(hear),
      eachNode: (hear: (node: object) => boolean) => placed.map(hear),
    },
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe('the site that a dialog asks', () => {
  it('is named by its id where it is deployed as it stands in the editor', () => {
    nodes.set('home', { ...saved, changed: false });
    expect(chosenSite()).toEqual({ config: 'home' });
  });

  it('is sent with all that its prices depend on where it is not', () => {
    nodes.set('home', { ...saved, changed: true, credentials: { token: 'T', entsoeToken: '__PWRD__' }, name: 'Home' });
    expect(chosenSite()).toEqual({ typed: { id: 'home', ...saved, token: 'T' } });
    expect(bareSite('home')).toEqual({ id: 'home', ...saved, contracts: [], token: 'T' });
  });

  it('is none where a new one is about to be added', () => {
    chosen = '_ADD_';
    expect([siteId(), chosenSite(), bareSite('')]).toEqual(['', { config: '' }, { schema: 2 }]);
  });
});

describe('the site of a new node', () => {
  const added = (z: string) => {
    const node = { id: 'new', z, config: undefined as string | undefined };
    takesFirstSite.onadd.call(node);
    return node.config;
  };

  it('is the first one that is of its flow or of all, and not disabled', () => {
    expect(['tab-1', 'tab-2'].map(added)).toEqual(['home', 'garage']);
  });

  it('is that of the other nodes of its flow, if they have one', () => {
    configs.push({ id: 'cabin', type: 'dayahead-config', topicRoot: 'dayahead', site: 'cabin' });
    placed.push({ id: 'heater', z: 'tab-1', type: 'dayahead-cheapest-window', config: 'cabin' });
    expect(added('tab-1')).toBe('cabin');
    configs.pop();
  });

  it('stays what it is where the node is there already', () => {
    nodes.set('new', {});
    expect(added('tab-1')).toBeUndefined();
  });

  it('has its prices published by a name that is free in that site', () => {
    const prices = (config: string | undefined, publishAs?: string) => ({
      ...{ id: `${config} ${publishAs}`, z: 'tab-1', type: 'dayahead-price-series', config },
      ...(publishAs !== undefined && { publishAs }),
    });
    placed.push(prices('garage'), { ...prices('home', '2'), type: 'inject' });
    const name = (config?: string) => freeName({ id: 'new', z: 'tab-1', config });
    expect(name()).toBe('price');
    placed.push(prices('home', 'price'));
    expect(name()).toBe('2');
    // A node of 0.1 has no name, and a node that was only dropped has the same site proposed.
    placed.push(prices(undefined, '2'));
    expect([name(), name('garage'), name('')]).toEqual(['3', '2', 'price']);
  });

  it('comes with the country of the browser for a node that is dropped, and leaves one that is there as it is', () => {
    vi.stubGlobal('navigator', { language: 'de-DE' });
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Europe/Berlin' } as never);
    const countryOf = (id: string) => {
      const node = { id, z: 'tab-1', config: undefined, country: 'DK' };
      takesCountry.onadd.call(node);
      return node.country;
    };
    nodes.set('pasted', {});
    expect(['new', 'pasted'].map(countryOf)).toEqual(['DE', 'DK']);
    vi.restoreAllMocks();
  });

  it('is proposed in the dialog of a node that nobody has chosen for, and not over a choice of none', () => {
    chosen = '';
    proposeSite({ id: 'n', z: 'tab-1', config: '' });
    expect(chosen).toBe('');
    proposeSite({ id: 'n', z: 'tab-1' });
    expect(chosen).toBe('home');
  });
});

it('every site publishes below a root of its own', () => {
  expect(siteRoots()).toEqual(['dayahead/off', 'dayahead/garage', 'dayahead/home']);
});
