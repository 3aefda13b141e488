import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryBroker } from '../../src/mqtt/trial.ts';
import { type Mosquitto, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startScriptedBroker } from '../support/mqtt/scripted-broker.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';

const CONNECT = 1;
const DISCONNECT = 14;
const versionOf = (packet: Buffer) => packet.readUInt8(8);

describe('trying a broker', () => {
  let mosquitto: Mosquitto;
  beforeAll(async () => {
    mosquitto = await startMosquitto();
  });
  afterAll(() => mosquitto.stop());

  it('speaks MQTT 5 and leaves nothing behind', async () => {
    const subscriber = await subscribe(mosquitto.url);
    expect(await tryBroker({ url: mosquitto.url, clientId: 'dayahead_site' })).toBe(5);
    await subscriber.settled();
    expect(subscriber.received.filter(({ topic }) => !topic.startsWith('$SYS'))).toEqual([]);
    await subscriber.close();
  });

  it('falls back to 3.1.1, and never goes by the name of the site', async () => {
    const names: string[] = [];
    const broker = await startScriptedBroker({
      [CONNECT]: (packet) => {
        names.push(packet.toString());
        return versionOf(packet) === 5 ? [0x20, 2, 0, 1] : [0x20, 2, 0, 0];
      },
      [DISCONNECT]: () => [],
    });
    expect(await tryBroker({ url: broker.url, clientId: 'dayahead_site' })).toBe(4);
    broker.stop();
    expect(names).toHaveLength(2);
    expect(names.filter((name) => name.includes('dayahead_site'))).toEqual([]);
  });
});
