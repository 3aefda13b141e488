/** Node-RED in a process of its own, with the flow in the folder that is named; says what it holds whenever it is asked. */
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { startNodeRed } from '../../demo/node-red.mts';

/** What a process holds after a forced collection. */
export interface Held {
  readonly rssMb: number;
  readonly heapMb: number;
  readonly buffersMb: number;
  /** Open files and sockets, where the system lists them. */
  readonly files: number;
  readonly timers: number;
  readonly sockets: number;
  /** What keeps the process alive, but for questions to a disk that are under way. */
  readonly handles: number;
}

const [, , userDir = '', mirrors = ''] = process.argv;
const { url } = await startNodeRed({ userDir, port: 0, dayahead: { mirrors } });
process.send?.({ url });
process.on('message', async () => process.send?.(await held()));
process.on('disconnect', () => process.exit());

/** Nothing is being written, for a second, or after half a minute. */
async function quiet(): Promise<void> {
  for (let looks = 0, still = 0; looks < 300 && still < 10; looks++) {
    still = process.getActiveResourcesInfo().some((name) => /FSReq/.test(name)) ? 0 : still + 1;
    await setTimeout(100);
  }
}

async function held(): Promise<Held> {
  await quiet();
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const open = process.getActiveResourcesInfo().filter((name) => !/Req|Immediate/.test(name));
  const counted = (pattern: RegExp) => open.filter((name) => pattern.test(name)).length;
  return {
    rssMb: rss / 2 ** 20,
    heapMb: heapUsed / 2 ** 20,
    buffersMb: external / 2 ** 20,
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    timers: counted(/Timeout/),
    sockets: counted(/TCP|TLS|Socket/),
    handles: open.length,
  };
}
