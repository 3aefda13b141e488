import type { Guest } from '../../../../src/mqtt/retained/guest.ts';
import type { LeftBroker } from './broker.ts';

/** A broker as short connections beside that of the site find it. */
export interface FormerBroker {
  /** Rejects where the broker cannot be reached. */
  enter(): Promise<Guest>;
  /** Topics that it still keeps, and those beside them by which something is still on. */
  left(): readonly string[];
}

/** @param isThere whoever comes is let in. */
export function formerBroker({ broker, lastHeard }: LeftBroker, isThere: boolean): FormerBroker {
  const guest: Guest = {
    lost: new Promise(() => {}),
    async subscribe(topics, hear) {
      const retained = broker.retained();
      for (const topic of topics) {
        const payload = retained[topic];
        if (payload !== undefined) hear({ topic, payload, retain: true });
      }
    },
    publish: ({ topic, payload, retain }) =>
      new Promise((resolve) => {
        if (!retain) lastHeard.set(topic, payload);
        broker.connection.publish({ topic, payload, retain, outside: true }, () => resolve(true));
      }),
    close: async () => undefined,
  };
  return {
    async enter() {
      if (!isThere) throw new Error('nobody is there');
      return guest;
    },
    left: () => [
      ...Object.keys(broker.retained()),
      ...[...lastHeard].flatMap(([topic, payload]) => (payload === 'on' ? [topic] : [])),
    ],
  };
}
