import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import priceSeries from '../../../nodes/price-series.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(config, priceSeries);
const DAY = 86_400;
const HOUR = 3600;
/** A Monday. */
const MIDNIGHT = Date.parse('2026-01-12T00:00:00+01:00') / 1000;
const PRICE = 'dayahead/home/price';

let userDir = '';
let mosquitto: Mosquitto;
let heard: Subscriber;
beforeAll(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'forecast-'));
  mosquitto = await startMosquitto();
  heard = await subscribe(mosquitto.url);
});
afterAll(async () => {
  await heard?.close();
  await mosquitto?.stop();
  await rm(userDir, { recursive: true });
});

const flowOf = (): FlowNode[] => [
  { id: 'site', type: 'dayahead-config', site: 'home', broker: 'typed', brokerUrl: mosquitto.url },
  {
    id: 'node',
    type: 'dayahead-price-series',
    name: 'Prices',
    config: 'site',
    country: 'DE',
    publishAs: 'price',
    wires: [['series'], []],
  },
  { id: 'series', type: 'collect', wires: [] },
];

/** 20 ct until 08:00 and 30 ct after it, on a day counted from the first. */
const pricesOn = (day: number) =>
  Array.from({ length: 24 }, (_, hour) => ({
    start: new Date((MIDNIGHT + day * DAY + hour * HOUR) * 1000).toISOString(),
    end: new Date((MIDNIGHT + day * DAY + (hour + 1) * HOUR) * 1000).toISOString(),
    total: hour < 8 ? 0.2 : 0.3,
  }));

// Promise P-241 internals/forecast: `forecast` in the message and `price/forecast`
it('tells in messages and on the broker what the days after the prices will probably cost, a restart later too', async () => {
  const clock = manualClock(MIDNIGHT + 8.5 * HOUR);
  const flow = await start(clock, flowOf(), {}, { userDir });
  for (let day = 0; day < 13; day++) {
    await flow.input('node', { payload: pricesOn(day) });
    await clock.advanceBy(DAY);
  }
  expect(flow.received('series').map(({ payload }) => (payload as SeriesPayload).forecast)).not.toContainEqual(
    expect.anything(),
  );

  await flow.deploy(flowOf());
  await flow.input('node', { payload: pricesOn(13) });
  const { forecast = [] } = (await flow.message('series')).payload as SeriesPayload;
  expect(forecast).toHaveLength(8 * 24);
  expect([forecast[0], forecast[12]]).toEqual([
    { start: '2026-01-26T00:00:00+01:00', end: '2026-01-26T01:00:00+01:00', total: 0.2, low: 0.2, high: 0.2 },
    { start: '2026-01-26T12:00:00+01:00', end: '2026-01-26T13:00:00+01:00', total: 0.3, low: 0.3, high: 0.3 },
  ]);

  // Sent at once or, if the topic was cleared in this very second, a second later.
  await clock.advanceBy(1);
  const told = await eventually(() => {
    const last = heard.received.findLast(({ topic, payload }) => topic === `${PRICE}/forecast` && payload !== '');
    expect(last).toBeDefined();
    return last;
  });
  expect(JSON.parse(told?.payload ?? '')).toHaveLength(8 * 24);
  // From 08:30, or a second later, to the midnight at which the prices end.
  expect([15.5 * HOUR, 15.5 * HOUR - 1]).toContain(told?.expiry);

  await clock.advanceBy(15 * HOUR);
  await eventually(() => {
    expect(heard.shown()).toMatchObject({ [`${PRICE}/now`]: '0.3', [`${PRICE}/rank`]: '9' });
    expect(heard.shown()).not.toHaveProperty([`${PRICE}/next`]);
  });
  await clock.advanceBy(HOUR);
  await heard.until(`${PRICE}/availability`, 'offline');
  await eventually(() => expect(heard.shown()).not.toHaveProperty([`${PRICE}/now`]));
});
