import type { Node, NodeAPI } from 'node-red';

interface Wired {
  readonly id: string;
  readonly type: string;
  readonly wires?: readonly (readonly string[])[];
  readonly config?: string;
  readonly country?: unknown;
  readonly household?: { readonly country?: unknown } | null;
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

const all = (RED: NodeAPI): Wired[] => {
  const nodes: Wired[] = [];
  RED.nodes.eachNode((node) => nodes.push(node as unknown as Wired));
  return nodes;
};

/** The nodes that messages reach `node` from, the nearest first. */
function before(RED: NodeAPI, node: Node): Wired[] {
  const nodes = all(RED);
  const ids = new Set([node.id, String(Reflect.get(node, '_alias'))]);
  for (const id of ids) {
    for (const other of nodes) if (other.wires?.some((wire) => wire.includes(id))) ids.add(other.id);
  }
  return [...ids].flatMap((id) => nodes.find((other) => other.id === id) ?? []);
}

/** Ids of the price nodes whose prices reach `node`. */
export const pricesBefore = (RED: NodeAPI, node: Node): string[] =>
  before(RED, node).flatMap(({ id, type }) => (type === 'dayahead-price-series' ? [id] : []));

/** The countries chosen in nodes that prices reach `node` from, the nearest first, and then in the others of its site. */
export function countriesNear(RED: NodeAPI, node: Node, site: string): string[] {
  const nodes = all(RED);
  const countryOf = ({ country, config }: Wired) =>
    country === '' ? nodes.find(({ id }) => id === config)?.household?.country : country;
  const beside = nodes.filter(({ config }) => site !== '' && config === site);
  return [...before(RED, node), ...beside].flatMap((near) => {
    const country = countryOf(near);
    return /^dayahead-(price-series|tariff-select)$/.test(near.type) && typeof country === 'string' ? [country] : [];
  });
}
