import { type Running, startBroker } from '../../../scripts/demo/broker.mts';
import { demoFlow } from '../../../scripts/demo/flow.mts';
import { feedsAt } from '../feeds/feed-server.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { type FlowOptions, runFlow } from './shared-node-red.ts';

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

/** The demo in the Node-RED of this test process, under a clock that starts at `now` and is moved by hand. */
export async function startDemo(now: string, options: Pick<FlowOptions, 'release' | 'root'> = {}): Promise<Demo> {
  const clock = manualClock(Date.parse(now) / 1000);
  const broker = await startBroker(0);
  const feeds = await feedsAt(clock);
  const editor = await runFlow(demoFlow(broker), { ...options, clock, feeds });
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
    },
  };
}
