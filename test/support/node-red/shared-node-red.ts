import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeRedApp } from 'node-red';
import { expect } from 'vitest';
import type { Means } from '../../../nodes/adapter/site.ts';
import type { Running } from '../../../scripts/demo/broker.mts';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';
import { startNodeRed } from '../../../scripts/demo/node-red.mts';
import { editorSettings } from '../../../scripts/demo/sidebar.mts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { eventually } from '../eventually.ts';
import { mirrorsAt } from '../feeds/feed-server.ts';
import { startPrefixProxy } from './prefix-proxy.ts';

type Release = 4 | 5;
type Flow = readonly { readonly id: string; readonly type: string }[];

/** Path that flows serve their pages below: every shared Node-RED has it. */
const NODE_ROOT = '/flows';

export interface FlowOptions {
  readonly release?: Release;
  /** Path of a proxy in front of the editor, without a slash at its end: `/red`. */
  readonly root?: string;
  /** The clock of this package's nodes; left out, the computer's. */
  readonly clock?: Clock;
  /** Answers for every public price source; left out, none of them answers. */
  readonly feeds?: { handle(request: IncomingMessage, response: ServerResponse): unknown };
}

type Surroundings = Pick<FlowOptions, 'clock' | 'feeds'>;

interface SharedNodeRed {
  readonly url: string;
  readonly port: number;
  /** Deploys `flow` as the only one. */
  begin(flow: Flow, surroundings: Surroundings): Promise<void>;
  /** Removes the flow and everything that its nodes and its user have stored. */
  end(): Promise<void>;
}

const instances = new Map<Release, Promise<SharedNodeRed>>();

/**
 * Runs a flow in the Node-RED of this test process, which the first call starts. Flows run one after another; `stop()`
 * leaves an empty Node-RED to the next one.
 */
export async function runFlow(flow: Flow, { release = 5, root, ...surroundings }: FlowOptions = {}): Promise<Running> {
  const instance = instances.get(release) ?? start(release);
  instances.set(release, instance);
  const { url, port, begin, end } = await instance;
  await begin(flow, surroundings);
  const proxy = root ? await startPrefixProxy(port, root) : undefined;
  return {
    url: proxy?.url ?? url,
    port,
    async stop() {
      await proxy?.stop();
      await end();
    },
  };
}

async function start(release: Release): Promise<SharedNodeRed> {
  const userDir = mkdtempSync(join(tmpdir(), 'dayahead-node-red-'));
  process.once('exit', () => rmSync(userDir, { recursive: true, force: true }));
  let current: Surroundings = {};
  const sources = createServer((request, response) =>
    current.feeds ? current.feeds.handle(request, response) : response.writeHead(503).end(),
  );
  const mirrors = mirrorsAt(`http://${LOOPBACK}:${await listen(sources, 0)}`);
  const dayahead = {
    mirrors,
    // Read with each deployment.
    get clock() {
      return current.clock;
    },
  };
  const { url, port } = await startNodeRed({
    ...{ userDir, port: 0, release, nodeRoot: NODE_ROOT, isLean: true },
    dayahead,
  });
  const { RED, settings } = await internals(release);

  /** What the nodes of this package share: each flow has to close what it has opened, or the next one finds prices of another time. */
  function openServices(): string[] {
    const keys: string[] = [];
    RED.events.emit('dayahead:means', ({ running, live }: Means) =>
      keys.push(...running.keys(), ...live.running.keys()),
    );
    return keys;
  }
  async function deploy(flow: Flow): Promise<void> {
    const started = once(RED.events, 'flows:started');
    const response = await fetch(`${url}flows`, {
      method: 'POST',
      // A connection that is kept alive would close seconds later, while a test counts sockets.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(flow),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST flows: ${response.status} ${text}`);
    await started;
  }
  return {
    url,
    port,
    async begin(flow, surroundings) {
      current = surroundings;
      await settings.setUserSettings('_', structuredClone(editorSettings));
      await deploy(flow);
    },
    async end() {
      // A request of a dialog may still be answered after the first empty deployment, which then ends what it has opened.
      await eventually(async () => {
        await deploy([]);
        expect(openServices(), 'services that are open without a flow').toEqual([]);
      });
      rmSync(join(userDir, 'dayahead'), { recursive: true, force: true });
    },
  };
}

interface UserSettings {
  setUserSettings(user: string, settings: object): Promise<void>;
}

async function internals(release: Release): Promise<{ readonly RED: NodeRedApp; readonly settings: UserSettings }> {
  const name = release === 4 ? 'node-red-4' : 'node-red';
  const { default: RED } = (await import(name)) as { default: NodeRedApp };
  const inside = createRequire(createRequire(import.meta.url).resolve(name));
  return { RED, settings: inside('@node-red/runtime/lib/settings') };
}
