import { afterEach, describe, expect, it } from 'vitest';
import type { Publication } from '../../src/mqtt/topics.ts';
import { publication } from '../../src/mqtt/topics.ts';
import { eventually } from '../support/eventually.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { houseOn, ROOT } from '../support/mqtt/mqtt-house.ts';
import { startMqttProxy } from '../support/mqtt/mqtt-proxy.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A house on a real broker whose publications are all sent in one go, with what it told and how often it was lost. */
async function house({ lines = [] as string[], on311 = false } = {}) {
  const broker = await startMosquitto(...lines);
  cleanups.push(broker.stop);
  const line = await startMqttProxy(broker.port, { hangsUpOn5: on311 });
  cleanups.push(line.close);
  const heard = await subscribe(broker.url);
  cleanups.push(heard.close);
  const { publisher, connection, start } = houseOn(line.url);
  cleanups.push(() => publisher.stop({ removed: false }));
  const told: string[] = [];
  let losses = 0;
  connection.on('failed', (text) => told.push(text));
  connection.on('disconnected', () => losses++);
  publisher.onHungUp = ({ topic }) => told.push(`hung up on ${topic}`);
  await start();
  await heard.until(`${ROOT}/status`, 'online');
  const state = `${ROOT}/window/boiler/state`;
  return { publisher, told, heard, state, losses: () => losses };
}

const switches = (topic: string): Publication => ({ topic, payload: 'ON', retain: false, outside: true });

describe('beside a publication that cannot be sent, another is sent all the same', () => {
  it.each<[string, Publication, string[]]>([
    ['that would expire in the year 9999', publication('window/car/ready_by', 'x', 253_402_300_740), []],
    [
      'with a tab in its topic',
      switches('cmnd/\tboiler'),
      [expect.stringContaining('"cmnd/\\tboiler" is not published')],
    ],
    ['with U+FFFE in its topic', switches('cmnd/\uFFFE'), [expect.stringContaining('is not published')]],
    ['with NUL in its topic', switches('cmnd/\0'), [expect.stringContaining('"cmnd/\\u0000" is not published')]],
    ['with half of a pair in its topic', switches('cmnd/\uD800'), [expect.stringContaining('is not published')]],
    ['with a wildcard in its topic', switches('cmnd/+'), [expect.stringContaining('is not published')]],
    ['with 201 levels', switches('a/'.repeat(200)), [expect.stringContaining('is not published')]],
    ['with 70,000 letters', publication('w'.repeat(70_000), 'ON'), [expect.stringContaining('is not published')]],
  ])('%s', async (_, unsendable, expected) => {
    const { publisher, told, heard, state, losses } = await house();
    publisher.set([unsendable, publication('window/boiler/state', 'ON')]);
    await heard.until(state, 'ON');
    publisher.set([{ ...unsendable, payload: 'OFF' }, publication('window/boiler/state', 'OFF')]);
    await heard.until(state, 'OFF');
    expect(told).toEqual(expected);
    expect(losses()).toBe(0);
  });

  // Promise P-025 integrate/mqtt: a message that is too long causes one warning; the others are sent
  it('too long for what the broker said that it takes', async () => {
    const { publisher, told, heard, state } = await house({ lines: ['max_packet_size 2000'] });
    publisher.set([publication('price/series', 'x'.repeat(3000)), publication('window/boiler/state', 'ON')]);
    await heard.until(state, 'ON');
    expect(told).toEqual(['"dayahead/home/price/series" is not published: 3041 bytes, the broker takes 2000']);
  });

  it('too long for a broker on 3.1.1, which hangs up without a word', async () => {
    const { publisher, told, heard, state, losses } = await house({ lines: ['max_packet_size 2000'], on311: true });
    publisher.set([publication('price/series', 'x'.repeat(3000)), publication('window/boiler/state', 'ON')]);
    await heard.until(state, 'ON');
    await eventually(() => expect(told).toContain('hung up on price/series'));
    await heard.until(`${ROOT}/status`, 'online');
    publisher.set([publication('window/boiler/state', 'OFF')]);
    await heard.until(state, 'OFF');
    expect(told.filter((text) => text.includes('series'))).toHaveLength(1);
    expect(losses()).toBe(3);
  });
});
