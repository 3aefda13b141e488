import { afterEach, expect, it } from 'vitest';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { houseOn, ROOT } from '../support/mqtt/mqtt-house.ts';
import { startRetainDroppingBroker } from '../support/mqtt/retain-dropping-broker.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';

const STATUS = `${ROOT}/status`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function running() {
  const mosquitto = await startMosquitto();
  cleanups.push(mosquitto.stop);
  const broker = await startRetainDroppingBroker(mosquitto.port);
  cleanups.push(broker.down);
  const house = houseOn(broker.url);
  cleanups.push(() => house.publisher.stop({ removed: false }));
  const told: string[] = [];
  house.connection.on('failed', (text) => told.push(text));
  await house.start();
  const heard = async () => {
    const subscriber = await subscribe(mosquitto.url);
    cleanups.push(subscriber.close);
    return subscriber;
  };
  const before = await heard();
  await before.until(STATUS, 'online');
  return { broker, house, heard, before, told };
}

// Promise P-034 integrate/mqtt: the death of a site is retained even where a will that waits is not
it('a broker that does not retain a will that waits retains our death all the same', async () => {
  const { broker, heard, before } = await running();
  broker.down();
  await before.until(STATUS, 'offline');
  const late = await heard();
  await late.settled();
  expect(late.received.find(({ topic }) => topic === STATUS)).toMatchObject({ payload: 'offline', retained: true });
});

it('it is greeted once with a will that waits, and from then on with one that does not; nobody is told', async () => {
  const { broker, house, told } = await running();
  expect(house.connection.version).toBe(5);
  expect(broker.delays).toEqual([true, false]);
  expect(told).toEqual([]);
});
