import { expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import priceSeries from '../../../nodes/price-series.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

const load = nodeRed(config, priceSeries);
const feeding = { id: 'tibber', type: 'collect', wires: [['node']] };

it.each<[string, object[], object, RegExp]>([
  ['says that one is to be chosen', [], {}, /status\.choose$/],
  ['waits for what it is fed', [feeding], {}, /status\.waiting$/],
  ['is a demo without a site', [], { config: '' }, /status\.demo/],
  ['has its price where one is chosen', [], { consumption: { id: 'dk-example-spot-dk2' } }, /øre/],
])('a price node without a contract %s', async (_, others, fields, text) => {
  const clock = manualClock(Date.parse('2026-01-14T12:00:00+01:00') / 1000);
  const node = {
    id: 'node',
    type: 'dayahead-price-series',
    config: 'site',
    country: 'DK',
    publishAs: '',
    wires: [[], []],
  };
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config', prices: 'replay' },
    { ...node, ...fields },
    ...(others as (typeof feeding)[]),
  ]);
  await expect
    .poll(async () => {
      await clock.advanceBy(1);
      return flow.statuses('node').at(-1)?.text;
    })
    .toMatch(text);
});
