import { Socket } from 'node:net';
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

/** Below it lie the topics that subscribers send marks to themselves on; no subscriber keeps any. */
const FENCES = 'fence/';

/** Listens to everything on the broker. What the broker had retained has been received when it resolves. */
export async function subscribe(url: string, version: 4 | 5 = 5, more: IClientOptions = {}): Promise<Subscriber> {
  const client = await connectAsync(url, { protocolVersion: version, reconnectPeriod: 0, ...more }, false);
  // Else a small packet waits 40 ms for the acknowledgement of the last one.
  if (client.stream instanceof Socket) client.stream.setNoDelay(true);
  const fence = `${FENCES}${client.options.clientId}`;
  let lastMark = '';
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  client.on('message', (topic, payload, { retain, qos, properties }) => {
    if (topic === fence) lastMark = payload.toString();
    else if (!topic.startsWith(FENCES))
      received.push({
        topic,
        payload: payload.toString(),
        retained: retain,
        qos,
        expiry: properties?.messageExpiryInterval,
      });
    for (const check of waiting) check();
  });
  const untilTrue = (isTrue: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isTrue()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  // The mark is retained last: aedes sends what is retained beside what is published, but in order.
  await client.publishAsync(fence, 'retained', { qos: 1, retain: true });
  await client.subscribeAsync('#', { qos: 1 });
  await untilTrue(() => lastMark === 'retained');
  await client.publishAsync(fence, '', { qos: 1, retain: true });
  const payloads = (topic: string) =>
    received.filter((message) => message.topic === topic).map(({ payload }) => payload);
  let marks = 0;
  return {
    received,
    payloads,
    shown: () => {
      const last = new Map(received.map(({ topic, payload }) => [topic, payload]));
      return Object.fromEntries([...last].filter(([, payload]) => payload !== ''));
    },
    until: (topic, payload) => untilTrue(() => payloads(topic).at(-1) === payload),
    settled: async () => {
      const mark = String(++marks);
      await client.publishAsync(fence, mark, { qos: 1 });
      await untilTrue(() => lastMark === mark);
    },
    send: async (topic, payload, options) => {
      await client.publishAsync(topic, payload, { qos: 1, ...options });
    },
    close: () => client.endAsync(),
  };
}
