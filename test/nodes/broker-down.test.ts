import { afterAll, beforeAll, expect, it } from 'vitest';
import cheapestWindow from '../../nodes/cheapest-window.ts';
import config from '../../nodes/config.ts';
import priceSeries from '../../nodes/price-series.ts';
import sidebar from '../../nodes/sidebar.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { nodeRed } from '../support/node-red/node-red-helper.ts';

const load = nodeRed(config, priceSeries, cheapestWindow, sidebar);

let mosquitto: Mosquitto;
beforeAll(async () => {
  // Nobody may enter.
  mosquitto = await startMosquitto('allow_anonymous false');
});
afterAll(() => mosquitto?.stop());

it('a broker that refuses is red at the config node alone, once in the log and in the sidebar, until it accepts the site', async () => {
  const site = { id: 'site', type: 'dayahead-config', site: 'home', prices: 'replay' };
  const flow = await load(manualClock(Date.parse('2026-01-14T12:00:00+01:00') / 1000), [
    { ...site, broker: 'typed', brokerUrl: mosquitto.url },
    {
      id: 'prices',
      type: 'dayahead-price-series',
      name: 'Prices',
      config: 'site',
      publishAs: 'price',
      wires: [[], []],
    },
    { id: 'boiler', type: 'dayahead-cheapest-window', name: 'Boiler', config: 'site', minutes: '60', wires: [[], []] },
    { id: 'other', type: 'dayahead-cheapest-window', name: 'Other', minutes: '60', wires: [[], []] },
  ]);
  const last = (id: string) => flow.statuses(id).at(-1);
  const refused = { fill: 'red', shape: 'ring', text: expect.stringMatching(/fault\.broker-down/) };
  await expect.poll(() => last('site')).toEqual(refused);
  await expect.poll(() => last('prices')?.text).toBe('price-series.status.choose');
  const overview = async () => (await flow.get('/dayahead/overview')).body;
  expect(await overview()).toMatchObject({
    broker: { host: new URL(mosquitto.url).host, why: expect.stringMatching(/^(?!broker: ).*not authorized/i) },
  });
  const warned = () => flow.warnings().filter((text) => text.startsWith('broker: '));
  const { host } = new URL(mosquitto.url);
  expect(warned()).toEqual([
    `broker: ${host}: Connection refused: Not authorized. The broker refuses the login: check user and password.`,
  ]);

  const isBack = () => flow.notes().includes('the broker is there again');
  expect(isBack()).toBe(false);
  await mosquitto.kill();
  await mosquitto.restart('allow_anonymous true');
  await expect.poll(() => last('site')).toEqual({});
  expect(await overview()).not.toHaveProperty('broker');
  expect(isBack()).toBe(true);
  // The reason has changed meanwhile: nothing listened at the port.
  expect(warned()).toHaveLength(1);
  for (const id of ['prices', 'boiler', 'other']) expect(flow.statuses(id)).not.toContainEqual(refused);
});
