import { once } from 'node:events';
import type { Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** Listens on loopback at `preferred` or, where that is taken, at the next free port above; returns the port. */
export async function listen(server: Server, preferred: number): Promise<number> {
  for (let port = preferred; ; port++) {
    try {
      server.listen(port, LOOPBACK);
      await once(server, 'listening');
      return portOf(server);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}
