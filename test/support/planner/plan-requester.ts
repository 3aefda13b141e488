import { connectAsync, type IClientPublishOptions } from 'mqtt';

/** A client that asks planners, and keeps every answer by the correlation data of its request. */
export interface PlanRequester {
  /** Every answer, the oldest first. */
  readonly answers: readonly { readonly to: string; readonly payload: string }[];
  /** Resolves when the broker has the request. */
  ask(to: string, question: unknown, more?: IClientPublishOptions, topic?: string): Promise<void>;
  /** Publishes a request as it stands. */
  publish(question: string, properties: IClientPublishOptions['properties']): Promise<void>;
  /** Resolves with the first answer to each of the requests. */
  answered(...to: string[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function planRequester(url: string, root = 'dayahead'): Promise<PlanRequester> {
  const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0, keepalive: 0 });
  const responseTopic = `${root}/answers/${client.options.clientId}`;
  const answers: { readonly to: string; readonly payload: string }[] = [];
  const waiting = new Set<() => void>();
  client.on('message', (_topic, payload, { properties }) => {
    answers.push({ to: String(properties?.correlationData), payload: payload.toString() });
    for (const check of waiting) check();
  });
  await client.subscribeAsync(responseTopic, { qos: 1 });
  const answerTo = (to: string) => answers.find((answer) => answer.to === to)?.payload;
  return {
    answers,
    ask: async (to, question, more, topic = `${root}/home/plan/request`) => {
      const properties = { responseTopic, correlationData: Buffer.from(to), ...more?.properties };
      const payload = typeof question === 'string' ? question : JSON.stringify(question);
      await client.publishAsync(topic, payload, { qos: 1, ...more, properties });
    },
    publish: async (question, properties = {}) => {
      await client.publishAsync(`${root}/home/plan/request`, question, { qos: 1, properties });
    },
    answered: (...to) =>
      new Promise((resolve) => {
        const check = () => {
          const got = to.flatMap((each) => answerTo(each) ?? []);
          if (got.length < to.length) return;
          waiting.delete(check);
          resolve(got);
        };
        waiting.add(check);
        check();
      }),
    close: () => client.endAsync(),
  };
}
