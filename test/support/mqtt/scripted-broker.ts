import { createServer, type Socket } from 'node:net';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';

/** A broker that answers each kind of packet (the high half of its first byte) with the bytes it is told to. */
export async function startScriptedBroker(
  answers: Readonly<Record<number, (packet: Buffer) => readonly number[]>>,
): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (data) => {
      for (const packet of packetsIn(data)) {
        const bytes = answers[packet.readUInt8(0) >> 4]?.(packet);
        if (bytes) socket.write(Uint8Array.from(bytes));
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
