import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTabChoice } from '../../../../nodes/editor/sidebar/tab-choice.ts';

const prices = (id: string, z: string, config = '') => ({ id, z, config, type: 'dayahead-price-series' });
const device = (z: string, config: string) => ({ id: `device-${z}`, z, config, type: 'dayahead-cheapest-window' });

/** A flow with two price nodes, one with another, one with devices of a site alone, and one with nothing of ours. */
const flow = [
  ...[prices('house', 'home', 'site'), prices('garage', 'home'), prices('office', 'work')],
  ...[device('devices', 'site'), { id: 'debug', z: 'plain', type: 'debug' }],
];
const all = ['house', 'garage', 'office'].map((id) => ({ id, name: id, site: '' }));

/** The storage of a browser, which outlives a reload of the page. */
const stored = new Map<string, string>();
let active = 'home';

beforeEach(() => {
  stored.clear();
  active = 'home';
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  vi.stubGlobal('RED', {
    workspaces: { active: () => active },
    nodes: {
      eachNode: (hear: (node: object) => boolean) => flow.forEach(hear),
      createCompleteNodeSet: () => [...flow, { ...prices('garage', 'home'), wires: [['device-devices']] }],
    },
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** The sidebar after a reload, with the nodes that run. */
function opened(choices = all) {
  const choice = createTabChoice();
  choice.told(choices, '');
  const shownOn = (tab: string) => {
    active = tab;
    return choice.asked();
  };
  const chooseOn = (tab: string, id: string) => {
    active = tab;
    choice.choose(id);
  };
  return { ...choice, shownOn, chooseOn };
}

describe('the prices that the sidebar shows', () => {
  it.each([
    ['home', 'house'],
    ['work', 'office'],
    ['devices', 'house'],
    ['plain', ''],
  ])('on the flow %s are those of that flow, or of the site of its devices', (tab, id) => {
    expect(opened().shownOn(tab)).toBe(id);
  });

  it('are those that somebody has chosen on a flow, on each flow others', () => {
    const sidebar = opened();
    sidebar.chooseOn('home', 'garage');
    sidebar.chooseOn('work', 'house');
    sidebar.chooseOn('plain', 'office');
    const shown = ['home', 'work', 'plain', 'devices'].map(sidebar.shownOn);
    expect(shown).toEqual(['garage', 'house', 'office', 'house']);
    expect(['home', 'work', 'plain', 'devices'].map(opened().shownOn)).toEqual(shown);
  });

  it('are those that were chosen last on a flow', () => {
    const sidebar = opened();
    sidebar.chooseOn('home', 'garage');
    sidebar.chooseOn('home', 'office');
    expect([sidebar.shownOn('home'), sidebar.shownOn('work')]).toEqual(['office', 'office']);
  });

  it('are those of the flow again once the chosen node is gone', () => {
    opened().chooseOn('home', 'garage');
    const left = all.filter(({ id }) => id !== 'garage');
    expect(opened(left).shownOn('home')).toBe('house');
  });

  it('stay on a flow that has none', () => {
    const sidebar = opened();
    sidebar.told(all, 'office');
    expect(sidebar.shownOn('plain')).toBe('office');
  });

  it('are the first ones of the flow that are known', () => {
    const choices = all.map((one) => ({ ...one, ...(one.id === 'garage' && { hasPrices: true as const }) }));
    expect(opened(choices).shownOn('home')).toBe('garage');
  });

  it('are those of a selected node once it is deployed, on its flow', () => {
    const sidebar = opened(all.filter(({ id }) => id !== 'garage'));
    sidebar.chooseOn('home', 'house');
    sidebar.select([prices('garage', 'home')]);
    expect(sidebar.shownOn('home')).toBe('house');
    sidebar.told(all, 'house');
    expect(['home', 'work'].map(sidebar.shownOn)).toEqual(['garage', 'office']);
  });

  it('are those that a selected device is wired to', () => {
    const sidebar = opened();
    sidebar.select([device('devices', 'site')]);
    expect(sidebar.shownOn('devices')).toBe('garage');
  });

  it.each(['{', '3', 'null', '[]'])('are those of the flow where %s is stored', (text) => {
    stored.set('dayahead-sidebar-prices', text);
    expect(opened().shownOn('home')).toBe('house');
  });
});
