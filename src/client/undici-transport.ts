import { Agent, fetch } from 'undici';
import type { Transport } from './transport.ts';

/** Connections of our own: the agent that all of a process shares may be of another version of undici. */
export function undiciTransport(): Transport {
  const dispatcher = new Agent();
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}
