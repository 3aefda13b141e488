import { createRequire } from 'node:module';
import type { Packet } from 'mqtt';

type Write = (packet: Packet, stream: { write(bytes: Uint8Array): boolean }) => unknown;

/** Lengths that mqtt-packet keeps the bytes of, once it has met them. */
const LENGTHS = 2 ** 14;
/** The topic `a` and its own length. */
const HEAD = 3;

let areKept = false;

/**
 * Has mqtt-packet meet all lengths of packets at once. Each holds on to the block of memory that its bytes were cut from: met
 * one by one, through the years, that is 64 kB for every new length; met in turn they share a few.
 */
export function meetAllLengths(): void {
  if (areKept) return;
  areKept = true;
  const write = packetWriter();
  if (!write) return;
  const bytes = Buffer.alloc(LENGTHS);
  const nowhere = { write: () => true };
  for (let length = HEAD; length < LENGTHS; length++) {
    const payload = bytes.subarray(0, length - HEAD);
    write({ cmd: 'publish', topic: 'a', payload, qos: 0, dup: false, retain: false }, nowhere);
  }
}

/** What the library of the connection writes its packets by, which it does not show. Where it is not found, all that is lost is memory. */
export function packetWriter(): Write | undefined {
  try {
    const mqtt = createRequire(__filename).resolve('mqtt');
    return createRequire(mqtt)('mqtt-packet').writeToStream;
  } catch {
    return undefined;
  }
}
