import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import RED, { type Node } from 'node-red';
import { type ManualClock, manualClock } from '../../../test/support/manual-clock.ts';
import { startNodeRed } from '../../demo/node-red.mts';

type Flow = readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[];

/** Real Node-RED in this process, by a clock that goes faster than time. */
export interface RunningNodeRed {
  readonly clock: ManualClock;
  /** In place of all that ran before; resolves when the new one runs. */
  deploy(flow: Flow): Promise<void>;
  /** Hands `payload` to a node. */
  give(id: string, payload: unknown): void;
  /** What has reached the node of this id since the last deployment. */
  reached(id: string): readonly unknown[];
  /** Turns the clock a second on, and more if need be, until it is so. */
  until(isSo: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

// The types leave out of the runtime's nodes what a node's own have.
const nodes = RED.nodes as unknown as { getNode(id: string): Node };
/** Seconds of the clock. */
const PATIENCE = 3000;
/** A second of the clock takes so many milliseconds, so that waiting for a broker brings no quarter hour. */
const LOOKS = 20;

export async function startRunningNodeRed(now: string): Promise<RunningNodeRed> {
  const userDir = mkdtempSync(join(tmpdir(), 'dayahead-bench-'));
  const clock = manualClock(Date.parse(now) / 1000);
  const editor = await startNodeRed({ userDir, port: 0, dayahead: { clock } });
  const received = new Map<string, unknown[]>();
  RED.hooks.add('onReceive.bench', ({ destination, msg }) => {
    received.get(destination.id)?.push(msg.payload);
  });
  return {
    clock,
    async deploy(flow) {
      received.clear();
      for (const { id } of flow) received.set(id, []);
      const started = once(RED.events, 'flows:started');
      const headers = { 'content-type': 'application/json', 'node-red-deployment-type': 'full' };
      const answer = await fetch(`${editor.url}flows`, { method: 'POST', headers, body: JSON.stringify(flow) });
      if (!answer.ok) throw new Error(`POST flows: ${answer.status}`);
      await started;
    },
    give: (id, payload) => nodes.getNode(id).receive({ payload }),
    reached: (id) => received.get(id) ?? [],
    async until(isSo) {
      for (let turned = 0; !isSo(); turned++) {
        if (turned > PATIENCE) throw new Error('it does not happen');
        await clock.advanceBy(1);
        for (let look = 0; look < LOOKS && !isSo(); look++) await setTimeout(1);
      }
    },
    async stop() {
      await editor.stop();
      rmSync(userDir, { recursive: true });
    },
  };
}
