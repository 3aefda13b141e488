import { randomUUID } from 'node:crypto';
import { connect, type IClientOptions } from 'mqtt';
import { type BrokerSettings, clientOptions, type ProtocolVersion } from './broker.ts';
import { type Failure, refusesVersion } from './failure.ts';

const PATIENCE_MS = 8000;

/**
 * Greets a broker and leaves, on MQTT 5 where it speaks it, else on 3.1.1. Nothing is published, subscribed or left
 * behind. Resolves with the version; rejects with a `Failure` whose text may hold what a library repeats.
 * @throws TypeError where the address is none.
 */
export async function tryBroker(settings: BrokerSettings): Promise<ProtocolVersion> {
  try {
    return await greet(settings, 5);
  } catch (error) {
    if (!refusesVersion(error as Failure)) throw error;
    return greet(settings, 4);
  }
}

/** True where the broker now answers a greeting in MQTT 5. */
export const speaks5 = (settings: BrokerSettings): Promise<boolean> =>
  greet(settings, 5).then(
    () => true,
    () => false,
  );

async function greet(settings: BrokerSettings, version: ProtocolVersion): Promise<ProtocolVersion> {
  const client = connect(guestOptions(settings, version));
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('error', reject);
      client.stream.once('error', reject);
      client.once('close', () => reject(new Error('the connection was closed without a greeting')));
    });
    return version;
  } finally {
    client.end(true);
    await closed;
  }
}

/** A random client id and no last will: the connections of the sites, which may be running, are not disturbed. */
export function guestOptions(settings: BrokerSettings, version: ProtocolVersion): IClientOptions {
  const { will: _will, properties: _session, ...options } = clientOptions(settings, version, '');
  return { ...options, clientId: `dayahead_${randomUUID().slice(0, 8)}`, clean: true, connectTimeout: PATIENCE_MS };
}
