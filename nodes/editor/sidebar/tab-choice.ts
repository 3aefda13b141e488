import type { EditorRED } from 'node-red';
import type { PricesChoice } from '../../../src/runtime/editor/overview.ts';
import { priceNodesOf } from '../common/home.ts';

declare const RED: EditorRED;

/** A node of ours in the editor. */
export interface PlacedNode {
  readonly id: string;
  readonly type: string;
  /** Id of its flow. */
  readonly z?: string;
  readonly config?: string;
}

/** The prices that somebody chose by hand, by the flow that was shown then. */
type ByHand = Readonly<Record<string, string>>;

const KEY = 'dayahead-sidebar-prices';
const PRICES = 'dayahead-price-series';

/**
 * The choice of prices: those of the node that is selected in the flow, else those that the user chose on this flow, over a
 * reload too, else the first of this flow that are known.
 */
export function createTabChoice() {
  let known: readonly PricesChoice[] | undefined;
  let shown = '';
  let selected: { readonly tab: string | undefined; readonly prices: string | undefined } | undefined;
  return {
    /** Id of the node whose prices are to be shown; empty for any. */
    asked(): string {
      const isKnown = (id: string | undefined): id is string => !!id && (known?.some((one) => one.id === id) ?? true);
      const hasPrices = (id: string) => known?.find((one) => one.id === id)?.hasPrices ?? false;
      const here = pricesOf(tab());
      const ofSelected = selected?.tab === tab() ? selected?.prices : undefined;
      return [ofSelected, byHand()[tab()], ...here.filter(hasPrices), ...here, shown].find(isKnown) ?? '';
    },
    /** Follows the selection in the flow; a node that is not deployed yet is shown after its deployment. */
    select(nodes: readonly PlacedNode[]): void {
      const [node, another] = nodes;
      if (node?.type.startsWith('dayahead-') && !another) selected = { tab: node.z, prices: pricesOfNode(node) };
    },
    choose(id: string): void {
      selected = undefined;
      localStorage.setItem(KEY, JSON.stringify({ ...byHand(), [tab()]: id }));
    },
    /** Learns what there is to choose from. */
    told(choices: readonly PricesChoice[], chosen: string): void {
      known = choices;
      shown = chosen;
    },
  };
}

const tab = () => RED.workspaces.active() as unknown as string;

/** The price node that `node` is, or is wired to. */
const pricesOfNode = ({ id, type }: PlacedNode): string | undefined => (type === PRICES ? id : priceNodesOf(id)[0]);

/** The nodes with prices of a flow, then those of the sites that its other nodes are of. */
function pricesOf(flow: string): string[] {
  const nodes: PlacedNode[] = [];
  RED.nodes.eachNode((node) => {
    const placed = node as unknown as PlacedNode;
    if (placed.type.startsWith('dayahead-')) nodes.push(placed);
    return true;
  });
  const here = nodes.filter(({ z }) => z === flow);
  const sites = here.flatMap(({ config }) => config || []);
  const prices = nodes.filter(({ type }) => type === PRICES);
  return [
    ...prices.filter(({ z }) => z === flow),
    ...prices.filter(({ config }) => config && sites.includes(config)),
  ].map(({ id }) => id);
}

/** What is no record of ours is none. */
function byHand(): ByHand {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? Object.fromEntries(Object.entries(kept)) : {};
  } catch {
    return {};
  }
}
