import { afterEach, describe, expect, it } from 'vitest';
import { probeBroker } from '../../../src/runtime/editor/probe.ts';
import { startScriptedBroker } from '../../support/mqtt/scripted-broker.ts';

const CONNECT = 1;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The fault that the dialog shows when a broker refuses CONNECT of MQTT 5 with this reason code. */
async function faultFor(reason: number): Promise<unknown> {
  const broker = await startScriptedBroker({ [CONNECT]: () => [0x20, 3, 0, reason, 0] });
  stops.push(broker.stop);
  const found = await probeBroker({ url: broker.url, clientId: 'dayahead-home' });
  return 'fault' in found ? found.fault.code : found;
}

describe('a broker that refuses', () => {
  it.each([
    ...[4, 5, 134, 135, 138, 140].map((reason) => [reason, 'broker-credentials'] as const),
    ...[3, 136, 137, 151].map((reason) => [reason, 'broker-busy'] as const),
    ...[128, 133, 144].map((reason) => [reason, 'no-broker'] as const),
  ])('for the reason %i is told as %s', async (reason, code) => {
    expect(await faultFor(reason)).toBe(code);
  });
});
