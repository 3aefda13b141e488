/** Loaded into a server before its own code: tells whoever asks over its channel what its answers have cost since it was asked last. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { processorMs } from '../harness/processor-clock.mts';
import { quantile } from '../harness/ratio.mts';

/** Milliseconds that the processor has worked for the server's thread. */
export interface Told {
  readonly each: number;
  /** From one answer to the next on a connection, within which 99 of 100 are: what a client waits that asks again at once. */
  readonly p99: number;
}

const answeredAt = new WeakMap<Socket, number>();
let begun = processorMs();
let waits: number[] = [];

subscribe('http.server.response.finish', (message) => {
  const { socket } = (message as { readonly request: IncomingMessage }).request;
  const now = processorMs();
  waits.push(now - (answeredAt.get(socket) ?? Number.NaN));
  answeredAt.set(socket, now);
});

process.on('message', () => {
  const now = processorMs();
  const known = waits.filter((wait) => !Number.isNaN(wait));
  process.send?.({ each: (now - begun) / waits.length, p99: quantile(known, 0.99) } satisfies Told);
  [begun, waits] = [now, []];
});
// To be asked is no reason to stay.
process.channel?.unref();
