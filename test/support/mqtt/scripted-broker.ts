import { createServer, type Socket } from 'node:net';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';

const DISCONNECT = 14;
/** CONNACK of MQTT 5. */
export const WELCOME = [0x20, 0x03, 0x00, 0x00, 0x00];
/** SUBACK of MQTT 5 for a SUBSCRIBE of one topic. */
export const subscribed = (packet: Buffer, reason = 0x01) => [0x90, 0x04, ...packet.subarray(2, 4), 0x00, reason];

/** A broker that answers each kind of packet (the high half of its first byte) with the bytes it is told to. */
export async function startScriptedBroker(
  answers: Readonly<Record<number, (packet: Buffer) => readonly number[]>>,
): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('data', (data) => {
      for (const packet of packetsIn(data)) {
        const kind = packet.readUInt8(0) >> 4;
        const bytes = answers[kind]?.(packet);
        if (bytes) socket.write(Uint8Array.from(bytes));
        if (kind === DISCONNECT) socket.end();
      }
    });
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

/** Packets that arrived together. From the second byte on stands the length of what follows, seven bits a byte, the lowest first. */
function packetsIn(data: Buffer): Buffer[] {
  if (data.length === 0) return [];
  let length = 0;
  let at = 1;
  do length += (data.readUInt8(at) & 127) << (7 * (at - 1));
  while (data.readUInt8(at++) > 127);
  return [data.subarray(0, at + length), ...packetsIn(data.subarray(at + length))];
}
