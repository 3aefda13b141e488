import { EventEmitter } from 'node:events';
import type { Message, Reply } from '../../../../src/mqtt/connection.ts';
import type { Outlet } from '../../../../src/mqtt/publisher.ts';
import { topicOf } from '../../mqtt/retaining-broker.ts';
import type { LeftBroker } from './broker.ts';

/** The broker that the site had before. */
export interface FormerBroker {
  /** A connection of a site that is at `root`. */
  open(root: string): Outlet;
  /** Topics that it still keeps, and those beside them by which something is still on. */
  left(): readonly string[];
}

/** @param isThere whoever comes is let in. */
export function formerBroker({ broker, lastHeard }: LeftBroker, isThere: boolean): FormerBroker {
  return {
    open(root) {
      const connection = Object.assign(new EventEmitter(), {
        ...{ connected: false, version: 5 as const, receiveMaximum: 1000 },
        start() {
          connection.connected = isThere;
          if (isThere) connection.emit('connected');
        },
        stop: async () => undefined,
        publish(message: Message, done: (answer: Reply) => void) {
          const topic = topicOf(message, root);
          if (message.retain === false) lastHeard.set(topic, message.payload);
          broker.connection.publish({ ...message, topic, outside: true }, done);
        },
      });
      return connection;
    },
    left: () => [
      ...Object.keys(broker.retained()),
      ...[...lastHeard].flatMap(([topic, payload]) => (payload === 'on' ? [topic] : [])),
    ],
  };
}
