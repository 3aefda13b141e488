import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import type { Heartbeat } from '../../src/runtime/heartbeat.ts';
import { warnOf } from './logger.ts';
import { presentClock } from './site.ts';
import { sharedFolder } from './storage.ts';

/** The heartbeat of this process, which is opened once. */
export function sharedHeartbeat(RED: NodeAPI): () => Promise<Heartbeat> {
  const warn = warnOf(RED);
  let opened: Promise<Heartbeat> | undefined;
  async function open(): Promise<Heartbeat> {
    const { openHeartbeat } = await import('../../src/runtime/heartbeat.ts');
    const { openStore } = await import('../../src/runtime/store.ts');
    const folder = sharedFolder(RED);
    const store = openStore(folder === undefined ? {} : { file: join(folder, 'heartbeat.json') });
    return openHeartbeat(await presentClock(RED), store, (error) => warn(String(error)));
  }
  return () => {
    opened ??= open();
    return opened;
  };
}
