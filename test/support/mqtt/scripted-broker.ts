import { createServer, type Socket } from 'node:net';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';

const DISCONNECT = 14;
/** CONNACK of MQTT 5. */
export const WELCOME = [0x20, 0x03, 0x00, 0x00, 0x00];
/** SUBACK of MQTT 5 for a SUBSCRIBE of one topic. */
export const subscribed = (packet: Buffer, reason = 0x01) => [0x90, 0x04, ...packet.subarray(2, 4), 0x00, reason];

/**
 * A broker that answers each kind of packet (the high half of its first byte) with the bytes it is told to.
 * @param maxBytes of a packet; the broker hangs up on a longer one.
 * @param onHangUp called when it has done so.
 */
export async function startScriptedBroker(
  answers: Readonly<Record<number, (packet: Buffer) => readonly number[]>>,
  { maxBytes = Number.POSITIVE_INFINITY, onHangUp = () => {} } = {},
): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (data) => {
      const { packets, begun, length } = packetsIn(Buffer.concat([rest, data]));
      rest = begun;
      for (const packet of packets) {
        if (packet.length > maxBytes) break;
        const kind = packet.readUInt8(0) >> 4;
        const bytes = answers[kind]?.(packet);
        if (bytes) socket.write(Uint8Array.from(bytes));
        if (kind === DISCONNECT) socket.end();
      }
      if (Math.max(length, ...packets.map((packet) => packet.length)) <= maxBytes || socket.destroyed) return;
      onHangUp();
      socket.destroy();
    });
    socket.on('error', () => socket.destroy());
  });
  const port = await listen(server, 0);
  return {
    url: `mqtt://${LOOPBACK}:${port}`,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * The packets that have arrived, and what has of the next, with the length that it will have. From the second byte on stands the length of
 * what follows, seven bits a byte, the lowest first.
 */
function packetsIn(data: Buffer): { packets: Buffer[]; begun: Buffer; length: number } {
  const packets: Buffer[] = [];
  for (let begun = data; ; begun = begun.subarray(packets.at(-1)?.length)) {
    const length = lengthOf(begun);
    if (length > begun.length) return { packets, begun, length: Number.isFinite(length) ? length : 0 };
    packets.push(begun.subarray(0, length));
  }
}

function lengthOf(data: Buffer): number {
  let length = 0;
  for (let at = 1; at < data.length; at++) {
    const byte = data.readUInt8(at);
    length += (byte & 127) << (7 * (at - 1));
    if (byte <= 127) return at + 1 + length;
  }
  return Number.POSITIVE_INFINITY;
}
