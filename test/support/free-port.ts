import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from '../../scripts/demo/listen.mts';

/** Below those that the system gives to whoever listens on port 0 or connects to anything, as all other tests do meanwhile. */
const [FIRST, LAST] = [20_000, 32_000];

/** A port that nobody has, and that nobody is given by chance: for a program that is told its port, and comes back to it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, randomInt(FIRST, LAST));
  server.close();
  await once(server, 'close');
  return port;
}
