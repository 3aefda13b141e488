import type { Node, NodeAPI } from 'node-red';

interface Wired {
  readonly id: string;
  readonly type: string;
  readonly wires?: readonly (readonly string[])[];
  readonly config?: string;
  readonly country?: unknown;
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

/** The countries chosen in nodes that prices reach `node` from, the nearest first, and then in the others of its site. */
export function countriesNear(RED: NodeAPI, node: Node, site: string): string[] {
  const all: Wired[] = [];
  RED.nodes.eachNode((other) => all.push(other as unknown as Wired));
  const before = new Set([node.id, String(Reflect.get(node, '_alias'))]);
  for (const id of before) {
    for (const other of all) if (other.wires?.some((wire) => wire.includes(id))) before.add(other.id);
  }
  const near = [...before].flatMap((id) => all.find((other) => other.id === id) ?? []);
  const beside = all.filter(({ config }) => site !== '' && config === site);
  return [...near, ...beside].flatMap(({ type, country }) =>
    /^dayahead-(price-series|tariff-select)$/.test(type) && typeof country === 'string' ? [country] : [],
  );
}
