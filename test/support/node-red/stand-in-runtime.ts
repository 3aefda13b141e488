import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { NodeAPI } from 'node-red';
import { PACKAGE } from '../../../scripts/demo/node-red.mts';
import type { FlowNode } from './node-red-helper.ts';

type Message = Readonly<Record<string, unknown>>;
type Construct = new (def: object) => StandInNode;
type Credentials = Readonly<Record<string, string>>;
type App = NodeAPI['httpAdmin'];

interface Manifest {
  readonly 'node-red': { readonly [kind in 'nodes' | 'plugins']: Readonly<Record<string, string>> };
}

const require = createRequire(import.meta.url);
const levels = { FATAL: 10, ERROR: 20, WARN: 30, INFO: 40 } as const;

/** Places that a runtime needs from its server. */
export interface Means {
  readonly settings: object;
  readonly httpAdmin: App;
  readonly httpNode: App;
  /** Sends a message to every open editor. */
  publish?(topic: string, data: unknown): void;
  /** Credentials by the ids of nodes. */
  readonly credentials?: Readonly<Record<string, Credentials>>;
  /** Receives the warnings and errors of the nodes. */
  onProblem?(text: string): void;
}

/** The options with which a node type is registered. */
interface TypeOptions {
  readonly credentials?: Readonly<Record<string, { readonly type: string }>>;
  readonly settings?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface StandInRuntime {
  /** The nodes of the last deployment. */
  flows(): readonly FlowNode[];
  /** Closes every node and starts the new flows, as a full deployment does. */
  deploy(flows: readonly FlowNode[]): Promise<void>;
  /** Presses the button of an inject node. */
  press(id: string): void;
  /** Sends a payload to a node, and resolves when the node is done with it. */
  input(id: string, payload: unknown): Promise<void>;
  /** The settings that the node types export to the editor. */
  readonly exported: Readonly<Record<string, unknown>>;
  /** The credentials of a node as the editor may see them: secrets only as `has_<name>`. */
  credentials(id: string): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** What Node-RED gives every node; `createNode` fills the fields in. */
class StandInNode extends EventEmitter {
  declare readonly id: string;
  declare readonly type: string;
  declare readonly wires: readonly (readonly string[])[];
  declare readonly credentials: Credentials;
  declare readonly runtime: {
    deliver(id: string, message: Message): void;
    log(node: StandInNode, level: number, text: unknown): void;
    publish(topic: string, data: unknown): void;
  };

  send(outputs: readonly (Message | null)[]): void {
    for (const [output, message] of outputs.entries())
      if (message) for (const id of this.wires[output] ?? []) this.runtime.deliver(id, message);
  }

  /** Resolves when the node is done with the message. */
  async receive(message: Message): Promise<void> {
    if (this.listenerCount('input') === 0) return;
    await new Promise<void>((resolve) => {
      const done = (error?: Error) => {
        if (error) this.error(error.message);
        resolve();
      };
      this.emit('input', message, (outputs: (Message | null)[]) => this.send(outputs), done);
    });
  }

  status(status: object): void {
    this.runtime.publish(`status/${this.id}`, status);
  }

  error(text: unknown): void {
    this.runtime.log(this, levels.ERROR, text);
  }

  warn(text: unknown): void {
    this.runtime.log(this, levels.WARN, text);
  }

  log(text: unknown): void {
    this.runtime.log(this, levels.INFO, text);
  }

  /** Resolves when every listener is done. */
  async close(removed: boolean): Promise<void> {
    for (const listener of this.listeners('close'))
      if (listener.length === 0) listener();
      else await new Promise<void>((done) => listener.call(this, removed, done));
    this.removeAllListeners();
  }
}

/** Runs our built nodes without Node-RED: messages follow the wires, and every deployment is a full one. */
export function createRuntime(means: Means): StandInRuntime {
  const { settings, httpAdmin, httpNode, credentials = {} } = means;
  const { publish = () => undefined, onProblem = () => undefined } = means;
  const secrets = new Map<string, NonNullable<TypeOptions['credentials']>>();
  const exported: Record<string, unknown> = {};
  const kinds = new Map<string, Construct>();
  const running = new Map<string, StandInNode>();
  const events = new EventEmitter().setMaxListeners(0);
  const logged = new EventEmitter();
  let flows: readonly FlowNode[] = [];

  const runtime: StandInNode['runtime'] = {
    // A node that receives a message changes nothing that its sender holds.
    deliver: (id, message) =>
      void setImmediate(structuredClone(message)).then((copy) => running.get(id)?.receive(copy)),
    log: ({ id, type }, level, msg) => {
      logged.emit('log', { id, type, level, msg, timestamp: Date.now() });
      if (level <= levels.WARN) onProblem(String(msg));
    },
    publish,
  };
  const RED = {
    ...{ settings, events, httpAdmin, httpNode, _: textOf, comms: { publish } },
    auth: { needsPermission: () => (_asked: unknown, _answer: unknown, next: () => void) => next() },
    log: {
      ...levels,
      warn: (msg: string) => logged.emit('log', { level: levels.WARN, msg }),
      addHandler: (handler: EventEmitter) => logged.on('log', (entry) => handler.emit('log', entry)),
    },
    util: { evaluateNodeProperty: propertyValue },
    nodes: {
      registerType(type: string, construct: Construct, { credentials = {}, settings = {} }: TypeOptions = {}) {
        Object.setPrototypeOf(construct.prototype, StandInNode.prototype);
        kinds.set(type, construct);
        secrets.set(type, credentials);
        for (const [name, { value }] of Object.entries(settings)) exported[name] = value;
      },
      createNode: (node: StandInNode, { id, type, name, wires = [] }: FlowNode) =>
        void Object.assign(node, { id, type, name, wires, credentials: credentials[id] ?? {}, runtime }),
      getNode: (id: string) => running.get(id) ?? null,
      getCredentials: (id: string) => credentials[id],
      eachNode: (each: (node: FlowNode) => void) => flows.forEach(each),
    },
  };
  const { nodes, plugins } = (require(join(PACKAGE, 'package.json')) as Manifest)['node-red'];
  for (const file of Object.values({ ...nodes, ...plugins })) require(join(PACKAGE, file)).default(RED);

  const press = (id: string) => {
    const { payload = '{}', wires = [] } = (flows.find((node) => node.id === id) ?? {}) as Partial<FlowNode>;
    for (const target of (wires as string[][])[0] ?? [])
      runtime.deliver(target, { payload: JSON.parse(String(payload)) });
  };
  const closeAll = async (next: readonly FlowNode[]) => {
    events.emit('flows:stopping');
    const closing = [...running].map(([id, node]) => node.close(!next.some((one) => one.id === id)));
    await Promise.all(closing);
    running.clear();
  };
  return {
    flows: () => flows,
    press,
    exported,
    input: async (id, payload) => running.get(id)?.receive({ payload }),
    credentials(id) {
      const stored = credentials[id];
      const fields = Object.entries(secrets.get(running.get(id)?.type ?? '') ?? {});
      return Object.fromEntries(
        (stored ? fields : []).map(([name, { type }]) =>
          type === 'password' ? [`has_${name}`, Boolean(stored?.[name])] : [name, stored?.[name] ?? ''],
        ),
      );
    },
    close: () => closeAll(flows),
    async deploy(next) {
      await closeAll(next);
      flows = next;
      // Nodes look up the config node that they name while they are created.
      for (const def of next.toSorted((a, b) => Number(isPlaced(a)) - Number(isPlaced(b)))) {
        const Kind = kinds.get(def.type);
        if (Kind) running.set(def.id, new Kind(structuredClone(def)));
      }
      events.emit('flows:started', {});
      for (const { id, type, once } of next) if (type === 'inject' && once) press(id);
    },
  };
}

function propertyValue(text: string, type: string): unknown {
  if (type === 'env') return process.env[text];
  return type === 'str' ? text : JSON.parse(text);
}

const isPlaced = ({ z }: FlowNode) => z !== undefined;

/** A text of ours in English by its name, `price-series.status.waiting` or `@dayahead/…/dayahead-config:fault.busy`. */
function textOf(name: string, values: Readonly<Record<string, string>> = {}): string {
  const path = name.replace(/^.*:/, '');
  const set = /dayahead-([\w-]+):/.exec(name)?.[1] ?? path.split('.')[0];
  const texts: unknown = JSON.parse(readFileSync(join(PACKAGE, `dist/nodes/locales/en-US/${set}.json`), 'utf8'));
  const text = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], texts);
  return Object.entries(values).reduce((said, [key, value]) => said.replaceAll(`__${key}__`, value), String(text));
}
