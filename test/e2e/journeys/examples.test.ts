import { readFile } from 'node:fs/promises';
import RED, { type NodeStatus } from 'node-red';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { dialogDefaults } from '../../../scripts/dialogs.mts';
import { eventually } from '../../support/eventually.ts';
import { feedsAt } from '../../support/feeds/feed-server.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly wires?: readonly (readonly string[])[];
  readonly [field: string]: unknown;
}

const read = async (name: string) => JSON.parse(await readFile(`examples/${name}.json`, 'utf8')) as FlowNode[];

/** The site that examples without one are imported into. */
const dwelling: FlowNode & { readonly household: object } = {
  ...{
    id: 'imported-into',
    type: 'dayahead-config',
    schema: 2,
    name: 'Dwelling',
    site: 'dwelling',
    topicRoot: 'dayahead',
  },
  household: {
    country: 'DK',
    consumption: { id: 'dk-example-spot-dk2', name: 'Example Spot DK2', companyId: 'dk-example-spot' },
    grid: { id: 'dk-radius-c', name: 'Radius A/S C-tarif (DK2)', companyId: 'dk-radius' },
  },
};

const devices = ['heat-pump', 'dearest-hours', 'car', 'dishwasher', 'boiler'] as const;
const others = [
  'two-contracts',
  'home-assistant',
  'thermostat',
  'plain-mqtt',
  'tomorrow',
  'power-saver',
  'battery',
  'sun-and-car',
  'house-under-a-fuse',
  'peak-flanders',
  'peak-norway',
] as const;
/** Its chart is of a package that is not here: Node-RED says so when it is imported. */
const withDashboard = 'dashboard';
/** Its forecast is asked from where no test goes. */
const withForecast = 'sun-and-load';

describe.each([
  ...devices,
  ...others,
  withDashboard,
  withForecast,
  'cheapest-window',
  'price-series',
  'tariff-select',
  'demo',
])('the example %s', (name) => {
  it('has in each of our nodes just what its dialog saves', async () => {
    const types = dialogDefaults();
    const ours = (await read(name)).filter(({ type }) => types.has(type));
    expect(ours).not.toEqual([]);
    for (const { id, type, z, x, y, d, wires, ...fields } of ours) {
      expect([id, Object.keys(fields).sort()]).toEqual([id, Object.keys(types.get(type) ?? {}).sort()]);
    }
  });

  it('is wired to its own nodes', async () => {
    const nodes = await read(name);
    const ids = new Set(nodes.map(({ id }) => id));
    const wired = nodes.flatMap(({ wires = [] }) => wires.flat());
    expect(wired.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('the examples in a real Node-RED, after the prices of tomorrow are out', () => {
  const statuses = new Map<string, NodeStatus>();
  let broker: Mosquitto;
  let heard: Subscriber;
  let editor: Running;
  let clock: ManualClock;
  let feeds: Awaited<ReturnType<typeof feedsAt>>;

  beforeAll(async () => {
    broker = await startMosquitto();
    heard = await subscribe(broker.url);
    const nodes = (await Promise.all([...devices, ...others].map(read))).flat();
    const { household } = dwelling;
    const connected = [dwelling, ...nodes].map((node) => {
      if (node.type === 'mqtt-broker') return { ...node, port: String(broker.port) };
      if (node.type === 'dayahead-config') return { ...node, broker: 'typed', brokerUrl: broker.url, household };
      return node.country === '' && node.config === '' ? { ...node, config: dwelling.id } : node;
    });
    RED.events.on('node-status', ({ id, status }: { id: string; status: NodeStatus }) => statuses.set(id, status));
    clock = manualClock(Date.parse('2026-01-14T14:30:00+01:00') / 1000);
    feeds = await feedsAt(clock);
    editor = await runFlow(connected, { clock, feeds });
    await eventually(async () => {
      await clock.advanceBy(1);
      expect(shown('tomorrow-prices')?.fill).toBe('green');
      const prices = [...statuses].filter(([id]) => id.endsWith('-prices'));
      const waiting = prices.filter(([, { text = '' }]) => !/^-?\d+\.\d (øre|ct) /.test(text));
      expect(waiting).toEqual([]);
    });
  });
  afterAll(async () => {
    await editor?.stop();
    await heard?.close();
    await broker?.stop();
    await feeds?.stop();
  });

  const shown = (id: string) => statuses.get(`example-${id}`);
  const shows = (id: string, text: RegExp) => eventually(() => expect(shown(id)?.text).toMatch(text));

  it('has live prices of the contract of its site', () => {
    expect(shown('tomorrow-prices')?.text).toMatch(/^\d+\.\d øre · (cheap|normal|expensive) · live$/);
  });

  it.each([
    ['heat-pump', /^(planned|provisional)$/],
    ['dearest-hours', /^planned$/],
    ['dishwasher', /^planned$/],
    ['boiler', /^planned$/],
  ])('plans the %s', async (name, reason) => {
    await shows(`${name}-plan`, reason);
  });

  it('plans the car when it is plugged in', async () => {
    await shows('car-plan', /^no-demand$/);
    await fetch(`${editor.url}inject/example-car-plugged-in`, { method: 'POST' });
    await shows('car-plan', /^planned$/);
  });

  it('compares two contracts', async () => {
    await shows('two-contracts-shown', /^\{ (Spot: '\d\.\d{3} DKK\/kWh', Fixed|Fixed: '\d\.\d{3} DKK\/kWh', Spot): /);
  });

  it('turns the level into an offset, and tells of tomorrow', async () => {
    await shows('thermostat-thermostat', /^(-1|-0\.5|0|0\.5|1)$/);
    await shows('tomorrow-text', /^2026-01-15: cheapest from \d\d:00/);
  });

  it('publishes on a topic of its own, and as a site', async () => {
    await eventually(() => {
      expect(heard.shown()['home/electricity/price']).toMatch(/^\d\.\d+$/);
      expect(heard.shown()['dayahead/home/window/hot-water/state']).toMatch(/^(ON|OFF)$/);
    });
  });

  it('tells a battery its mode', async () => {
    await shows('battery-mode', /^(normal|hold|holdcharge|charge|discharge)$/);
    await shows('battery-plan', /^planned$/);
  });

  it.each([
    ['sun-and-car', ['plan']],
    ['house-under-a-fuse', ['heat-pump-plan', 'car-plan', 'battery-plan']],
    ['peak-flanders', ['car-plan', 'boiler-plan']],
    ['peak-norway', ['car-plan', 'heater-plan']],
  ])('plans everything in %s', async (name, plans) => {
    // A car whose plan comes before the heat pump's gives way at once, and is planned again at the next minute.
    const nextMinute = clock.now() + 60;
    for (const plan of plans)
      await eventually(async () => {
        if (clock.now() < nextMinute) await clock.advanceBy(1);
        expect(shown(`${name}-${plan}`)?.text).toMatch(/^(planned|provisional|sun-expected|peak-avoided)$/);
      });
  });

  it('gives a car a current', async () => {
    await shows('sun-and-car-order', /^(charge|hold)$/);
    expect(shown('house-under-a-fuse-order')?.text).toMatch(/^(charge|hold)$/);
  });

  it.each(['flanders', 'norway'])('tells the peak of the month in %s', async (site) => {
    await eventually(() =>
      expect(JSON.parse(heard.shown()[`dayahead/${site}/grid/peak`] ?? '{}')).toMatchObject({
        planned: expect.any(Number),
      }),
    );
  });

  it('reads the price data of power-saver', async () => {
    await shows('power-saver-plan', /./);
    expect(shown('power-saver-device')?.fill).not.toBe('red');
  });
});
