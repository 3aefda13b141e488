import type { PriceOrigin } from '../../core/vocabulary.ts';
import { pricePrefix } from '../../mqtt/topics.ts';

/** A node with prices, as far as it is one among others. */
interface Candidate {
  readonly id: string;
  readonly name: string;
  /** The name that it publishes by; left out where that is not known. */
  readonly publishAs?: string;
  /** Left out before it has started. */
  readonly state?: {
    readonly conflict: string | undefined;
    readonly prices?: { readonly series: { readonly source: Pick<PriceOrigin, 'examples'> } } | undefined;
  };
}

/**
 * The node whose prices a house goes by where nobody has chosen: a contract before an example contract, then the one that
 * most of its devices take, else the one that publishes as `price`, else the first by its name. Which of them started first is no reason: that is another one after each deploy.
 * @param taken of each device the ids of the nodes whose prices reach it, the nearest first.
 */
export function housePrices<Node extends Candidate>(
  nodes: readonly Node[],
  taken: readonly (readonly string[])[],
): Node | undefined {
  const nearest = taken.map((ids) => ids.find((id) => nodes.some((node) => node.id === id)));
  const takers = (node: Node) => nearest.filter((id) => id === node.id).length;
  const [first] = [...nodes].sort(
    (a, b) =>
      Number(isOfContract(b)) - Number(isOfContract(a)) ||
      takers(b) - takers(a) ||
      Number(isMain(b)) - Number(isMain(a)) ||
      byName(a, b),
  );
  return first;
}

/** True once the prices of a contract are known whose energy price is not made up, as that of the demo is. */
export const isOfContract = ({ state }: Pick<Candidate, 'state'>): boolean =>
  state?.prices !== undefined && !state.prices.series.source.examples?.includes('energy');

/** Of two that are to publish by one name, the other one does. */
const isMain = ({ publishAs = '', state }: Candidate) =>
  pricePrefix(publishAs) === 'price' && state?.conflict === undefined;

/** In an order that no start and no deployment changes. */
export const byName = (a: Pick<Candidate, 'id' | 'name'>, b: typeof a): number =>
  a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
