import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOptions } from '../../src/mqtt/broker.ts';
import { Connection } from '../../src/mqtt/connection.ts';
import { probeBroker } from '../../src/runtime/editor/probe.ts';
import { PlannerWorker } from '../../src/runtime/planners/planner-worker.ts';
import { startScriptedBroker } from '../support/mqtt/scripted-broker.ts';

const CONNECT = 1;
/** CONNACK of MQTT 5: unspecified error. */
const REFUSED = [0x20, 0x03, 0x00, 0x80, 0x00];

let broker: Awaited<ReturnType<typeof startScriptedBroker>>;
beforeEach(async () => {
  broker = await startScriptedBroker({ [CONNECT]: () => REFUSED });
});
afterEach(() => broker.stop());

/** The password is a word of the refusal, so that the error of the library repeats it. */
const signIn = { username: 'house', password: 'Unspecified' };
const shown = 'Connection refused: *** error';

describe('a password that a library repeats', () => {
  it('is in no problem of a connection', async () => {
    const connection = new Connection({ url: broker.url, clientId: 'dayahead-home', ...signIn }, 'dayahead/home');
    const failed = once(connection, 'failed');
    connection.start();
    expect(await failed).toEqual([shown]);
    await connection.stop({ removed: false });
  });

  it('is in nothing that a planner tells', async () => {
    const plan = async () => ({ text: '', refused: false });
    const planner = new PlannerWorker({ broker: { url: broker.url, ...signIn }, root: 'dayahead', plan });
    const told = once(planner, 'told');
    planner.start();
    expect(await told).toEqual([shown]);
    await planner.stop();
  });

  it('is in no answer of the test of a broker', async () => {
    const found = await probeBroker({ url: broker.url, clientId: 'dayahead-home', ...signIn });
    expect(found).toEqual({ ok: false, fault: { code: 'no-broker', detail: shown } });
  });

  it.each(['mqtt://me:secret@h', 'mqtt://me@h', 'mqtt://:secret@h', 'mqtt://me:12/secret@h', 'ftp://h/secret'])(
    'is in no refusal of the address %s',
    (url) => {
      const settings = { url, clientId: 'dayahead-home' };
      expect(() => clientOptions(settings, 5, 'status')).toThrow(
        /^broker address: mqtt:\/\/, .* without a user name or password$/,
      );
    },
  );

  it('is in no refusal of one that is too long', () => {
    const settings = { url: 'mqtt://h', clientId: 'dayahead-home', username: 'me', password: 'secret'.repeat(11_000) };
    expect(() => clientOptions(settings, 5, 'status')).toThrow(/^broker password: at most 65,535 bytes$/);
  });
});
