import type { Node, NodeDef, NodeMessage, NodeStatus } from 'node-red';
import type { StatusWord } from '../../src/runtime/status.ts';
import { contentOf } from './content.ts';
import { redactNode } from './logger.ts';

/** The payload of one message, and further fields beside it where an output has some. */
interface Outgoing {
  readonly payload: unknown;
  readonly [field: string]: unknown;
}

/** One entry per output; `undefined` keeps that output silent. */
export type Outputs = readonly (Outgoing | undefined)[];

/**
 * The meaning of an input. `payload` is `undefined` where it had no content: "send again what you know".
 * A rejection refuses the input: its error goes to `done`, and the handler must not have changed anything.
 */
type Handler = (payload: object | undefined, topic: string | undefined) => Promise<Outputs>;

/** A Node-RED node as the rest of `nodes/` uses it: the one place where messages, errors and statuses are shaped. */
export interface Adapter {
  /** Topic of the node's own messages. */
  readonly topic: string;
  /** Says what is wrong, by the code of a fault. */
  readonly faultWord: StatusWord;
  /** Sends messages of our own. */
  send(outputs: Outputs, topic?: string): void;
  /** Shows how the node stands, once, however often it is said. */
  show(status: NodeStatus): void;
  /** Shows an error that no input caused, and logs it. */
  fail(error: unknown): void;
  onInput(handle: Handler): void;
}

/** The configuration that every node of ours has, besides `name`. */
export interface NamedDef extends NodeDef {
  readonly topic?: string;
}

export function adapt(node: Node, { id, name, topic }: NamedDef, faultWord: StatusWord): Adapter {
  redactNode(node);
  const own = topic || name || id;
  const display = statusOf(node);
  let standing: NodeStatus | undefined;
  const showAgain = () => {
    if (standing) display(standing);
  };
  let turn = 0;
  const show = (status: NodeStatus) => {
    turn += 1;
    standing = status;
    showAgain();
  };
  const messages = (outputs: Outputs, message: NodeMessage) =>
    outputs.map((fields) => fields && { ...message, ...fields });
  const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
  const redFor = async (error: Error): Promise<NodeStatus> => ({
    fill: 'red',
    shape: 'dot',
    text: await shortText(error, faultWord),
  });
  return {
    topic: own,
    faultWord,
    show,
    send: (outputs, topic = own) => node.send(messages(outputs, { topic }).map(orNull)),
    fail(thrown) {
      const error = asError(thrown);
      turn += 1;
      const mine = turn;
      // What is shown meanwhile is newer.
      redFor(error).then((status) => mine === turn && show(status));
      node.error(error.message);
    },
    onInput: (handle) =>
      node.on('input', async (message, send, done) => {
        const { topic } = message;
        try {
          send(
            messages(await handle(contentOf(message), topic || undefined), { ...message, topic: topic || own }).map(
              orNull,
            ),
          );
        } catch (thrown) {
          const error = asError(thrown);
          // Until the node says how it stands, or takes an input.
          display((isWaitedFor(error) && standing) || (await redFor(error)));
          done(error);
          return;
        }
        showAgain();
        done();
      }),
  };
}

/** A public source that has nothing yet: how the node stands says it shorter, with the time of the next try. */
const isWaitedFor = (error: Error): boolean =>
  [error, error.cause].some((each) => each instanceof Error && each.name === 'SourceError');

function statusOf(node: Node): (status: NodeStatus) => void {
  let shown = '';
  return (status) => {
    const key = JSON.stringify(status);
    if (key !== shown) node.status(status);
    shown = key;
  };
}

const orNull = (message: NodeMessage | undefined) => message ?? null;

/** A status has room for a few words; the whole text is in `done`. */
async function shortText(error: Error, faultWord: StatusWord): Promise<string> {
  const { refusedText } = await import('../../src/runtime/refused-text.ts');
  const text = refusedText(error, faultWord);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
