import { once } from 'node:events';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import type { NodeRedApp } from 'node-red';
import type { Running } from './broker.mts';
import { LOOPBACK, listen } from './listen.mts';

/** The root of this package. */
export const PACKAGE = resolve(import.meta.dirname, '../..');

/** The title of the editor's page. */
export const TITLE = 'Day-ahead tariffs';

/** What Node-RED reads its flows from in its user folder. */
export const FLOW_FILE = 'flows.json';

export interface Options {
  /** Where flows and settings are kept. */
  readonly userDir: string;
  /** 0 is any free one. */
  readonly port: number;
  /** What `settings.js` may say to this package's nodes. */
  readonly dayahead?: object;
  /** Major version; 5 where left out. */
  readonly release?: 4 | 5;
  /** The context stores, as in `settings.js`. */
  readonly contextStorage?: Record<string, string | { module: string; config?: object }>;
  /** Path that the editor is served below, as behind a proxy: `/red`. */
  readonly root?: string;
  /** Path that the flows serve their pages below, empty beside the editor; none where left out. */
  readonly nodeRoot?: string;
  /** The editor of code in dialogs: `ace` loads faster than Node-RED's default. */
  readonly codeEditor?: 'ace';
  /** Who may enter, as in `settings.js`. */
  readonly adminAuth?: NonNullable<Parameters<NodeRedApp['init']>[1]['adminAuth']>;
}

/** Real Node-RED in this process with this package's nodes, on loopback, asking nothing of the internet. One a process. */
export async function startNodeRed(options: Options): Promise<Running> {
  const { userDir, port, dayahead, release = 5, contextStorage, root = '', nodeRoot, codeEditor, adminAuth } = options;
  const { default: RED } = (await import(release === 4 ? 'node-red-4' : 'node-red')) as unknown as {
    default: NodeRedApp;
  };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (nodeRoot && url.startsWith(`${nodeRoot}/`)) {
      request.url = url.slice(nodeRoot.length);
      return RED.httpNode(request, response);
    }
    request.url = url.replace(root, '') || '/';
    RED.httpAdmin(request, response);
  });
  const settings = {
    uiHost: LOOPBACK,
    uiPort: port,
    userDir,
    nodesDir: PACKAGE,
    flowFile: FLOW_FILE,
    credentialSecret: false as const,
    httpAdminRoot: `${root}/`,
    ...(adminAuth && { adminAuth }),
    httpNodeRoot: nodeRoot === '' ? '/' : (nodeRoot ?? (false as const)),
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: {
      page: { title: TITLE },
      tours: false,
      ...(codeEditor && { codeEditor: { lib: codeEditor } }),
    },
    externalModules: { palette: { allowInstall: false } },
    dayahead,
    ...(contextStorage && { contextStorage }),
    logging: { console: { level: 'error' as const, metrics: false, audit: false } },
  };
  RED.init(server, settings);
  const flowsStarted = once(RED.events, 'flows:started');
  await RED.start();
  await flowsStarted;
  if (nodeRoot === '') RED.httpAdmin.use(RED.httpNode);
  const taken = await listen(server, port);
  const stop = async () => {
    await RED.stop();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${LOOPBACK}:${taken}${root}/`, port: taken, stop };
}
