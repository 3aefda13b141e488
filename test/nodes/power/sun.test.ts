import { afterAll, beforeAll, expect, it } from 'vitest';
import battery from '../../../nodes/battery.ts';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import forecast from '../../../nodes/forecast.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

const load = nodeRed(battery, cheapestWindow, config, forecast);
const MORNING = Date.parse('2026-06-15T08:00:00+02:00') / 1000;
const HOUR = 3600;
const PLAN = 'dayahead/home/window/car/plan';
const CELLAR = 'dayahead/home/battery/cellar';
const hour = (from: number) => new Date((MORNING + from * HOUR) * 1000).toISOString();

/** 30 ct, and 20 ct from 20:00 on. */
const prices = {
  timeZone: 'Europe/Berlin',
  prices: Array.from({ length: 16 }, (_, i) => ({ start: hour(i), end: hour(i + 1), total: i < 12 ? 0.3 : 0.2 })),
};
/** From 08:00 on; 0.4 kW of it is the house's. */
const roof = (...kws: number[]) => kws.map((kw, i) => ({ start: hour(i), end: hour(i + 1), kw }));

let mosquitto: Mosquitto;
let heard: Subscriber;
beforeAll(async () => {
  mosquitto = await startMosquitto();
  heard = await subscribe(mosquitto.url);
});
afterAll(async () => {
  await heard?.close();
  await mosquitto?.stop();
});

const told = () => JSON.parse(heard.shown()[PLAN] ?? '{}') as { start?: string; reason?: string; solar_kwh?: number };

// Promise P-165 use/sun-and-load: devices are planned on what is left of the sun
it('a car runs in the sun that is expected, and within a minute elsewhere when that is halved at noon', async () => {
  const clock = manualClock(MORNING);
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config', site: 'home', prices: 'replay', broker: 'typed', brokerUrl: mosquitto.url },
    { id: 'roof', type: 'dayahead-forecast', kind: 'production', config: 'site', wires: [[]] },
    {
      ...{ id: 'car', type: 'dayahead-cheapest-window', name: 'Car', config: 'site', shape: 'contiguous' },
      ...{ minutes: '60', powerKw: '4', readyBy: '22:00', wires: [[], []] },
    },
  ]);
  await flow.input('car', { payload: prices });
  await flow.input('roof', { payload: roof(0, 0, 1, 2, 3, 4, 5, 4, 2) });
  await clock.advanceBy(1);
  await eventually(() => expect(told()).toMatchObject({ start: '2026-06-15T14:00:00+02:00', reason: 'sun-expected' }));
  expect(told().solar_kwh).toBe(4);

  await clock.advanceTo(MORNING + 4 * HOUR);
  await flow.input('roof', { payload: roof(0, 0, 1, 2, 1.5, 2, 2.5, 2, 1) });
  await clock.advanceBy(59);
  await eventually(() => expect(told()).toMatchObject({ start: '2026-06-15T14:00:00+02:00', solar_kwh: 2.1 }));

  await flow.input('roof', { payload: roof(0, 0, 1, 2, 1, 1, 1, 1, 1) });
  await clock.advanceBy(59);
  await eventually(() => expect(told()).toMatchObject({ start: '2026-06-15T20:00:00+02:00', reason: 'planned' }));
  expect(told().solar_kwh).toBe(0);
});

// Promise P-166 use/sun-and-load: a battery is planned with the surplus too
it('a battery waits for the sun that is expected, and is charged within a minute of hearing at noon that it is half of that', async () => {
  const clock = manualClock(MORNING);
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config', site: 'home', prices: 'replay', broker: 'typed', brokerUrl: mosquitto.url },
    { id: 'roof', type: 'dayahead-forecast', kind: 'production', config: 'site', wires: [[]] },
    { id: 'house', type: 'dayahead-forecast', kind: 'consumption', config: 'site', wires: [[]] },
    {
      ...{ id: 'cellar', type: 'dayahead-battery', name: 'Cellar', config: 'site', wires: [[], []] },
      ...{ capacityKwh: '10', reserveSoc: '10', chargeKw: '5', dischargeKw: '5', efficiency: '90', wearPerKwh: '0' },
      ...{ fromGrid: true, toGrid: false },
    },
  ]);
  const said = (key: string) => heard.shown()[`${CELLAR}/${key}`];
  const soc = async (percent: string) => {
    await heard.send(`${CELLAR}/set/soc`, percent);
    await heard.until(`${CELLAR}/soc`, percent);
  };
  // 15 ct until 13:00, 20 ct until 20:00, then 40 ct, when the house takes 3 kW; what is fed in brings nothing.
  const total = (i: number) => (i < 5 ? 0.15 : i < 12 ? 0.2 : 0.4);
  const dear = prices.prices.map((price, i) => ({ ...price, total: total(i) }));
  await flow.input('cellar', { payload: { ...prices, prices: dear } });
  await flow.input('roof', { payload: roof(0, 0, 1, 2, 3, 4, 5, 4, 2, 0) });
  await flow.input('house', { payload: roof(...prices.prices.map((_, i) => (i < 12 ? 0.4 : 3))) });
  await eventually(() => expect(said('override')).toBe('auto'));
  await soc('20');
  await eventually(() => expect(said('mode')).toBe('normal'));

  await clock.advanceTo(MORNING + 4 * HOUR - 300);
  await soc('21');
  await clock.advanceBy(300);
  await eventually(() => expect(said('reason')).toBe('planned'));
  const before = [said('mode'), said('plan')];
  await flow.input('roof', { payload: roof(0, 0, 1, 2, 1.5, 2, 2.5, 2, 1, 0) });
  await clock.advanceBy(59);
  await eventually(() => expect([before[0], said('mode')]).toEqual(['normal', 'charge']));
  expect(said('plan')).not.toBe(before[1]);
  expect(Number(said('power'))).toBeGreaterThan(1.5);
});
