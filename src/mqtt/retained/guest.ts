import { connect, type MqttClient } from 'mqtt';
import type { BrokerSettings, ProtocolVersion } from '../broker.ts';
import { type Failure, refusesVersion } from '../failure.ts';
import { deliveryOn } from '../sendable.ts';
import { guestOptions } from '../trial.ts';

/** A message with its whole topic. */
interface GuestMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

/**
 * A short connection beside those of the sites. Its client id is random, so it never takes over another connection; it has
 * neither a last will nor a session.
 */
export interface Guest {
  /** Resolves when the broker has answered; no message arrives on a topic that it refuses. Rejects where the connection is lost. */
  subscribe(topics: readonly string[], hear: (message: GuestMessage) => void): Promise<void>;
  /** Resolves with whether the broker has accepted the message. Rejects where the connection is lost. */
  publish(message: GuestMessage): Promise<boolean>;
  /** Rejects when the connection is lost, and never resolves. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

const CLOSE_MS = 2000;

/**
 * Connects on MQTT 5 where the broker speaks it, else on 3.1.1. Rejects with a `Failure`.
 * @param signal ends the connection, or the attempt, at once.
 * @throws TypeError where the address is none.
 */
export async function openGuest(settings: BrokerSettings, signal: AbortSignal): Promise<Guest> {
  try {
    return await enter(settings, 5, signal);
  } catch (error) {
    if (signal.aborted || !refusesVersion(error as Failure)) throw error;
    return enter(settings, 4, signal);
  }
}

async function enter(settings: BrokerSettings, version: ProtocolVersion, signal: AbortSignal): Promise<Guest> {
  signal.throwIfAborted();
  const client = connect(guestOptions(settings, version));
  const lost = lossOf(client, signal);
  await Promise.race([new Promise<void>((resolve) => client.once('connect', () => resolve())), lost]);
  return {
    lost,
    async subscribe(topics, hear) {
      client.on('message', (topic, payload, { retain }) => hear({ topic, payload: payload.toString(), retain }));
      for (const topic of topics) await Promise.race([subscribed(client, topic), lost]);
    },
    publish: (message) => Promise.race([published(client, message), lost]),
    async close() {
      const guard = setTimeout(() => client.stream.destroy(), CLOSE_MS);
      client.end(!client.connected);
      await lost.catch(() => clearTimeout(guard));
    },
  };
}

/** Rejects when the client has closed, with the first failure where there was one. */
function lossOf(client: MqttClient, signal: AbortSignal): Promise<never> {
  let failure: Failure | undefined;
  const fail = (error: Failure) => {
    failure ??= error;
    client.end(true);
  };
  const abort = () => client.end(true);
  client.on('error', fail);
  client.stream.on('error', fail);
  signal.addEventListener('abort', abort);
  const lost = new Promise<never>((_, reject) => {
    client.once('close', () => {
      signal.removeEventListener('abort', abort);
      reject(failure ?? new Error('connection closed'));
    });
  });
  // Else a loss that no caller awaits would end the process.
  lost.catch(() => undefined);
  return lost;
}

const subscribed = (client: MqttClient, topic: string): Promise<void> =>
  new Promise((resolve) => {
    client.subscribe(topic, { qos: 1 }, (error, _granted, answer) => {
      if (!error || answer) resolve();
    });
  });

/** An error without a reason code means that the connection is lost, which `lost` reports. */
const published = (client: MqttClient, { topic, payload, retain }: GuestMessage): Promise<boolean> =>
  new Promise((resolve) => {
    client.publish(topic, payload, deliveryOn(client, retain), (error) => {
      if (!error || 'code' in error) resolve(!error);
    });
  });
