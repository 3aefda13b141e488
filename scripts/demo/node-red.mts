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
  /** Starts without `LEFT_OUT`, diagrams and the Monaco code editor: Node-RED's editor opens with a third less processor time. */
  readonly isLean?: boolean;
  /** Who may enter, as in `settings.js`. */
  readonly adminAuth?: NonNullable<Parameters<NodeRedApp['init']>[1]['adminAuth']>;
}

/** Files of Node-RED's own nodes that neither our flows nor our dialogs use. */
const LEFT_OUT = [
  ...['10-file.js', '16-range.js', '17-split.js', '18-sort.js', '19-batch.js', '21-httpin.js', '22-websocket.js'],
  ...['23-watch.js', '31-tcpin.js', '70-CSV.js', '70-HTML.js', '70-XML.js', '70-YAML.js', '90-exec.js', 'rbe.js'],
];

/** The library that draws diagrams in help texts: the editor loads its 3.5 MB with the first help text, whatever that has. */
const DIAGRAMS = 'vendor/mermaid/mermaid.min.js';
const NO_DIAGRAMS = 'var mermaid = { initialize() {} };';

/** Real Node-RED in this process with this package's nodes, on loopback, asking nothing of the internet. One a process. */
export async function startNodeRed(options: Options): Promise<Running> {
  const { userDir, port, dayahead, release = 5, contextStorage, root = '', nodeRoot, isLean, adminAuth } = options;
  const { default: RED } = (await import(release === 4 ? 'node-red-4' : 'node-red')) as unknown as {
    default: NodeRedApp;
  };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (nodeRoot && url.startsWith(`${nodeRoot}/`)) {
      request.url = url.slice(nodeRoot.length);
      return RED.httpNode(request, response);
    }
    if (isLean && url.includes(DIAGRAMS))
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(NO_DIAGRAMS);
    request.url = url.replace(root, '') || '/';
    RED.httpAdmin(request, response);
  });
  const settings = {
    uiHost: LOOPBACK,
    uiPort: port,
    userDir,
    nodesDir: PACKAGE,
    ...(isLean && { nodesExcludes: LEFT_OUT }),
    flowFile: FLOW_FILE,
    credentialSecret: false as const,
    httpAdminRoot: `${root}/`,
    ...(adminAuth && { adminAuth }),
    httpNodeRoot: nodeRoot === '' ? '/' : (nodeRoot ?? (false as const)),
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: {
      page: { title: TITLE },
      tours: false,
      ...(isLean && { codeEditor: { lib: 'ace' } }),
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
