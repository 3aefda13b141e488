import type { Node, NodeAPI } from 'node-red';

interface Wired {
  readonly type: string;
  readonly wires?: readonly (readonly string[])[];
}

/** Whether a node that may send something of its own is wired to `node`; an `inject` only asks. */
export function isFed(RED: NodeAPI, node: Node): boolean {
  // Inside a subflow the wires name the node as the template does.
  const ids = [node.id, Reflect.get(node, '_alias')];
  let fed = false;
  RED.nodes.eachNode((other) => {
    const { type, wires = [] } = other as unknown as Wired;
    fed ||= type !== 'inject' && wires.some((wire) => wire.some((id) => ids.includes(id)));
  });
  return fed;
}
