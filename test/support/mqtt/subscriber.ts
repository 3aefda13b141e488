import { connectAsync, type IClientOptions } from 'mqtt';

interface Received {
  readonly topic: string;
  readonly payload: string;
  /** Sent because it was retained when the subscription began. */
  readonly retained: boolean;
  readonly qos: number;
  /** Seconds left, where the broker says so. */
  readonly expiry?: number | undefined;
}

/** A client that keeps everything it hears. */
export interface Subscriber {
  readonly received: readonly Received[];
  /** Everything heard on one topic, oldest first. */
  payloads(topic: string): string[];
  /** What a wall display would show: the last payload of each topic that is not cleared. */
  shown(): Record<string, string>;
  /** Resolves when the last payload on `topic` is `payload`. */
  until(topic: string, payload: string): Promise<void>;
  /** Resolves when everything the broker accepted before has been heard. */
  settled(): Promise<void>;
  /** Resolves when the broker has accepted it. */
  send(topic: string, payload: string, options?: { readonly retain: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Listens to everything on the broker. */
export async function subscribe(url: string, version: 4 | 5 = 5, more: IClientOptions = {}): Promise<Subscriber> {
  const client = await connectAsync(url, { protocolVersion: version, reconnectPeriod: 0, ...more }, false);
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  client.on('message', (topic, payload, { retain, qos, properties }) => {
    received.push({
      topic,
      payload: payload.toString(),
      retained: retain,
      qos,
      expiry: properties?.messageExpiryInterval,
    });
    for (const check of waiting) check();
  });
  await client.subscribeAsync('#', { qos: 1 });
  const payloads = (topic: string) =>
    received.filter((message) => message.topic === topic).map(({ payload }) => payload);
  const until = (topic: string, payload: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (payloads(topic).at(-1) !== payload) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  let fences = 0;
  return {
    received,
    payloads,
    shown: () => {
      const last = new Map(received.map(({ topic, payload }) => [topic, payload]));
      return Object.fromEntries([...last].filter(([, payload]) => payload !== ''));
    },
    until,
    settled: async () => {
      const mark = String(++fences);
      await client.publishAsync('fence', mark, { qos: 1 });
      await until('fence', mark);
      received.splice(
        received.findIndex(({ topic }) => topic === 'fence'),
        1,
      );
    },
    send: async (topic, payload, options) => {
      await client.publishAsync(topic, payload, { qos: 1, ...options });
    },
    close: () => client.endAsync(),
  };
}
