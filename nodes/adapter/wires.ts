import type { Node, NodeAPI } from 'node-red';
import { type FlowNode, nodesBefore, priceNodesIn, sendersIn } from '../editor/common/wires.ts';

interface Housed extends FlowNode {
  readonly config?: string;
  readonly country?: unknown;
  readonly household?: { readonly country?: unknown } | null;
}

/** Whether messages of a node that may have something of its own reach `node`; an `inject` only triggers. */
export const isFed = (RED: NodeAPI, node: Node): boolean =>
  sendersIn(before(RED, node)).some(({ type }) => type !== 'inject');

const all = (RED: NodeAPI): Housed[] => {
  const nodes: Housed[] = [];
  RED.nodes.eachNode((node) => nodes.push(node as unknown as Housed));
  return nodes;
};

/** Inside a subflow the wires name a node as the template does. */
const before = (RED: NodeAPI, node: Node): Housed[] =>
  nodesBefore([node.id, String(Reflect.get(node, '_alias'))], all(RED));

/** Ids of the price nodes whose prices reach `node`. */
export const pricesBefore = (RED: NodeAPI, node: Node): string[] => priceNodesIn(before(RED, node));

/** The countries chosen in nodes that prices reach `node` from, the nearest first, and then in the others of its site. */
export function countriesNear(RED: NodeAPI, node: Node, site: string): string[] {
  const nodes = all(RED);
  const countryOf = ({ country, config }: Housed) =>
    country === '' ? nodes.find(({ id }) => id === config)?.household?.country : country;
  const beside = nodes.filter(({ config }) => site !== '' && config === site);
  return [...before(RED, node), ...beside].flatMap((near) => {
    const country = countryOf(near);
    return /^dayahead-(price-series|tariff-select)$/.test(near.type) && typeof country === 'string' ? [country] : [];
  });
}
