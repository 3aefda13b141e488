import { expect, it } from 'vitest';
import { meetAllLengths, packetWriter } from '../../src/mqtt/packet-lengths.ts';

/** The block of memory that the bytes of a packet's length are cut from. */
function blockOf(payloadLength: number): ArrayBufferLike {
  const [, length = expect.unreachable()] = written(payloadLength);
  return length.buffer;
}

function written(payloadLength: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const stream = { write: (piece: Uint8Array) => pieces.push(piece) > 0 };
  const payload = Buffer.alloc(payloadLength);
  packetWriter()?.({ cmd: 'publish', topic: 'a', payload, qos: 0, dup: false, retain: false }, stream);
  return pieces;
}

it('five hundred lengths of packets, met over the years, hold a handful of blocks of memory', () => {
  meetAllLengths();
  const blocks = new Set<ArrayBufferLike>();
  for (let length = 0; length < 16_000; length += 32) {
    blocks.add(blockOf(length));
    // What else goes on in a year.
    for (let i = 0; i < 100; i++) Buffer.allocUnsafe(2000);
  }
  expect(blocks.size).toBeLessThan(20);
});
