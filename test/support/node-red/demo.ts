import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startBroker } from '../../../scripts/demo/broker.mts';
import { placeDemo } from '../../../scripts/demo/flow.mts';
import { type Options, startNodeRed } from '../../../scripts/demo/node-red.mts';
import { feedsAt } from '../feeds/feed-server.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';

/** What `npm start` runs. */
export interface Demo {
  readonly editor: Running;
  readonly broker: Running;
  /** The sources of live prices, on this machine. */
  readonly feeds: Awaited<ReturnType<typeof feedsAt>>;
  readonly clock: ManualClock;
  /** Presses the button of an inject node. */
  press(id: string): Promise<void>;
  stop(): Promise<void>;
}

/** The demo in this process, on free ports, in a folder of its own, by a clock that starts at `now` and is turned by hand. */
export async function startDemo(
  now: string,
  options: Pick<Options, 'release' | 'contextStorage' | 'root' | 'nodeRoot' | 'adminAuth'> = {},
): Promise<Demo> {
  const userDir = await mkdtemp(join(tmpdir(), 'dayahead-demo-'));
  const clock = manualClock(Date.parse(now) / 1000);
  const broker = await startBroker(0);
  const feeds = await feedsAt(clock);
  placeDemo(userDir, broker);
  const editor = await startNodeRed({ userDir, port: 0, dayahead: { clock, mirrors: feeds.mirrors }, ...options });
  return {
    editor,
    broker,
    feeds,
    clock,
    async press(id) {
      const response = await fetch(`${editor.url}inject/${id}`, { method: 'POST' });
      if (!response.ok) throw new Error(`POST inject/${id}: ${response.status}`);
    },
    async stop() {
      await editor.stop();
      await broker.stop();
      await feeds.stop();
      await rm(userDir, { recursive: true });
    },
  };
}
