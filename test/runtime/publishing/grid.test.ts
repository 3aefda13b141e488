import { afterEach, describe, expect, it } from 'vitest';
import { startBroker } from '../../../scripts/demo/broker.mts';
import { openBattery } from '../../../src/runtime/battery/open-battery.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { nights } from '../../support/device/one-car.ts';
import { at } from '../../support/device/one-device.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';

const ROOT = 'dayahead/home';
const CAR = `${ROOT}/battery/van`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A car that is charged from 20:00 on with all that it takes. */
async function running<Broker extends { readonly url: string; stop(): Promise<void> }>(
  startIt: () => Promise<Broker>,
  version: 4 | 5 = 5,
) {
  const broker = await startIt();
  const { url } = broker;
  cleanups.push(broker.stop);
  const user = await subscribe(url, version);
  cleanups.push(user.close);
  const clock = manualClock(at('2026-01-15 20:00'));
  const site = await createSite({
    clock,
    timeZone: 'Europe/Copenhagen',
    root: ROOT,
    broker: { url, clientId: 'home' },
  });
  const car = await openBattery({
    site,
    config: { kind: 'car', capacityKwh: 60, efficiency: 100 },
    owner: { id: 'n1', name: 'Van' },
    keeping: {},
    onNews: () => undefined,
    onState: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  site.start();
  cleanups.push(async () => {
    await car.close({ removed: false });
    await site.stop({ removed: false });
  });
  car.input(nights({ 20: 0.1 }, 36));
  await user.until(`${CAR}/reason`, 'no-soc');
  const command = async (topic: string, payload: string) => {
    await clock.advanceBy(2);
    await user.send(`${ROOT}/${topic}`, payload);
  };
  return { user, clock, command, car, broker };
}

const firstPayload = ({ payloads }: Subscriber, topic: string) =>
  eventually(() => payloads(topic)[0] ?? expect.unreachable(`nothing on ${topic}`));

describe.each([
  ['MQTT 5', 5, () => startMosquitto()],
  ['3.1.1', 4, () => startBroker(0)],
] as const)('on %s', (_, version, startIt) => {
  // Promise P-136 use/car: topics carry its state of charge and its needs
  // Promise P-327 integrate/topics: a car publishes what it refuses
  it('a car is told by topics what it has, and says with which current it is charged', async () => {
    const { user, command } = await running(startIt, version);
    await command('battery/van/set/soc', '70');
    await user.until(`${CAR}/amps`, '16');
    await command('battery/van/set/connected', 'OFF');
    await user.until(`${CAR}/mode`, 'hold');
    await user.until(`${CAR}/connected`, 'OFF');
    await command('battery/van/set/soc', '170');
    expect(JSON.parse(await firstPayload(user, `${CAR}/error`))).toMatchObject({
      key: 'soc',
      value: '170',
      allowed: 'a number from 0 to 100',
    });
  });

  // Promise P-138 use/dimming: a command by MQTT limits the site, and ends by itself
  // Promise P-325 integrate/topics: `grid/set/…` takes kW and an end, and reports refusals on `grid/error`
  it('a grid operator dims the site by a topic, and it ends by itself', async () => {
    const { user, clock, command } = await running(startIt, version);
    await command('battery/van/set/soc', '20');
    await user.until(`${CAR}/power`, '11.04');
    await command('grid/set/import_kw', '5');
    await user.until(`${CAR}/power`, '4.14');
    await user.until(`${ROOT}/grid/import_kw`, '5');
    await command('grid/set/import_until', '20');
    await user.until(`${ROOT}/grid/import_until`, '2026-01-15T19:20:06Z');
    await command('grid/set/import_kw', 'little');
    expect(JSON.parse(await firstPayload(user, `${ROOT}/grid/error`))).toMatchObject({
      ...{ key: 'import_kw', value: 'little', allowed: 'a number from 0 to 1000000' },
    });
    await clock.advanceTo(at('2026-01-15 20:21'));
    await user.until(`${ROOT}/grid/import_kw`, '');
    await user.until(`${CAR}/power`, '11.04');
  });
});

// Promise P-148 use/dimming: it continues while the broker is gone
it('an order of the grid operator goes on until its end while the broker is gone', async () => {
  const { user, clock, command, car, broker } = await running(startMosquitto);
  await command('battery/van/set/soc', '20');
  await command('grid/set/import_kw', '5');
  await user.until(`${CAR}/power`, '4.14');
  await command('grid/set/import_until', '60');
  await user.until(`${ROOT}/grid/import_until`, '2026-01-15T20:00:06Z');
  await broker.kill();
  const kws: number[] = [];
  for (const time of ['20:30', '21:00', '21:01']) {
    await clock.advanceTo(at(`2026-01-15 ${time}`));
    kws.push(car.input({ override: 'charge' }).order.chargeKw);
  }
  expect(kws).toEqual([4.14, 4.14, 11.04]);
});
