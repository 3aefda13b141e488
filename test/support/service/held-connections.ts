import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections to a service that nobody will ever close; `sent` is all that each of them sends. */
export async function holdConnections(url: string, count: number, sent: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port: Number(new URL(url).port), allowHalfOpen: true }),
  );
  for (const socket of sockets)
    socket
      .on('error', () => undefined)
      .resume()
      .write(sent);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}
