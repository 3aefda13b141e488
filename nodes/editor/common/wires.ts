/** A node as a flow file has it, with the ways by which messages pass from it to others. */
export interface FlowNode {
  readonly id: string;
  readonly type: string;
  /** Its tab or subflow. */
  readonly z?: string;
  readonly d?: boolean;
  /** Set on a disabled tab. */
  readonly disabled?: boolean;
  readonly wires?: readonly (readonly string[])[];
  /** From a `link out` or `link call` to `link in` nodes. */
  readonly links?: readonly string[];
  readonly in?: readonly SubflowPort[];
  readonly out?: readonly SubflowPort[];
}

interface SubflowPort {
  readonly wires: readonly { readonly id: string }[];
}

/** The nodes that messages reach the node `ids` from, the nearest first: through wires, links and subflows. */
export function nodesBefore<N extends FlowNode>(ids: readonly string[], nodes: readonly N[]): N[] {
  const sources = new Map<string, string[]>();
  const connect = (from: string, to: string) => {
    const known = sources.get(to);
    if (known) known.push(from);
    else sources.set(to, [from]);
  };
  for (const node of enabledIn(nodes)) {
    const { id, type, wires = [], links = [] } = node;
    for (const to of wires.flat()) connect(id, to);
    if (type === 'link out' || type === 'link call') for (const to of links) connect(id, to);
    if (type === 'subflow') connectPorts(node, connect);
    if (!type.startsWith('subflow:')) continue;
    const subflow = type.slice('subflow:'.length);
    connect(id, inlet(subflow));
    connect(outlet(subflow), id);
  }
  const found = new Set(ids);
  for (const id of found) for (const source of sources.get(id) ?? []) found.add(source);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return [...found].filter((id) => !ids.includes(id)).flatMap((id) => byId.get(id) ?? []);
}

/** The nodes that run: neither disabled nor on a disabled tab. */
export function enabledIn<N extends FlowNode>(nodes: readonly N[]): N[] {
  const tabsOff = new Set(nodes.filter(({ disabled }) => disabled).map(({ id }) => id));
  return nodes.filter(({ d, z = '' }) => !d && !tabsOff.has(z));
}

/** The ends of a subflow's template, which all nodes of it share. */
const inlet = (subflow: string) => `in ${subflow}`;
const outlet = (subflow: string) => `out ${subflow}`;

function connectPorts(
  { id: subflow, in: inputs = [], out: outputs = [] }: FlowNode,
  connect: (from: string, to: string) => void,
): void {
  for (const { id } of inputs.flatMap(({ wires }) => wires)) connect(inlet(subflow), id);
  for (const { id } of outputs.flatMap(({ wires }) => wires))
    connect(id === subflow ? inlet(subflow) : id, outlet(subflow));
}

/** Whether a node only passes on the messages of others. */
const isPassage = ({ type }: FlowNode): boolean => /^(?:link (?:in|out|call)|junction|subflow(?::.*)?)$/.test(type);

/** The nodes that may send messages of their own. */
export const sendersIn = <N extends FlowNode>(nodes: readonly N[]): N[] => nodes.filter((node) => !isPassage(node));

/** The ids of the price nodes among `nodes`. */
export const priceNodesIn = (nodes: readonly FlowNode[]): string[] =>
  nodes.filter(({ type }) => type === 'dayahead-price-series').map(({ id }) => id);
