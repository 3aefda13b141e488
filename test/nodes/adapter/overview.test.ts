import { describe, expect, it } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import priceSeries from '../../../nodes/price-series.ts';
import sidebar from '../../../nodes/sidebar.ts';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Flow, type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(sidebar, priceSeries, cheapestWindow);
const house: FlowNode[] = [
  {
    id: 'prices',
    type: 'dayahead-price-series',
    name: 'Prices',
    country: 'DE',
    consumption: { id: 'de-example-spot-15min' },
    wires: [['car'], []],
  },
  { id: 'car', type: 'dayahead-cheapest-window', name: 'Car', minutes: '60', wires: [['switch'], []] },
  { id: 'switch', type: 'collect' },
];

const running = async () => {
  const flow = await start(manualClock(Date.parse('2026-01-14T10:05:00+01:00') / 1000), house);
  await eventually(async () => expect((await overview(flow)).devices[0]?.plan?.runs).toHaveLength(1));
  return flow;
};
const overview = async (flow: Flow, query = '') => (await flow.get(`/dayahead/overview${query}`)).body as Overview;
const override = (flow: Flow, body: object | string) => flow.post('/dayahead/override', body);

describe('the overview of running nodes', () => {
  it('has their prices and plans as their messages have them', async () => {
    const flow = await running();
    const { now, choices, prices, devices } = await overview(flow);
    expect(now).toBe('2026-01-14T09:05:00Z');
    expect(choices).toEqual([{ id: 'prices', name: 'Prices', site: '', hasPrices: true }]);
    expect(prices?.series?.prices).toHaveLength(96);
    expect(prices?.now?.currency).toBe('EUR');
    expect(devices).toMatchObject([{ id: 'car', name: 'Car', on: false, reason: 'planned', override: 'auto' }]);
  });

  it.each([
    ['as its user does', { name: 'Prices' }, 'Prices'],
    [
      'by its contract',
      { name: '', consumption: { id: 'de-example-spot-15min', name: 'Example Spot' } },
      'Example Spot',
    ],
    ['by what it has', { name: '', consumption: null }, 'price-series.unnamed'],
  ])('calls a price node %s, never by its id', async (_, fields, name) => {
    const [prices] = house;
    const flow = await start(manualClock(Date.parse('2026-01-14T10:05:00+01:00') / 1000), [
      { ...(prices as FlowNode), ...fields },
    ]);
    expect((await overview(flow)).choices).toMatchObject([{ id: 'prices', name }]);
  });

  it('has what a device of a known power came to, and its runs as a table', async () => {
    const clock = manualClock(Date.parse('2026-01-14T10:05:00+01:00') / 1000);
    const flow = await start(
      clock,
      house.map((node) => (node.id === 'car' ? { ...node, powerKw: '2' } : node)),
    );
    const planned = async () => expect((await overview(flow)).devices[0]?.plan?.runs).toHaveLength(1);
    await eventually(planned);
    await clock.advanceTo(Date.parse('2026-01-15T00:01:00+01:00') / 1000);
    const [car] = (await overview(flow)).devices;
    expect(car?.account).toMatchObject({ currency: 'EUR', month: { energyKwh: 2, pricedKwh: 2 } });
    const { status, body } = await flow.get('/dayahead/account?id=car');
    expect(status).toBe(200);
    expect((body as { csv: string }).csv.split('\r\n')[1]).toMatch(/^2026-01-14T.*,plan,2,2,.*,EUR$/);
    expect(await flow.get('/dayahead/account?id=none')).toMatchObject({
      status: 400,
      body: { fault: { detail: 'id: no device none is running' } },
    });
  });

  it('has the devices inside of subflows, and overrides each by itself', async () => {
    const place = { x: 100, y: 100, wires: [] };
    const flow = await start(manualClock(Date.parse('2026-01-14T10:05:00+01:00') / 1000), [
      { id: 'tab', type: 'tab' },
      { id: 'sub', type: 'subflow', in: [], out: [] },
      { id: 'inner', type: 'dayahead-cheapest-window', z: 'sub', ...place, name: 'Radiator', minutes: '60' },
      { id: 'one', type: 'subflow:sub', z: 'tab', ...place },
      { id: 'two', type: 'subflow:sub', z: 'tab', ...place },
    ]);
    await eventually(async () => expect((await overview(flow)).devices.map(({ on }) => on)).toEqual([false, false]));
    const [first] = (await overview(flow)).devices;
    await override(flow, { id: first?.id ?? '', override: 'on' });
    expect((await overview(flow)).devices.map(({ name, on }) => [name, on])).toEqual([
      ['Radiator', true],
      ['Radiator', false],
    ]);
  });

  describe('of two price nodes', () => {
    const mine: FlowNode = {
      ...{ id: 'a', type: 'dayahead-price-series', name: 'Mine', country: 'DE', publishAs: 'mine', wires: [[], []] },
      consumption: { id: 'de-example-spot-15min' },
    };
    const shown = async (flow: Flow) => (await overview(flow)).prices?.id;
    /** What editors and pages saw whenever there was something new, through the deployment. */
    async function throughout(flow: Flow, deployed: readonly FlowNode[]): Promise<readonly unknown[]> {
      const seen: unknown[] = [];
      const ends = ['car', 'prices', 'a'].map((id) => {
        const node = flow.node(id);
        const look = () => seen.push(shown(flow));
        node.on('close', look);
        return () => node.off('close', look);
      });
      await flow.deploy(deployed, 'nodes');
      for (const end of ends) end();
      return Promise.all([...seen, shown(flow)]);
    }

    // Promise P-431 use/household-page: it shows the prices that most of the devices are wired to, and a deployment
    //   of one node changes nothing of that
    it.each<[string, FlowNode[], string]>([
      ['the one that the device takes', house, 'prices'],
      [
        'the main one where none is wired',
        house.map((node) => (node.id === 'prices' ? { ...node, wires: [[], []] } : node)),
        'prices',
      ],
    ])('shows %s, through the deployment of any single node', async (_, flows, expected) => {
      const all = [mine, ...flows];
      const flow = await start(manualClock(Date.parse('2026-01-14T10:05:00+01:00') / 1000), all);
      await eventually(async () => expect((await overview(flow)).prices?.now).toBeDefined());
      expect(await shown(flow)).toBe(expected);
      let deployed: readonly FlowNode[] = all;
      for (const changed of ['prices', 'a', 'car']) {
        deployed = deployed.map((node) => (node.id === changed ? { ...node, x: 100, info: 'deployed anew' } : node));
        const seen = await throughout(flow, deployed);
        expect([...new Set(seen)]).toEqual([expected]);
      }
    });
  });

  it('forgets a node that is gone', async () => {
    const flow = await running();
    await flow.deploy(house.filter(({ id }) => id !== 'car'));
    await eventually(async () => expect((await overview(flow, '?prices=prices')).devices).toEqual([]));
    await flow.deploy([]);
    expect(await overview(flow)).toMatchObject({ choices: [], prices: null });
  });
});

describe('an override from the sidebar', () => {
  it('switches the output as a message would, until it is taken back', async () => {
    const flow = await running();
    const before = flow.received('switch').length;
    expect((await override(flow, { id: 'car', override: 'on' })).status).toBe(200);
    expect(await flow.message('switch', before + 1)).toMatchObject({ payload: true, reason: 'override' });
    expect((await overview(flow)).devices).toMatchObject([{ on: true, override: 'on', reason: 'override' }]);
    await override(flow, { id: 'car', override: 'auto' });
    expect(await flow.message('switch', before + 2)).toMatchObject({ payload: false, reason: 'planned' });
    expect((await overview(flow)).devices).toMatchObject([{ on: false, override: 'auto' }]);
  });

  it.each([
    [400, { id: 'gone', override: 'on' }, 'id: no device gone is running'],
    [400, { id: 'prices', override: 'on' }, 'id: no device prices is running'],
    [400, { id: 'car' }, expect.stringContaining('override')],
    // What a page elsewhere could have a browser send.
    [415, 'id=car&override=on', 'expected JSON'],
  ])('is refused with %i where it says %j', async (status, body, detail) => {
    const flow = await running();
    expect(await override(flow, body)).toMatchObject({ status, body: { fault: { code: 'settings', detail } } });
    expect((await overview(flow)).devices[0]?.override).toBe('auto');
  });
});
