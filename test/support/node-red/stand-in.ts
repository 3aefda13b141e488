import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';
import { PACKAGE } from '../../../scripts/demo/node-red.mts';
import { sidebarPage } from '../browser/sidebar-page.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { adminApp, express } from './express.ts';
import type { FlowNode } from './node-red-helper.ts';
import { createRuntime, type StandInRuntime } from './stand-in-runtime.ts';

/** Our nodes, and on loopback the pages and endpoints that they and the editor have, without Node-RED. */
export interface StandIn extends Pick<StandInRuntime, 'press'> {
  /** The sidebar as a page by itself; `?language=de` is its language. */
  readonly url: string;
  readonly port: number;
  /** The household's page. */
  readonly household: string;
  readonly clock: ManualClock;
  deploy(change: (flows: readonly FlowNode[]) => readonly FlowNode[]): Promise<void>;
  stop(): Promise<void>;
}

const requireOfNodeRed = createRequire(createRequire(import.meta.url).resolve('node-red'));
const EDITOR = join(dirname(requireOfNodeRed.resolve('@node-red/editor-client/package.json')), 'public');

/** The flows of the demo, as somebody imports them. */
const demoFlows = async (): Promise<readonly FlowNode[]> =>
  JSON.parse(await readFile(join(PACKAGE, 'examples/demo.json'), 'utf8'));

/** Runs the demo, or what `change` makes of it, by a clock that starts at `now` and is turned by hand. */
export async function startStandIn(
  now: string,
  change: (flows: readonly FlowNode[]) => readonly FlowNode[] = (flows) => flows,
): Promise<StandIn> {
  const userDir = await mkdtemp(join(tmpdir(), 'dayahead-stand-in-'));
  const clock = manualClock(Date.parse(now) / 1000);
  const [app, httpAdmin, httpNode] = [express(), adminApp(), express()];
  const editors = new Set<ServerResponse>();
  const kept = new Map<string, string>();
  const runtime = createRuntime({
    ...{ httpAdmin, httpNode, settings: { userDir, version: 'stand-in', dayahead: { clock } } },
    publish(topic, data) {
      const event = `data: ${JSON.stringify({ topic, data })}\n\n`;
      if (topic.startsWith('status/')) kept.set(topic, event);
      for (const editor of editors) editor.write(event);
    },
  });
  app.use('/house', httpNode);
  app.use(httpAdmin);
  app.get('/', async (asked, answer) =>
    answer.type('text/html').send(await sidebarPage(runtime.flows(), String(asked.query.language ?? 'en-US'))),
  );
  app.get('/comms', (asked, answer) => {
    answer.type('text/event-stream').write([...kept.values()].join(''));
    editors.add(answer);
    asked.on('close', () => editors.delete(answer));
  });
  const files = { '/resources/@dayahead/node-red-tariffs': join(PACKAGE, 'resources'), '/editor': EDITOR };
  for (const [path, folder] of Object.entries(files))
    app.use(path, (asked, answer) => answer.sendFile(join(folder, asked.path)));
  await runtime.deploy(change(await demoFlows()));
  const server = createServer(app);
  const port = await listen(server, 0);
  return {
    url: `http://${LOOPBACK}:${port}/`,
    household: `http://${LOOPBACK}:${port}/house/dayahead/`,
    port,
    clock,
    press: runtime.press,
    deploy: async (change) => runtime.deploy(change(runtime.flows())),
    async stop() {
      await runtime.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await rm(userDir, { recursive: true });
    },
  };
}
