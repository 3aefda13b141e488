import { EventEmitter } from 'node:events';
import type { NodeAPI, NodeInitializer, NodeStatus } from 'node-red';
import { vi } from 'vitest';
import type { FlowNode } from './node-red-helper.ts';

type Construct = (this: FakeNode, def: FlowNode) => void;

/** A node that records what it sends, shows and logs. */
export class FakeNode extends EventEmitter {
  readonly sent: unknown[] = [];
  readonly statuses: NodeStatus[] = [];
  readonly logged: string[] = [];
  readonly def: FlowNode;
  readonly id: string;
  readonly credentials: object | undefined;
  constructor(def: FlowNode, credentials?: object) {
    super();
    this.def = def;
    this.id = def.id;
    this.credentials = credentials;
  }
  send(messages: unknown): void {
    this.sent.push(messages);
  }
  status(status: NodeStatus): void {
    this.statuses.push(status);
  }
  error(text: string): void {
    this.logged.push(`error: ${text}`);
  }
  warn(text: string): void {
    this.logged.push(`warn: ${text}`);
  }
  log(text: string): void {
    this.logged.push(`info: ${text}`);
  }
  context(): object {
    return { get: vi.fn(), set: vi.fn() };
  }
  /** Hands a message to the node and waits until it is done with it. */
  input(message: object): Promise<Error | undefined> {
    return new Promise((resolve) => this.emit('input', message, (sent: unknown) => this.send(sent), resolve));
  }
  /** Closes the node, as a deployment does. */
  async close(removed: boolean): Promise<void> {
    for (const listener of this.listeners('close'))
      await new Promise<void>((done) => {
        listener(removed, done);
        if (listener.length < 2) done();
      });
  }
}

/** An endpoint of the editor's server, with the permission that it asks for. */
export interface Endpoint {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly permission: string;
}

/** The part of Node-RED that node files use, without a server, in one process and on no port. */
export function fakeRed(settings: object = {}) {
  const events = new EventEmitter();
  const types = new Map<string, { readonly construct: Construct; readonly options: object }>();
  const flow = new Map<string, FlowNode>();
  const nodes = new Map<string, object>();
  const endpoints: Endpoint[] = [];
  const offer = (method: Endpoint['method']) => (path: string, _guard: unknown, permission: string) =>
    void endpoints.push({ method, path, permission });
  const RED = {
    events,
    settings,
    log: { addHandler: vi.fn(), warn: vi.fn(), WARN: 30, ERROR: 20, FATAL: 10 },
    comms: { publish: vi.fn() },
    auth: { needsPermission: (permission: string) => permission },
    httpAdmin: { get: offer('get'), post: offer('post') },
    httpNode: { get: vi.fn(), post: vi.fn() },
    util: { evaluateNodeProperty: (text: string, type: string) => (type === 'bool' ? text === 'true' : text) },
    nodes: {
      registerType: (type: string, construct: Construct, options = {}) => void types.set(type, { construct, options }),
      createNode: () => undefined,
      getNode: (id: string) => nodes.get(id) ?? null,
      eachNode: (hear: (node: FlowNode) => void) => flow.forEach(hear),
    },
    _: (key: string) => key,
  };
  return {
    RED: RED as unknown as NodeAPI,
    endpoints,
    load: (...kinds: readonly NodeInitializer[]) => {
      for (const kind of kinds) kind(RED as unknown as NodeAPI);
    },
    optionsOf: (type: string) => types.get(type)?.options,
    /** Puts a node into the flow as it stands in the flow file. */
    place: (def: FlowNode) => void flow.set(def.id, def),
    /** Has other nodes find `node` under an id. */
    provide: (id: string, node: object) => void nodes.set(id, node),
    /** Constructs a node of a type that is loaded. */
    create(def: FlowNode, credentials?: object): FakeNode {
      flow.set(def.id, def);
      const node = new FakeNode(def, credentials);
      nodes.set(def.id, node);
      types.get(def.type)?.construct.call(node, def);
      return node;
    },
    /** A deployment ends; without `diff` it is the first one. */
    started: (diff?: Partial<Record<'added' | 'changed' | 'rewired' | 'removed', readonly string[]>>) =>
      void events.emit('flows:started', { diff: diff ?? null }),
  };
}
