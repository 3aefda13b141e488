import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Fewer than the 256 files that some systems let a process open. */
const MOST_CONNECTIONS = 200;

/** Holds `server` to so many connections: for a new one that gives way whose last request, or whose opening, is the longest ago. */
export function capConnections(server: Server): void {
  const latestLast = new Set<Socket>();
  server.on('connection', (socket) => {
    latestLast.add(socket);
    socket.once('close', () => latestLast.delete(socket));
    const [oldest] = latestLast;
    if (latestLast.size <= MOST_CONNECTIONS || !oldest) return;
    latestLast.delete(oldest);
    oldest.destroy();
  });
  server.on('request', ({ socket }) => {
    if (latestLast.delete(socket)) latestLast.add(socket);
  });
}
