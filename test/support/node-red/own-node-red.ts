import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startBroker } from '../../../scripts/demo/broker.mts';
import { placeDemo } from '../../../scripts/demo/flow.mts';
import { type Options, startNodeRed } from '../../../scripts/demo/node-red.mts';
import { feedsAt } from '../feeds/feed-server.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';

/**
 * The demo in a Node-RED that is started for it, with settings that cannot change while Node-RED runs. A process can start one
 * only, so such a test file lies in `test/e2e/own/`, whose files have a process each.
 */
export async function startOwnDemo(
  now: string,
  options: Pick<Options, 'release' | 'root' | 'adminAuth' | 'contextStorage'>,
): Promise<{ readonly editor: Running; readonly clock: ManualClock; stop(): Promise<void> }> {
  const userDir = await mkdtemp(join(tmpdir(), 'dayahead-demo-'));
  const clock = manualClock(Date.parse(now) / 1000);
  const broker = await startBroker(0);
  const feeds = await feedsAt(clock);
  placeDemo(userDir, broker);
  const dayahead = { clock, mirrors: feeds.mirrors };
  const editor = await startNodeRed({ userDir, port: 0, isLean: true, dayahead, ...options });
  return {
    editor,
    clock,
    async stop() {
      await editor.stop();
      await broker.stop();
      await feeds.stop();
      await rm(userDir, { recursive: true });
    },
  };
}
