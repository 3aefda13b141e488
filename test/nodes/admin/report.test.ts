import { expect, it } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import priceSeries from '../../../nodes/price-series.ts';
import sidebar from '../../../nodes/sidebar.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(config, priceSeries, cheapestWindow, sidebar);
const clock = () => manualClock(Date.parse('2026-01-15T08:00:00Z') / 1000);

const flow: readonly FlowNode[] = [
  {
    ...{
      id: 'site',
      type: 'dayahead-config',
      schema: 2,
      name: 'Villa',
      service: 'embedded',
      prices: 'replay',
      broker: 'typed',
    },
    ...{ brokerUrl: 'mqtt://127.0.0.1:1', brokerUser: 'house-keeper' },
  },
  {
    ...{
      id: 'prices',
      type: 'dayahead-price-series',
      name: 'Contract',
      config: 'site',
      country: 'DK',
      wires: [['out'], []],
    },
    ...{ consumption: { id: 'dk-example-spot-dk2' }, postalCode: '2100' },
  },
  { id: 'boiler', type: 'dayahead-cheapest-window', name: 'Boiler', config: 'site', minutes: '60', wires: [[], []] },
  { id: 'out', type: 'collect', wires: [] },
];
const credentials = { site: { brokerPassword: 'open-sesame', token: 'dayahead_prod_sk_1' } };

const textIn = (body: unknown) => (body as { readonly text: string }).text;

it('GET dayahead/report tells what runs, without names and secrets', async () => {
  const running = await start(clock(), flow, credentials, { version: '5.0.7' });
  await running.message('out');
  running.node('boiler').error('open-sesame does not open the Villa');
  const asked = async () => textIn((await running.get('/dayahead/report')).body);
  await expect.poll(asked).toMatch(/^- cheapest-window 1 of config 1: no /m);
  const { status, body } = await running.get('/dayahead/report');
  expect([status, body]).toEqual([200, { text: expect.any(String) }]);
  const text = textIn(body);
  for (const told of [
    /^- @dayahead\/node-red-tariffs \d+\.\d+\.\d+, build [\da-f]{12}$/m,
    /^- Node-RED 5\.0\.7$/m,
    /^- Node\.js v[\d.]+, \w+ \w+, up for \d+ min$/m,
    /^- config 1: broker not connected$/m,
    /^- config 1: schema 2 · service embedded · prices replay · broker typed · \(filled in: name, brokerUrl, brokerUser\)$/m,
    /^- price-series 1: country DK · consumption dk-example-spot-dk2 · \(filled in: name, config, postalCode\)$/m,
    /^- price-series 1 of config 1: source replay · asked 2026-01-15T09:00:00\+01:00, next /m,
    /^- cheapest-window 1 of config 1: no price-series is wired to it · off \(no-prices\) until further notice · plan no-prices/m,
    / error of cheapest-window 1: ••• does not open the •••$/m,
  ])
    expect(text).toMatch(told);
  for (const hidden of ['open-sesame', 'house-keeper', 'dayahead_prod_sk_1', 'Villa', 'Contract', '2100', '127.0.0.1'])
    expect(text).not.toContain(hidden);
});

it('GET dayahead/report answers no page of another origin', async () => {
  const running = await start(clock(), flow, credentials, { version: '5.0.7' });
  const { status } = await running.get('/dayahead/report', { origin: 'https://elsewhere.example' });
  expect(status).toBe(403);
});
