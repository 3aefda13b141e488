import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import type { NodeInitializer } from 'node-red';
import type { Clock } from '../../../src/runtime/clock.ts';

export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

type Credentials = Readonly<Record<string, string>>;
type Handler = (request: object, response: object, next: () => void) => unknown;

export interface Runtime {
  /** The settings that the node types export to the editor. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Answers a request to an endpoint of the nodes. Returns false where there is no such endpoint. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** The credentials of a node as the editor may see them: secrets only as `has_<name>`. */
  credentials(id: string): Readonly<Record<string, unknown>>;
  /** Passes a message to a node and waits until the node is done with it. */
  input(id: string, payload: unknown): Promise<void>;
  stop(): Promise<void>;
}

export interface RuntimeOptions {
  readonly clock: Clock;
  /** Addresses of the public price sources, as `settings.js` gives them. */
  readonly mirrors?: string;
  /** Takes the warnings and errors of the nodes. */
  readonly onProblem?: (text: string) => void;
  /** Credentials by the ids of nodes. */
  readonly credentials?: Readonly<Record<string, Credentials>>;
}

interface Definition {
  readonly construct: (this: RunningNode, def: FlowNode) => void;
  readonly credentials: Readonly<Record<string, { readonly type: string }>>;
}

const fromDist = createRequire(import.meta.url);
/** In an order in which a node type finds what it shares with earlier ones. */
const kinds = ['config', 'tariff-select', 'price-series', 'cheapest-window', 'battery', 'forecast', 'sidebar'];

/** A node while its flow runs. The constructors of `dist/nodes` call `createNode` with it. */
class RunningNode extends EventEmitter {
  id = '';
  type = '';
  wires: readonly (readonly string[])[] = [];
  credentials: Credentials = {};
  deliver: (target: string, message: object) => void = () => undefined;

  /** Sends one message per output. */
  send(messages: object | readonly (object | null)[]): void {
    for (const [output, message] of [messages].flat().entries())
      if (message) for (const target of this.wires[output] ?? []) this.deliver(target, message);
  }
  status(): void {}
  log(): void {}
  warn(_text: string): void {}
  error(_text: string): void {}
}

/**
 * Runs this package's built nodes without Node-RED: the part of its runtime API that they use, and their admin endpoints.
 * Nodes of other packages are left out. Every user has every permission.
 */
export async function startRuntime(flow: readonly FlowNode[], options: RuntimeOptions): Promise<Runtime> {
  const { clock, mirrors = '', onProblem: warn = () => undefined, credentials = {} } = options;
  const definitions = new Map<string, Definition>();
  const endpoints = new Map<string, readonly Handler[]>();
  const settings: Record<string, unknown> = {};
  const running = new Map<string, RunningNode>();
  const events = new EventEmitter();
  events.setMaxListeners(0);
  const offer =
    (method: string) =>
    (path: string, ...handlers: readonly Handler[]) =>
      void endpoints.set(`${method} ${path}`, handlers);
  const api = {
    settings: { dayahead: { clock, mirrors } },
    events,
    log: { WARN: 30, ERROR: 20, FATAL: 10, addHandler: () => undefined, warn: () => undefined },
    comms: { publish: () => undefined },
    auth: { needsPermission: () => (_request: object, _response: object, next: () => void) => next() },
    httpAdmin: { get: offer('GET'), post: offer('POST') },
    httpNode: { get: () => undefined, post: () => undefined },
    util: { evaluateNodeProperty: propertyValue },
    _: (key: string) => key,
    nodes: {
      registerType(type: string, construct: Definition['construct'], more: Partial<TypeOptions> = {}) {
        Object.setPrototypeOf(construct.prototype, RunningNode.prototype);
        definitions.set(type, { construct, credentials: more.credentials ?? {} });
        for (const [name, { value }] of Object.entries(more.settings ?? {})) settings[name] = value;
      },
      createNode(node: RunningNode, { id, type, wires }: FlowNode & Pick<RunningNode, 'wires'>) {
        EventEmitter.call(node as never);
        Object.assign(node, { id, type, wires, credentials: credentials[id] ?? {}, deliver, warn, error: warn });
        running.set(id, node);
      },
      getNode: (id: string) => running.get(id) ?? null,
      getCredentials: (id: string) => credentials[id],
      eachNode: (visit: (node: FlowNode) => void) => flow.forEach(visit),
    },
  };
  for (const kind of kinds) {
    const { default: initialize } = fromDist(`../../../dist/nodes/${kind}.js`) as { default: NodeInitializer };
    initialize(api as never);
  }

  async function input(id: string, message: object): Promise<void> {
    const node = running.get(id);
    if (!node?.listenerCount('input')) return;
    await new Promise<void>((done) => {
      node.emit(
        'input',
        { ...message },
        (sent: object) => node.send(sent),
        () => done(),
      );
    });
  }
  function deliver(target: string, message: object): void {
    setImmediate(() => void input(target, structuredClone(message)));
  }

  const isConfig = ({ z, x }: FlowNode) => z === undefined && x === undefined;
  for (const def of [...flow.filter(isConfig), ...flow.filter((node) => !isConfig(node))]) {
    const construct = definitions.get(def.type)?.construct;
    if (construct) Reflect.construct(construct, [def]);
  }
  events.emit('flows:started', {});

  return {
    settings,
    async answer(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://editor');
      const handlers = endpoints.get(`${request.method} ${pathname}`);
      if (!handlers) return false;
      const asked = {
        method: request.method,
        headers: request.headers,
        socket: request.socket,
        query: Object.fromEntries(searchParams),
        body: request.method === 'POST' ? await json(request) : undefined,
        is: (type: string) => request.headers['content-type']?.includes(type) ?? false,
      };
      const answer = {
        setHeader: (name: string, value: string) => response.setHeader(name, value),
        getHeader: (name: string) => response.getHeader(name),
        status(code: number) {
          response.statusCode = code;
          return answer;
        },
        json: (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
      };
      const call = (index: number): unknown => handlers[index]?.(asked, answer, () => call(index + 1));
      await call(0);
      return true;
    },
    credentials(id) {
      const stored = credentials[id];
      const fields = Object.entries(definitions.get(running.get(id)?.type ?? '')?.credentials ?? {});
      return Object.fromEntries(
        (stored ? fields : []).map(([name, { type }]) =>
          type === 'password' ? [`has_${name}`, Boolean(stored?.[name])] : [name, stored?.[name] ?? ''],
        ),
      );
    },
    input: (id, payload) => input(id, { payload }),
    async stop() {
      events.emit('flows:stopping');
      const closing = [...running.values()].flatMap((node) =>
        node.listeners('close').map((listener) => closed(node, listener as CloseListener)),
      );
      await Promise.all(closing);
    },
  };
}

interface TypeOptions {
  readonly credentials: Definition['credentials'];
  readonly settings: Readonly<Record<string, { readonly value: unknown }>>;
}

type CloseListener = (removed: boolean, done: () => void) => unknown;

/** Calls one listener for the closing of a node. A listener without parameters is done when it returns. */
const closed = (node: RunningNode, listener: CloseListener): unknown =>
  listener.length < 2
    ? listener.call(node, false, () => undefined)
    : new Promise<void>((done) => void listener.call(node, false, done));

function propertyValue(text: string, type: string): unknown {
  if (type === 'bool') return text === 'true';
  if (type === 'num') return Number(text);
  return type === 'env' ? process.env[text] : text;
}
