import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { adminApp, express } from '../node-red/express.ts';
import type { FlowNode } from '../node-red/node-red-helper.ts';
import { createRuntime, type Means } from '../node-red/stand-in-runtime.ts';
import { REFERENCE, shippedLanguages } from '../texts.ts';
import { boot } from './boot.ts';

type Release = 4 | 5;

interface Package {
  readonly name: string;
  readonly version: string;
  readonly 'node-red': { readonly nodes: Readonly<Record<string, string>> };
}

const { name: MODULE, version, 'node-red': own } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
/** The name of each node type's files, by the name of its set. */
const files = Object.entries(own.nodes).map(([set, path]) => [set, path.replace(/^.*\/|\.js$/g, '')] as const);
/** The node sets of Node-RED whose config nodes our dialogs offer. */
const core = { tls: ['tls-config'], mqtt: ['mqtt-broker', 'mqtt in', 'mqtt out'] };

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface DialogServer {
  readonly url: string;
  input(id: string, payload: unknown): Promise<void>;
  deploy(flow: readonly FlowNode[]): Promise<void>;
  /** The status text of a node, empty if it has none. */
  status(id: string): string;
  stop(): Promise<void>;
}

export interface DialogServerOptions extends Pick<Means, 'credentials' | 'onProblem'> {
  readonly clock: Clock;
  /** Addresses of the public price sources, as `settings.js` gives them. */
  readonly mirrors?: string;
  /** Release whose editor's libraries are served. */
  readonly release: Release;
  /** Path that everything is served below: `/red`. */
  readonly root?: string;
}

/**
 * Serves a page for dialogs on loopback: the editor client's own files, the built dialogs with their texts, the flow, and the
 * endpoints of our nodes. No Node-RED runs.
 */
export async function startDialogServer(
  flow: readonly FlowNode[],
  { release, root = '', clock, mirrors = '', ...options }: DialogServerOptions,
): Promise<DialogServer> {
  const httpAdmin = adminApp();
  const settings = { dayahead: { clock, mirrors } };
  const statuses = new Map<string, { readonly text?: string }>();
  const runtime = createRuntime({
    ...options,
    ...{ httpAdmin, httpNode: express(), settings },
    publish: (topic, data) => void statuses.set(topic.replace('status/', ''), data as object),
  });
  await runtime.deploy(flow);
  const nodeRed = createRequire(
    createRequire(import.meta.url).resolve(release === 4 ? 'node-red-4/package.json' : 'node-red/package.json'),
  );
  const client = dirname(nodeRed.resolve('@node-red/editor-client/package.json'));
  const nodes = dirname(nodeRed.resolve('@node-red/nodes/package.json'));
  const coreHtml = ['05-tls', '10-mqtt'].map((file) => read(join(nodes, 'core/network', `${file}.html`)));

  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/': () => PAGE,
    '/settings': () => ({
      ...{ httpNodeRoot: '/', version: `${release}`, context: { default: 'default', stores: ['default'] } },
      ...{ editorTheme: { languages: ['en-US', 'de', 'es-ES', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-CN', 'zh-TW'] } },
      ...runtime.exported,
    }),
    '/settings/user': () => ({}),
    '/nodes': () => nodeSets,
    '/nodes/messages': (query) => catalogues(query.get('lng') ?? ''),
    '/dialogs.html': () =>
      [
        ...coreHtml,
        ...['sidebar', ...files.map(([, file]) => file)].map((file) => read(`dist/nodes/${file}.html`)),
      ].join('\n'),
    '/flows': () => ({ flows: flow.filter(({ type }) => type === 'tab' || isKnown(type)), rev: '1' }),
  };
  const server = createServer(async (request, response) => {
    const { url = '' } = request;
    if (!url.startsWith(`${root}/`)) return response.writeHead(404).end();
    request.url = url.slice(root.length);
    const { pathname, searchParams } = new URL(request.url, 'http://editor');
    const path = decodeURIComponent(pathname);
    const [, of, rest = ''] =
      /^\/(locales|credentials\/[^/]+|resources\/@[^/]+\/[^/]+|vendor|red)\/(.+)$/.exec(path) ?? [];
    if (answers[path]) return send(response, answers[path](searchParams));
    if (of === 'locales') {
      const [place, file] = rest === 'node-red' ? [nodes, 'messages'] : [client, rest];
      return send(response, localized(join(place, 'locales'), searchParams.get('lng') ?? '', `${file}.json`));
    }
    if (of?.startsWith('credentials')) return send(response, runtime.credentials(rest));
    const place = of?.startsWith('resources') ? 'resources' : of && join(client, 'public', of);
    if (place && existsSync(join(place, rest))) return sendFile(response, join(place, rest));
    httpAdmin(request, response);
  });
  const port = await listen(server, 0);
  return {
    url: `http://${LOOPBACK}:${port}${root}/`,
    input: runtime.input,
    deploy: runtime.deploy,
    status: (id) => statuses.get(id)?.text ?? '',
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await runtime.close();
    },
  };
}

const read = (file: string) => readFileSync(file, 'utf8');
const isKnown = (type: string) => [...Object.keys(own.nodes), ...Object.values(core).flat()].includes(type);

/** As Node-RED lists the sets of node types. */
const nodeSets = [
  ...Object.entries(core).map(([name, set]) => ({ id: `node-red/${name}`, name, module: 'node-red', types: set })),
  ...files.map(([name]) => ({ id: `${MODULE}/${name}`, name, module: MODULE, types: [name] })),
].map((set) => ({ ...set, version, enabled: true, local: false }));

/** The texts of our node sets in a language; nothing in a language that we have not. */
const catalogues = (language: string) =>
  Object.fromEntries(
    [...files, ['dayahead-sidebar', 'sidebar'] as const].map(([set, file]) => [
      `${MODULE}/${set}`,
      localized('dist/nodes/locales', language, `${file}.json`),
    ]),
  );

/** A catalogue in a language, or in that language of no country. */
function localized(place: string, language: string, file: string): unknown {
  const found = [language, language.split('-')[0] ?? ''].find((tag) => tag && existsSync(join(place, tag, file)));
  return found ? JSON.parse(read(join(place, found, file))) : {};
}

function send(response: ServerResponse, body: unknown): void {
  const isText = typeof body === 'string';
  response.setHeader('content-type', types[isText ? '.html' : '.json'] ?? '');
  response.end(isText ? body : JSON.stringify(body));
}

function sendFile(response: ServerResponse, file: string): void {
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'max-age=3600');
  response.end(readFileSync(file));
}

const PAGE = `<!DOCTYPE html>
<html lang="${REFERENCE}">
<meta charset="utf-8">
<title>Dialogs</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="vendor/jquery/css/base/jquery-ui.min.css">
<link rel="stylesheet" href="vendor/font-awesome/css/font-awesome.min.css">
<link rel="stylesheet" href="red/style.min.css">
<body spellcheck="false" data-languages="${shippedLanguages.join(' ')}">
<div id="red-ui-editor" class="red-ui-editor"><div id="red-ui-main-container"><div id="red-ui-workspace"></div><div id="red-ui-editor-stack" tabindex="-1"></div></div>
<div id="red-ui-editor-node-configs"></div><div id="red-ui-global-dialog-container"></div></div>
<script src="vendor/vendor.js"></script>
<script src="red/red.min.js"></script>
<script>(${boot})()</script>
`;
