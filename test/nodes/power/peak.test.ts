import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import forecast from '../../../nodes/forecast.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(cheapestWindow, config, forecast);
const EVENING = Date.parse('2026-01-15T17:00:00+01:00') / 1000;
const HOUR = 3600;

let userDir = '';
let mosquitto: Mosquitto;
let heard: Subscriber;
beforeAll(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'peak-'));
  mosquitto = await startMosquitto();
  heard = await subscribe(mosquitto.url);
});
afterAll(async () => {
  await heard?.close();
  await mosquitto?.stop();
  await rm(userDir, { recursive: true });
});

/** 40 EUR for each kW of the mean of a month's two highest days, by their clock hours. */
const flowOf = (): FlowNode[] => [
  {
    ...{ id: 'site', type: 'dayahead-config', site: 'home', prices: 'replay', timeZone: 'Europe/Oslo' },
    ...{ broker: 'typed', brokerUrl: mosquitto.url },
    ...{ peak: 'typed', peakMinutes: '60', peakDays: '2', peakFloor: '', peakAmounts: '40' },
  },
  { id: 'meter', type: 'dayahead-forecast', kind: 'grid', config: 'site', wires: [[]] },
  { id: 'house', type: 'dayahead-forecast', kind: 'consumption', config: 'site', wires: [[]] },
];
const peak = () => JSON.parse(heard.shown()['dayahead/home/grid/peak'] ?? '{}') as object;
const gridPlan = () => JSON.parse(heard.shown()['dayahead/home/grid/plan'] ?? '[]') as { value: number }[];

// Promise P-192 use/sun-and-load: `grid/peak` has the peak of the month, also for Home Assistant; it is kept over a
//   restart
// Promise P-273 integrate/topics: `grid/plan` and `grid/peak`
it("the month's peak is metered, kept over a restart, told on the broker and to Home Assistant, beside what is planned", async () => {
  const clock = manualClock(EVENING);
  const flow = await start(clock, flowOf(), {}, { userDir });
  const day = (kw: number, hours: number) => [{ start: iso(0), end: iso(hours), kw }];
  const iso = (hours: number) => new Date((EVENING + hours * HOUR) * 1000).toISOString();
  await flow.input('house', { payload: day(1, 48) });
  for (let minute = 0; minute < 61; minute++) {
    await flow.input('meter', { payload: { now: minute < 30 ? 8 : 4 } });
    await clock.advanceBy(60);
  }
  await eventually(() => expect(peak()).toEqual({ month: 3, planned: 3.5, month_cost: 120, planned_cost: 140 }));
  expect([gridPlan().length, gridPlan()[0]?.value]).toEqual([192, 1]);

  await flow.deploy(flowOf());
  await flow.input('house', { payload: day(2, 48) });
  await clock.advanceBy(61);
  await eventually(() => expect(peak()).toMatchObject({ month: 3, planned: 4 }));
  const announced = heard.received.findLast(({ topic }) => topic === 'homeassistant/device/dayahead_home/config');
  const { components } = JSON.parse(announced?.payload ?? '{}') as { components: Record<string, object> };
  expect(components).toMatchObject({
    dayahead_site_peak: { state_topic: 'dayahead/home/grid/peak', unit_of_measurement: 'kW', device_class: 'power' },
    dayahead_site_peak_planned: { state_topic: 'dayahead/home/grid/peak' },
    dayahead_site_grid: { state_topic: 'dayahead/home/grid/plan' },
  });
});

it.each([
  ['', { month: 6, car: '21:00', boiler: '21:00' }],
  // The car has half of its hour in each of two clock hours: 1 + 1.5 kW.
  ['3', { month: 3, car: '20:30', boiler: '22:00' }],
])('devices of a site whose operator takes %j for a kW come to a peak of %j', async (peakAmounts, expected) => {
  const clock = manualClock(EVENING);
  const typed = { peak: 'typed', peakMinutes: '60', peakDays: '1', peakAmounts: peakAmounts || '0' };
  const device = (id: string, powerKw: string) => ({
    ...{
      id,
      type: 'dayahead-cheapest-window',
      name: `A ${id}`,
      config: 'site',
      shape: 'contiguous',
      minutes: '60',
      powerKw,
    },
    ...{ readyBy: '07:00', wires: [[], []] },
  });
  const site = { ...flowOf()[0], ...typed } as FlowNode;
  const flow = await start(clock, [site, device('car', '3'), device('boiler', '2'), flowOf()[2] as FlowNode]);
  const hour = (from: number) => new Date((EVENING + from * HOUR) * 1000).toISOString();
  await flow.input('house', { payload: [{ start: hour(0), end: hour(24), kw: 1 }] });
  const prices = Array.from({ length: 16 }, (_, i) => ({
    start: hour(i),
    end: hour(i + 1),
    total: [4, 5].includes(i) ? 0.1 + (i - 4) / 10 : 0.4,
  }));
  for (const id of ['car', 'boiler']) await flow.input(id, { payload: { timeZone: 'Europe/Oslo', prices } });
  await clock.advanceBy(1);
  const startOf = (id: string) => {
    const { start } = JSON.parse(heard.shown()[`dayahead/home/window/a-${id}/plan`] ?? '{}') as { start?: string };
    return start?.slice(11, 16);
  };
  await clock.advanceTo(EVENING + HOUR);
  const { month, ...starts } = expected;
  await eventually(async () => {
    // A thread plans them: its answer is adopted by an alarm of the clock.
    await clock.advanceBy(0);
    expect({ car: startOf('car'), boiler: startOf('boiler') }).toEqual(starts);
  });
  await clock.advanceTo(EVENING + 8 * HOUR);
  await eventually(() => expect(peak()).toMatchObject({ month }));
});
