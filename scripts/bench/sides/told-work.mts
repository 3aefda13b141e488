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
let answers = 0;
let waits: number[] = [];

subscribe('http.server.response.finish', (message) => {
  const { socket } = (message as { readonly request: IncomingMessage }).request;
  const now = processorMs();
  const last = answeredAt.get(socket);
  if (last !== undefined) waits.push(now - last);
  answeredAt.set(socket, now);
  answers++;
});

process.on('message', () => {
  const now = processorMs();
  process.send?.({ each: (now - begun) / answers, p99: quantile(waits, 0.99) } satisfies Told);
  [begun, answers, waits] = [now, 0, []];
});
// To be asked is no reason to stay.
process.channel?.unref();
