import { type EventEmitter, once } from 'node:events';
import { createRequire } from 'node:module';
import type { Node, NodeAPI, NodeDef, NodeInitializer, NodeMessage, NodeStatus } from 'node-red';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Clock } from '../../../src/runtime/clock.ts';
import { eventually } from '../eventually.ts';

/** A node as a flow file holds it: whatever its dialog saves. */
export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

type Deployment = 'full' | 'flows' | 'nodes';
type Listener = (message: NodeMessage, send: (messages: unknown) => void, done: (error?: Error) => void) => void;

interface Helper {
  load(nodes: readonly NodeInitializer[], flow: readonly FlowNode[], credentials: object): Promise<void>;
  unload(): Promise<void>;
  getNode(id: string): Node;
  settings(settings: object): object;
  readonly _events: EventEmitter;
  readonly _redNodes: {
    /** Resolves when the flows that ran have stopped; those of `flow` may still be starting. */
    setFlows(flow: readonly FlowNode[], credentials: object, type: Deployment): Promise<void>;
  };
  /** What has been logged since a flow was loaded. */
  log(): {
    readonly args: readonly (readonly [{ readonly level: number; readonly msg: string }])[];
    readonly WARN: number;
    readonly INFO: number;
  };
  startServer(): Promise<void>;
  stopServer(): Promise<void>;
  request(): {
    get(path: string): { set(headers: object): PromiseLike<Response> };
    post(path: string): { set(headers: object): { send(body: object | string): PromiseLike<Response> } };
  };
}

interface Response {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** What one input led to. */
interface Answered {
  /** `send` and `done` in the order in which they were called. */
  readonly calls: readonly ('send' | 'done')[];
  /** One entry per output, of the last `send`. */
  readonly sent: readonly (NodeMessage | null)[];
  readonly error: Error | undefined;
}

/** A running flow. A node of type `collect` keeps what reaches it. */
export interface Flow {
  node<T extends Node>(id: string): T;
  /** What has reached the `collect` node, oldest first. */
  received(id: string): readonly NodeMessage[];
  /** Resolves when the `collect` node holds at least `count` messages, with the last of those. */
  message(id: string, count?: number): Promise<NodeMessage>;
  /** Every status that the node has shown, oldest first. */
  statuses(id: string): readonly NodeStatus[];
  /** Resolves with the first status whose text matches. */
  status(id: string, text: RegExp): Promise<NodeStatus>;
  /** Hands a message to the node and waits until it is done with it. */
  input(id: string, message: NodeMessage): Promise<Answered>;
  deploy(flow: readonly FlowNode[], type?: Deployment): Promise<void>;
  /** What Node-RED's log has of warnings, oldest first. */
  warnings(): readonly string[];
  /** The same of what it is informed of. */
  notes(): readonly string[];
  /** Asks an admin endpoint. */
  get(path: string, headers?: object): PromiseLike<Response>;
  /** Tells one: an object as JSON, a text as the fields of a form. */
  post(path: string, body: object | string, headers?: object): PromiseLike<Response>;
}

/** As in `settings.js`. */
interface HelperSettings {
  readonly dayahead?: object;
  readonly [name: string]: unknown;
}

/** Node-RED's own test helper; it is CommonJS and patches what it requires. */
const helper: Helper = createRequire(import.meta.url)('node-red-node-test-helper');

/**
 * Sets Node-RED up for the tests of a file; call it once at the top. What it returns starts a flow of the given
 * kinds of nodes under `clock`.
 */
export function nodeRed(
  ...kinds: readonly NodeInitializer[]
): (clock: Clock, flow: readonly FlowNode[], credentials?: object, settings?: HelperSettings) => Promise<Flow> {
  beforeAll(() => helper.startServer());
  afterEach(() => helper.unload());
  afterAll(() => helper.stopServer());
  return async (clock, flow, credentials = {}, settings = {}) => {
    const records = new Map<string, NodeRecord>();
    const { dayahead = {}, ...others } = settings;
    helper.settings({ ...others, dayahead: { clock, ...dayahead } });
    await helper.load(
      [...kinds.map((kind) => recorded(kind, records)), recorded(collector(records), records)],
      flow,
      credentials,
    );
    return flowOf(records, credentials);
  };
}

interface NodeRecord {
  readonly messages: NodeMessage[];
  readonly statuses: NodeStatus[];
  listener?: Listener;
}

/** The same kind of node, with what its nodes do written into `records`. */
function recorded(kind: NodeInitializer, records: Map<string, NodeRecord>): NodeInitializer {
  return (RED) => {
    const nodes = Object.create(RED.nodes) as NodeAPI['nodes'];
    nodes.createNode = (node, def) => {
      RED.nodes.createNode(node, def);
      const record: NodeRecord = { messages: [], statuses: [] };
      records.set(def.id, record);
      const { on, status } = node;
      node.status = (shown: NodeStatus) => {
        record.statuses.push(shown);
        status.call(node, shown);
      };
      node.on = (event: string, listener: (...values: never[]) => void) => {
        if (event === 'input') record.listener = listener as Listener;
        return on.call(node, event as 'close', listener as () => void);
      };
    };
    // The helper serves no pages of flows: they are asked for where the editor's endpoints are.
    return kind(Object.create(RED, { nodes: { value: nodes }, httpNode: { value: RED.httpAdmin } }) as NodeAPI);
  };
}

/** The kind of node that keeps what reaches it. */
const collector =
  (records: ReadonlyMap<string, NodeRecord>): NodeInitializer =>
  (RED) =>
    RED.nodes.registerType('collect', function (this: Node, def: NodeDef) {
      RED.nodes.createNode(this, def);
      this.on('input', (message, _send, done) => {
        records.get(def.id)?.messages.push(message);
        done();
      });
    });

function flowOf(records: ReadonlyMap<string, NodeRecord>, credentials: object): Flow {
  const record = (id: string): NodeRecord => {
    const found = records.get(id);
    if (!found) throw new Error(`no node ${id} in ${[...records.keys()].join(', ')}`);
    return found;
  };
  return {
    node: <T extends Node>(id: string) => helper.getNode(id) as T,
    received: (id) => record(id).messages,
    message: (id, count = 1) => eventually(() => entry(record(id).messages, count - 1, `message ${count} at ${id}`)),
    statuses: (id) => record(id).statuses,
    status: (id, text) =>
      eventually(() => {
        const { statuses } = record(id);
        const found = statuses.find((status) => text.test(status.text ?? ''));
        return found ?? fail(`${id} has shown ${JSON.stringify(statuses)}`);
      }),
    input: (id, message) => answerOf(helper.getNode(id), record(id).listener ?? fail(`${id} takes no input`), message),
    // The helper's own `setFlows` begins to listen after the flows began to start, and gives up after 300 ms.
    deploy: async (flow, type = 'full') => {
      const started = once(helper._events, 'flows:started');
      await helper._redNodes.setFlows(flow, credentials, type);
      await started;
    },
    warnings: () => logged('WARN'),
    notes: () => logged('INFO'),
    get: (path, headers = {}) => helper.request().get(path).set(headers),
    post: (path, body, headers = {}) => helper.request().post(path).set(headers).send(body),
  };
}

function logged(wanted: 'WARN' | 'INFO'): string[] {
  const log = helper.log();
  return log.args.flatMap(([{ level, msg }]) => (level === log[wanted] ? msg : []));
}

function answerOf(node: Node, listener: Listener, message: NodeMessage): Promise<Answered> {
  const calls: ('send' | 'done')[] = [];
  let sent: readonly (NodeMessage | null)[] = [];
  return new Promise((resolve) => {
    listener.call(
      node,
      message,
      (messages) => {
        calls.push('send');
        sent = [messages].flat() as (NodeMessage | null)[];
        node.send(messages as NodeMessage[]);
      },
      (error) => {
        calls.push('done');
        resolve({ calls, sent, error });
      },
    );
  });
}

const entry = <T>(list: readonly T[], index: number, name: string): T => list[index] ?? fail(`not yet: ${name}`);

function fail(text: string): never {
  throw new Error(text);
}
