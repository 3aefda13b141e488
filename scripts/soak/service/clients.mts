import { Agent, get } from 'node:http';

/** What one account was told by the services, as its clients have it. */
export interface Told {
  readonly token: string;
  /** Requests that were answered, but for those with 503. */
  answered: number;
  /** Requests with 503 or with no answer: each may have counted, once. */
  doubtful: number;
  /** The things that it got. */
  readonly things: Set<string>;
}

/** A question of an account: its status, or nothing where the connection broke. */
export interface Questions {
  ask(url: string, told: Told, thing: string, address: string): Promise<number | undefined>;
  close(): void;
}

const QUIET_MS = 30_000;

/** Questions over connections that are kept. */
export function openQuestions(): Questions {
  const agent = new Agent({ keepAlive: true });
  const statusOf = (url: string, told: Told, thing: string, address: string) =>
    new Promise<number | undefined>((resolve) => {
      const headers = { authorization: `Bearer ${told.token}`, 'x-forwarded-for': address };
      const request = get(`${url}/v2/${thing}/grid/companies`, { agent, headers, timeout: QUIET_MS }, (answer) => {
        answer
          .resume()
          .on('end', () => resolve(answer.statusCode))
          .on('error', () => resolve(undefined));
      });
      request.on('timeout', () => request.destroy()).on('error', () => resolve(undefined));
    });
  return {
    async ask(url, told, thing, address) {
      const status = await statusOf(url, told, thing, address);
      if (status === undefined || status === 503) told.doubtful++;
      else told.answered++;
      if (status === 200) told.things.add(thing.toUpperCase());
      return status;
    },
    close: () => agent.destroy(),
  };
}
