import { EventEmitter } from 'node:events';
import { connect, type IPublishPacket, type MqttClient } from 'mqtt';
import { type BrokerSettings, clientOptions } from '../broker.ts';
import type { Failure } from '../failure.ts';
import { meetAllLengths } from '../packet-lengths.ts';
import { unsendable } from '../sendable.ts';
import { GONE, SESSION_EXPIRY } from './members.ts';

/** A message that the broker waits to see acknowledged. */
export interface Delivery {
  readonly packet: IPublishPacket;
  /** The broker need not deliver it again. */
  settle(): void;
}

/** A message as a session sends it; `expiry` in seconds. */
interface Sent {
  readonly topic: string;
  readonly payload: string;
  readonly retain?: true;
  readonly expiry?: number;
  readonly correlationData?: Buffer;
}

interface SessionEvents {
  /** The broker has let it in; `resumed` where it had kept the session. */
  welcome: [resumed: boolean];
  delivery: [delivery: Delivery];
  /** Nothing is left to settle. */
  idle: [];
  closed: [failure: Failure | undefined];
}

/** Requests that a worker holds at a time; the broker holds what is more. */
export const MOST_HELD_REQUESTS = 4;
/** Bytes of a packet, many times those of a house. */
const LARGEST_PACKET = 1 << 20;
const STOP_MS = 2000;
/** MQTT 5: `Disconnect with Will Message`. */
const WITH_WILL = 4;

/**
 * One connection in a session that outlives it, on MQTT 5: what is delivered stays the broker's until it is settled, and it
 * delivers no more than a worker holds. A session of one's own has a last will that says that its owner has gone; one that
 * another has left behind has none.
 */
export class Session extends EventEmitter<SessionEvents> {
  readonly #settings: BrokerSettings;
  readonly #willTopic: string | undefined;
  #client: MqttClient | undefined;
  /** Calls those who wait for an answer of the broker's. */
  readonly #waiting = new Set<() => void>();
  #unsettled: { readonly messageId: number; settled: boolean }[] = [];

  constructor(settings: BrokerSettings, willTopic?: string) {
    super();
    this.#settings = settings;
    this.#willTopic = willTopic;
  }

  get id(): string {
    return this.#settings.clientId;
  }

  get isOpen(): boolean {
    return this.#client?.connected === true;
  }

  get isIdle(): boolean {
    return this.#unsettled.length === 0;
  }

  /** False where the broker says that no subscription is shared among clients. */
  get sharesSubscriptions(): boolean {
    return this.#client?.serverProperties?.sharedSubscriptionAvailable !== false;
  }

  /** @throws TypeError where the address is none. */
  start(): void {
    const topic = this.#willTopic;
    const { will: _will, ...options } = clientOptions(this.#settings, 5, '');
    const will = { qos: 1, retain: true, properties: { messageExpiryInterval: SESSION_EXPIRY } } as const;
    meetAllLengths();
    const client = connect({
      ...options,
      clean: topic !== undefined,
      properties: {
        sessionExpiryInterval: SESSION_EXPIRY,
        receiveMaximum: MOST_HELD_REQUESTS,
        maximumPacketSize: LARGEST_PACKET,
      },
      ...(topic !== undefined && { will: { ...will, topic, payload: Buffer.from(GONE) } }),
    });
    this.#client = client;
    this.#follow(client);
  }

  subscribe(topic: string, qos: 0 | 1): Promise<void> {
    return this.#asked((client, done) => client.subscribe(topic, { qos }, done));
  }

  unsubscribe(...topics: string[]): Promise<void> {
    return this.#asked((client, done) => client.unsubscribe(topics, done));
  }

  /** Resolves when the broker has it. Rejects where it refuses it, and where it cannot be sent. */
  publish({ topic, payload, retain, expiry, correlationData }: Sent): Promise<void> {
    const properties = {
      ...(expiry !== undefined && { messageExpiryInterval: expiry }),
      ...(correlationData && { correlationData }),
    };
    return this.#asked((client, done) => {
      const reason = unsendable(topic, payload, client.serverProperties?.maximumPacketSize);
      if (reason !== undefined) done(new Error(reason));
      else client.publish(topic, payload, { qos: 1, retain: retain === true, properties }, done);
    });
  }

  /** Resolves with the broker's answer; rejects also where it is lost before. */
  #asked(ask: (client: MqttClient, done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: Error | null) => {
        this.#waiting.delete(lose);
        if (error) reject(error);
        else resolve();
      };
      const lose = () => done(new Error('the connection is lost'));
      this.#waiting.add(lose);
      if (this.#client) ask(this.#client, done);
      else lose();
    });
  }

  /** Leaves what is not settled to others, or nothing that could be resumed. */
  async end(to: 'others' | 'nobody'): Promise<void> {
    const client = this.#client;
    if (!client) return;
    const closed = new Promise<void>((resolve) => client.once('close', resolve));
    const last = to === 'others' ? { reasonCode: WITH_WILL } : { properties: { sessionExpiryInterval: 0 } };
    const guard = setTimeout(() => client.stream.destroy(), STOP_MS);
    client.end(!client.connected, last);
    await closed;
    clearTimeout(guard);
  }

  #follow(client: MqttClient): void {
    let failure: Failure | undefined;
    const fail = (error: Failure) => {
      failure ??= error;
      client.end(true);
    };
    client.on('error', fail);
    client.stream.on('error', fail);
    client.once('connect', ({ sessionPresent }) => this.emit('welcome', sessionPresent));
    client.once('close', () => {
      this.#client = undefined;
      this.#unsettled = [];
      for (const lose of this.#waiting) lose();
      this.emit('closed', failure);
    });
    // mqtt.js acknowledges, in its turn, what was handled without an error; the rest is acknowledged when it is settled.
    client.handleMessage = (packet, handled) => {
      if (packet.cmd === 'publish') this.#deliver(packet);
      handled(new Error('to be settled'));
    };
  }

  #deliver(packet: IPublishPacket): void {
    const entry = { messageId: packet.messageId ?? 0, settled: false };
    if (packet.qos > 0) this.#unsettled.push(entry);
    const settle = () => {
      entry.settled = true;
      this.#acknowledge();
    };
    this.emit('delivery', { packet, settle });
  }

  /** MQTT wants acknowledgements in the order of the messages. */
  #acknowledge(): void {
    const waiting = this.#unsettled.findIndex(({ settled }) => !settled);
    const settled = this.#unsettled.splice(0, waiting < 0 ? this.#unsettled.length : waiting);
    for (const { messageId } of settled)
      this.#client?.stream.write(Buffer.from([PUBACK, 2, messageId >> 8, messageId & 255]));
    if (settled.length > 0 && this.isIdle) this.emit('idle');
  }
}

const PUBACK = 0x40;
