import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import type { Heartbeat } from '../../src/runtime/heartbeat.ts';
import { presentClock } from './site.ts';
import { sharedFolder } from './storage.ts';

/** The heartbeat of this process, which is opened once. */
export function sharedHeartbeat(RED: NodeAPI): () => Promise<Heartbeat> {
  let opened: Promise<Heartbeat> | undefined;
  async function open(): Promise<Heartbeat> {
    const { openHeartbeat } = await import('../../src/runtime/heartbeat.ts');
    const { openStore } = await import('../../src/runtime/store.ts');
    const folder = sharedFolder(RED);
    const store = openStore(folder === undefined ? {} : { file: join(folder, 'heartbeat.json') });
    return openHeartbeat(await presentClock(RED), store, (error) => RED.log.warn(`[dayahead] ${String(error)}`));
  }
  return () => {
    opened ??= open();
    return opened;
  };
}
