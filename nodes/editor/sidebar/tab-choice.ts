import type { EditorRED } from 'node-red';
import type { Named } from '../../../src/runtime/editor/overview.ts';

declare const RED: EditorRED;

/** A node of ours in the editor. */
interface PlacedNode {
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

/** The choice of prices: those that belong to the flow that is shown, unless somebody has chosen others there, over a reload too. */
export function createTabChoice() {
  let known: readonly Named[] | undefined;
  let shown = '';
  return {
    /** Id of the node whose prices are to be shown; empty for any. */
    asked(): string {
      const isKnown = (id: string | undefined): id is string => !!id && (known?.some((one) => one.id === id) ?? true);
      return [byHand()[tab()], ...pricesOf(tab()), shown].find(isKnown) ?? '';
    },
    choose(id: string): void {
      localStorage.setItem(KEY, JSON.stringify({ ...byHand(), [tab()]: id }));
    },
    /** Learns what there is to choose from. */
    told(choices: readonly Named[], chosen: string): void {
      known = choices;
      shown = chosen;
    },
  };
}

const tab = () => RED.workspaces.active() as unknown as string;

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
