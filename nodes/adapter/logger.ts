import type { Node, NodeAPI, NodeMessage, NodeStatus } from 'node-red';

type Redact = (text: string) => string;

/** Replaced before any token can be sent: what sends one is loaded later. */
let redact: Redact = (text) => text;
const loadRedact = () =>
  import('../../src/core/secrets/secrets.ts').then(({ withoutSecrets }) => {
    redact = withoutSecrets;
  });

/**
 * Masks tokens in every line that `node` logs and every status that it shows, whatever the line comes from. An error keeps
 * its class and its stack, masked too. Call it as soon as the node has been created.
 */
export function redactNode(node: Node): void {
  void loadRedact();
  const { log, warn, error, status } = node;
  node.log = (line: unknown) => log.call(node, redacted(line));
  node.warn = (line: unknown) => warn.call(node, redacted(line));
  node.error = (line: unknown, ...message: readonly NodeMessage[]) => error.call(node, redacted(line), ...message);
  node.status = (shown: string | NodeStatus) => status.call(node, redactedStatus(shown));
}

/** Logs a warning that belongs to no node, without tokens. */
export function warnOf(RED: NodeAPI): (text: string) => void {
  void loadRedact();
  return (text) => RED.log.warn(`[dayahead] ${redact(text)}`);
}

function redacted(line: unknown): unknown {
  if (typeof line === 'string') return redact(line);
  if (!(line instanceof Error)) return line;
  line.message = redact(line.message);
  if (line.stack) line.stack = redact(line.stack);
  return line;
}

const redactedStatus = (shown: string | NodeStatus): string | NodeStatus => {
  if (typeof shown === 'string') return redact(shown);
  return shown.text === undefined ? shown : { ...shown, text: redact(shown.text) };
};
