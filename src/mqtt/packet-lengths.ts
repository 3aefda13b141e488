import { type Packet, writeToStream } from 'mqtt-packet';

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
  const bytes = Buffer.alloc(LENGTHS);
  const nowhere = { write: () => true } as unknown as NodeJS.WritableStream;
  for (let length = HEAD; length < LENGTHS; length++) {
    const packet = { cmd: 'publish', topic: 'a', payload: bytes.subarray(0, length - HEAD), qos: 0 } as Packet;
    writeToStream(packet, nowhere);
  }
}
