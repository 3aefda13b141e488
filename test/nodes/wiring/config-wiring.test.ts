import { beforeEach, describe, expect, it, vi } from 'vitest';
import { membersOf } from '../../../nodes/adapter/overview.ts';
import battery from '../../../nodes/battery.ts';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import forecast from '../../../nodes/forecast.ts';
import priceSeries from '../../../nodes/price-series.ts';
import sidebar from '../../../nodes/sidebar.ts';
import tariffSelect from '../../../nodes/tariff-select.ts';
import type { Keeping } from '../../../src/runtime/store.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { fakeRed } from '../../support/node-red/fake-red.ts';

type Options = Readonly<Record<string, unknown>>;

const { created, site } = vi.hoisted(() => {
  const created: Options[] = [];
  const site = {
    start: vi.fn(),
    stop: vi.fn(async () => undefined),
    followBroker: vi.fn(),
    brokerState: () => ({ isConnected: true, version: '5' }),
  };
  return { created, site };
});
vi.mock('../../../src/runtime/site.ts', () => ({
  createSite: async (options: Options) => {
    created.push(options);
    return site;
  },
}));

const soon = (check: () => void) => eventually(check);
const clock = manualClock(0);
const settings = {
  userDir: '/user',
  contextStorage: { disk: { module: 'localfilesystem' } },
  dayahead: { clock, sources: 'smard', mirrors: {} },
};

beforeEach(() => {
  created.length = 0;
  vi.clearAllMocks();
});

/** A config node whose site is made; the flows do not run yet. */
async function placed(fields: object = {}, credentials: object = {}) {
  created.length = 0;
  const red = fakeRed(settings);
  red.load(config);
  red.provide('broker', { brokerurl: 'mqtt://broker.example', options: {} });
  const node = red.create({ id: 'c1', type: 'dayahead-config', name: 'Home', schema: 2, ...fields }, credentials);
  await soon(() => expect(created).not.toEqual([]));
  return { red, node, options: created[0] ?? {} };
}

describe('a config node', () => {
  it('gives its site a place for each part that outlives a restart', async () => {
    const { options } = await placed();
    const places = ['keeping', 'dimming', 'metering', 'topics'].map(
      (name) => (options[name] as Keeping | undefined)?.file,
    );
    const files = ['c1.json', 'c1-grid.json', 'c1-metering.json', 'c1-topics.json'];
    expect(places).toEqual(files.map((file) => `/user/dayahead/${file}`));
  });

  it('gives it those places in the context store that is chosen', async () => {
    const { options } = await placed({ contextStore: 'disk' });
    const places = ['keeping', 'dimming', 'metering', 'topics'].map(
      (name) => (options[name] as Keeping | undefined)?.context?.name,
    );
    expect(places).toEqual(new Array(4).fill('context store disk'));
    expect(options.contextStore).toBe('disk');
  });

  it('gives it what all sites of the process share', async () => {
    const red = fakeRed(settings);
    red.load(config);
    for (const id of ['c1', 'c2']) red.create({ id, type: 'dayahead-config' });
    await soon(() => expect(created).toHaveLength(2));
    const [first, second] = created;
    expect(first).toMatchObject({ clock, live: { folder: '/user/dayahead', sources: 'smard', mirrors: {} } });
    for (const shared of ['running', 'live', 'heartbeat', 'places', 'departures']) {
      expect(first?.[shared]).toBeDefined();
      expect(first?.[shared]).toBe(second?.[shared]);
    }
  });

  it('gives it the settings of its dialog, its secrets and the broker node that is chosen', async () => {
    const { options } = await placed(
      { broker: 'node', mqttBroker: 'broker', sources: 'entsoe', importKw: '11', page: 'look' },
      { entsoeToken: 'T' },
    );
    expect(options).toMatchObject({
      ...{ id: 'c1', name: 'Home', importKw: 11, page: 'look' },
      service: { kind: 'embedded', live: { sources: 'entsoe', token: 'T' } },
      broker: { url: 'mqtt://broker.example' },
    });
  });

  it('starts its site when the flows run, and stops it with the node, for good or for a deployment', async () => {
    const { red, node } = await placed();
    expect(site.start).not.toHaveBeenCalled();
    red.started();
    await soon(() => expect(site.start).toHaveBeenCalledOnce());
    await node.close(true);
    expect(site.stop).toHaveBeenLastCalledWith({ removed: true });
    const again = await placed();
    await again.node.close(false);
    expect(site.stop).toHaveBeenLastCalledWith({ removed: false });
  });

  it('warns of what goes wrong, and tells the overview how its broker and the peaks of the month stand', async () => {
    const { red, node, options } = await placed();
    (options.onProblem as (text: string) => void)('the disk is full');
    expect(node.logged).toEqual(['warn: the disk is full']);
    await soon(() => expect(site.followBroker).toHaveBeenCalled());
    const [hear] = site.followBroker.mock.calls[0] ?? [];
    const broker = { host: 'cellar.lan:1883', why: 'connect ECONNREFUSED 10.0.0.1:1883' };
    hear(broker);
    expect(node.statuses.at(-1)).toMatchObject({ fill: 'red', shape: 'ring' });
    (options.onPeak as (peak: object) => void)({ kw: 4 });
    const member = { kind: 'site', id: 'c1', name: 'Home', site: 'c1', broker, peak: { kw: 4 } };
    expect(membersOf(red.RED)).toEqual([{ ...member, brokerState: site.brokerState }]);
    hear(undefined);
    expect(node.statuses.at(-1)).toEqual({});
    expect(node.logged.at(-1)).toBe('info: the broker is there again');
  });

  it('that cannot be used lets go of the topics of its last settings', async () => {
    const { options } = await placed({ contextStore: 'disk', importKw: '-1' });
    expect((options.topics as Keeping).context?.name).toBe('context store disk');
    expect(options).not.toHaveProperty('service');
    // It is never stopped, so it would keep a shared service open for as long as Node-RED runs.
    for (const shared of ['running', 'live']) expect(options).not.toHaveProperty(shared);
  });

  it('warns of a language that is none of ours', async () => {
    const { node } = await placed({ language: 'xx' });
    expect(node.logged[0]).toMatch(/^warn: language: xx is none of da, de, en-US/);
    expect((await placed({ language: 'nl-BE' })).node).toMatchObject({ language: 'nl', def: { language: 'nl-BE' } });
  });
});

it('every endpoint of the editor asks for the permission that it needs', () => {
  const red = fakeRed(settings);
  red.load(config, sidebar, battery, cheapestWindow, forecast, priceSeries, tariffSelect);
  const paths = (method: string, permission: string) =>
    red.endpoints
      .filter((each) => each.method === method && each.permission === `dayahead.${permission}`)
      .map(({ path }) => path.replace('/dayahead/', ''))
      .sort();
  expect(paths('get', 'read')).toEqual(['account', 'overview', 'page-addresses', 'report', 'week']);
  const asked = [
    'battery',
    'choices',
    'contract/start',
    'costs',
    'figures',
    'listings',
    'peaks',
    'plan',
    'power',
    'preview',
  ];
  expect(paths('post', 'read')).toEqual(asked);
  const typed = ['broker', 'contract', 'listings', 'preview', 'service'].map((path) => `typed/${path}`);
  expect(paths('post', 'write')).toEqual(['figures/confirm', 'override', ...typed]);
  expect(red.endpoints).toHaveLength(22);
});
