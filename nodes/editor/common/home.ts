import type { EditorRED } from 'node-red';
import { countryCode, markets } from '../../../src/core/markets.ts';

declare const RED: EditorRED;

/** The country that the user is likely at home in, by the browser's time zone, else by its language; empty for none known. */
export function homeCountry(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [there] = Object.entries(markets).find(([, market]) => market.timeZone === timeZone) ?? [];
  return there ?? countryCode(new Intl.Locale(navigator.language).maximize().region ?? '') ?? '';
}

interface Link {
  readonly source: { readonly id: string };
}

interface HomeNode {
  readonly type?: string;
  readonly country?: unknown;
  readonly config?: string;
  readonly household?: { readonly country?: unknown } | null;
}

const nodeOf = (id: string) => RED.nodes.node(id) as HomeNode | null;

/** A node's own country, else that of its site. */
const countryOf = (node: HomeNode | null): unknown =>
  node?.country || (node?.config && nodeOf(node.config)?.household?.country);

/** Nodes with prices that are wired to the node `id`, directly or through others, the nearest first. */
export function priceNodesOf(id: string): string[] {
  const seen = new Set([id]);
  for (const target of seen) {
    const links = RED.nodes.filterLinks({ target: { id: target } }) as readonly Link[];
    for (const { source } of links) seen.add(source.id);
  }
  return [...seen].filter((one) => nodeOf(one)?.type === 'dayahead-price-series');
}

/** The currency of the first of `sources` that has a country, before anything is deployed; empty without one. */
export function typedCurrency(sources: readonly string[]): string {
  const codes = sources.flatMap((id) => countryCode(String(countryOf(nodeOf(id)) ?? '')) ?? []);
  return codes[0] ? markets[codes[0]].currency : '';
}
