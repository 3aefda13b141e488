import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeMessage } from 'node-red';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import priceSeries from '../../../nodes/price-series.ts';
import tariffSelect from '../../../nodes/tariff-select.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(priceSeries, tariffSelect, cheapestWindow);

let userDir = '';
beforeAll(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'given-'));
});
// Nodes write there until the flow is unloaded, which is after each test.
afterAll(() => rm(userDir, { recursive: true }));

const MIDNIGHT = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
const hour = (index: number) => new Date((MIDNIGHT + index * 3600) * 1000).toISOString();

/** Something that sends, a price node without a contract, and a device behind it. */
const flowOf = (fields: object = {}): FlowNode[] => [
  { id: 'supplier', type: 'collect', wires: [['node']] },
  {
    id: 'node',
    type: 'dayahead-price-series',
    name: 'Prices',
    country: 'DE',
    wires: [['series', 'device'], []],
    ...fields,
  },
  { id: 'series', type: 'collect', wires: [] },
  { id: 'device', type: 'dayahead-cheapest-window', name: 'Boiler', minutes: 60, wires: [['switch'], ['plan']] },
  { id: 'switch', type: 'collect', wires: [] },
  { id: 'plan', type: 'collect', wires: [] },
];

/** 20 ct and 1 ct more each hour, the cheapest at 13:00. */
const today = Array.from({ length: 24 }, (_, i) => ({
  startsAt: hour(i),
  total: i === 13 ? 0.1 : 0.2 + i / 100,
  energy: 0.05,
  tax: i === 13 ? 0.05 : 0.15 + i / 100,
  currency: 'EUR',
}));
const tibber = { viewer: { homes: [{ currentSubscription: { priceInfo: { today, tomorrow: [] } } }] } };

const clockAt = (time: number) => manualClock(MIDNIGHT + time * 3600);

describe('a price node that another node is wired to', () => {
  // Promise P-442 integrate/outside-prices: a price node that something is wired to, and that has no contract, waits
  //   for prices
  it('waits for prices instead of showing a demo, and has everything with the first message', async () => {
    const clock = clockAt(10.5);
    const flow = await start(clock, flowOf());
    await clock.advanceBy(60);
    expect(flow.statuses('node').at(-1)).toMatchObject({ fill: 'grey', text: 'price-series.status.waiting' });
    const { sent } = await flow.input('node', { payload: tibber });
    expect(sent.map((message) => message?.payload)).toMatchObject([
      { source: { kind: 'external', feed: 'tibber' }, prices: { length: 24 } },
      { now: 0.3, rank: 12, level: 'NORMAL' },
    ]);
    expect(await flow.status('node', /^30\.0 ct/)).toMatchObject({
      fill: 'green',
      text: '30.0 ct · price-series.level.NORMAL · price-series.origin.external',
    });
    await eventually(() =>
      expect(flow.received('plan').at(-1)?.payload).toMatchObject({ start: '2026-01-15T13:00:00+01:00', cost: 0.1 }),
    );
  });

  it('has them again after a restart, and no longer than they last', async () => {
    const clock = clockAt(22.5);
    const flow = await start(clock, flowOf(), {}, { userDir });
    await flow.input('node', { payload: tibber });
    await flow.deploy(flowOf());
    expect((await flow.message('series')).payload).toMatchObject({ stale: false, source: { feed: 'tibber' } });
    await clock.advanceBy(2 * 3600);
    expect(flow.received('series').at(-1)?.payload).toMatchObject({ stale: true });
    expect(await flow.status('node', /stale/)).toMatchObject({ fill: 'red' });
  });

  // Promise P-445 integrate/outside-prices: the table also accepts XML, and an entity beside its state
  it.each<[string, NodeMessage, Partial<SeriesPayload>]>([
    [
      'a document of ENTSO-E, as text',
      {
        payload: `<?xml version="1.0"?><Publication_MarketDocument><TimeSeries>
          <in_Domain.mRID codingScheme="A01">10Y1001A1001A82H</in_Domain.mRID><currency_Unit.name>EUR</currency_Unit.name>
          <price_Measure_Unit.name>MWH</price_Measure_Unit.name><curveType>A03</curveType><Period><timeInterval>
          <start>2026-01-14T23:00Z</start><end>2026-01-15T23:00Z</end></timeInterval><resolution>PT15M</resolution>
          <Point><position>1</position><price.amount>91.2</price.amount></Point></Period></TimeSeries>
          </Publication_MarketDocument>`,
      },
      { resolution: 900, missing: ['grid', 'fees', 'vat'] },
    ],
    [
      'the entity that Home Assistant’s nodes put beside its state',
      {
        payload: '0.3',
        data: {
          new_state: {
            attributes: { currency: 'SEK', region: 'SE3', raw_today: [{ start: hour(9), end: hour(12), value: 0.3 }] },
          },
        },
      },
      { country: 'SE', currency: 'SEK', missing: [] },
    ],
  ])('understands %s', async (_, message, series) => {
    const flow = await start(clockAt(10), flowOf());
    const { sent, error } = await flow.input('node', message);
    expect(error).toBeUndefined();
    expect(sent[0]?.payload).toMatchObject(series);
  });
});

// Promise P-446 integrate/outside-prices: a device takes all but XML
it('a device refuses a document, which a price node reads', async () => {
  const flow = await start(clockAt(10), flowOf());
  const { error } = await flow.input('device', { payload: '<Publication_MarketDocument/>' });
  expect(error?.message).toMatch(/document/);
});

describe('what a refused input has left in the status goes with the next good one', () => {
  const selection = { country: 'DE', consumption: { id: 'de-example-spot-15min' } };
  it.each([
    ['prices, then prices', 'node', { today: [{ startsAt: hour(10), total: 'x' }] }, tibber],
    [
      'prices that are over, then a selection',
      'node',
      { prices: [{ start: hour(1), end: hour(2), total: 1 }] },
      selection,
    ],
    ['a selection, then prices', 'node', { consumption: { id: 'de-nothing' } }, tibber],
    ['a demand, then prices', 'device', { minutes: 'x' }, tibber],
    ['prices, then a demand', 'device', { rates: [] }, { minutes: 30 }],
    ['a selection, then another', 'select', { tarif: 1 }, selection],
  ])('%s', async (_, id, wrong, good) => {
    const flow = await start(clockAt(10.5), [...flowOf(), { id: 'select', type: 'dayahead-tariff-select', wires: [] }]);
    expect((await flow.input(id, { payload: wrong })).error).toBeInstanceOf(Error);
    expect(flow.statuses(id).at(-1)).toMatchObject({ fill: 'red' });
    expect((await flow.input(id, { payload: good })).error).toBeUndefined();
    expect(flow.statuses(id).at(-1)?.fill).not.toBe('red');
  });
});
