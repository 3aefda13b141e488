import { createServer, type Socket } from 'node:net';
import { LOOPBACK, listen } from '../../scripts/demo/listen.mts';

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

/** Packets that arrived together. The second byte is the length of what follows: ours here are shorter than 128 bytes. */
function packetsIn(data: Buffer): Buffer[] {
  if (data.length === 0) return [];
  const end = 2 + data.readUInt8(1);
  return [data.subarray(0, end), ...packetsIn(data.subarray(end))];
}
