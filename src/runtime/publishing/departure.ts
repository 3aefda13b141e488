import { once } from 'node:events';
import type { BrokerSettings } from '../../mqtt/broker.ts';
import { Connection } from '../../mqtt/connection.ts';
import { Publisher } from '../../mqtt/publisher.ts';
import { createRetainedTopics } from '../../mqtt/retained/retained.ts';
import type { Clock } from '../clock.ts';
import type { Left } from './retained-before.ts';

export interface Departure {
  readonly left: Left;
  /** The keys to that broker. */
  readonly broker: BrokerSettings;
  readonly clock: Pick<Clock, 'now'>;
  /** Tells whether another site says a user's own topic there by now. */
  readonly isTaken: (topic: string) => boolean;
}

/** Milliseconds that a broker has for letting us in. */
const PATIENCE_MS = 5000;

/**
 * Lets go of what was told to be on, and clears the rest, on a broker that is the site's no more. False where that could
 * not be reached.
 */
export async function leaveBroker({ left, broker, clock, isTaken }: Departure): Promise<boolean> {
  const connection = new Connection(broker, left.root);
  const publisher = new Publisher(connection, clock.now);
  const retained = createRetainedTopics(
    publisher,
    left,
    () => undefined,
    (key) => key.startsWith('/') && isTaken(key.slice(1)),
  );
  const connecting = once(connection, 'connected');
  publisher.start();
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  await Promise.race([connecting, late]);
  const { connected } = connection;
  const held = [...left.holds.values()].map(({ owner }) => owner);
  for (const owner of new Set([...left.topics.values(), ...held])) retained.silence(owner);
  await publisher.stop({ removed: true });
  return connected;
}
