import { EventEmitter } from 'node:events';
import type { Instant } from '../../../src/core/time.ts';
import type { Message, Reply } from '../../../src/mqtt/connection.ts';
import type { Outlet } from '../../../src/mqtt/publisher.ts';
import type { Clock } from '../../../src/runtime/clock.ts';

/** A broker in this process that keeps time by a clock of the test, with the only connection to it. */
export interface RetainingBroker {
  readonly connection: Outlet;
  connect(): void;
  disconnect(): void;
  /** The process behind the connection is dead. */
  hangUp(): void;
  /** Starts again with nothing that it kept. */
  forget(): void;
  /** Every message since the last call. */
  heard(): {
    readonly at: Instant;
    readonly topic: string;
    readonly payload: string;
    readonly retained: boolean;
  }[];
  /** What a new subscriber is told now, by topic. */
  retained(): Record<string, string>;
}

/** @param root of the site that is connected. */
export function retainingBroker(clock: Pick<Clock, 'now'>, root: string): RetainingBroker {
  const kept = new Map<string, { readonly payload: string; readonly until: Instant }>();
  const heard: ReturnType<RetainingBroker['heard']> = [];
  const connection = Object.assign(new EventEmitter(), {
    connected: false,
    version: 5 as const,
    receiveMaximum: 1000,
    start: () => undefined,
    stop: async () => undefined,
    publish(message: Message, done: Done) {
      const { payload, expiry = Number.POSITIVE_INFINITY, retain } = message;
      const topic = topicOf(message, root);
      heard.push({ at: clock.now(), topic, payload, retained: retain !== false });
      if (retain !== false && payload === '') kept.delete(topic);
      else if (retain !== false) kept.set(topic, { payload, until: clock.now() + expiry });
      done('taken');
    },
  });
  return {
    connection,
    connect() {
      connection.connected = true;
      connection.emit('connected');
    },
    disconnect() {
      connection.connected = false;
    },
    hangUp() {
      connection.connected = false;
      connection.removeAllListeners();
    },
    forget: () => kept.clear(),
    heard: () => heard.splice(0),
    retained: () =>
      Object.fromEntries(
        [...kept].flatMap(([topic, { payload, until }]) => (clock.now() < until ? [[topic, payload]] : [])),
      ),
  };
}

/** The whole topic of a message of a site that is at `root`. */
export const topicOf = ({ topic, outside }: Pick<Message, 'topic' | 'outside'>, root: string): string =>
  outside ? topic : `${root}/${topic}`;

type Done = (answer: Reply) => void;
