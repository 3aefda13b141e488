import type { EditorRED } from 'node-red';
import { countryCode, markets } from '../../../src/core/markets.ts';
import { enabledIn, type FlowNode, nodesBefore, priceNodesIn, sendersIn } from './wires.ts';

declare const RED: EditorRED;

/** The country that the user is likely at home in, by the browser's time zone, else by its language; empty for none known. */
export function homeCountry(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [there] = Object.entries(markets).find(([, market]) => market.timeZone === timeZone) ?? [];
  return there ?? countryCode(new Intl.Locale(navigator.language).maximize().region ?? '') ?? '';
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

/** The flows as a deployment would have them. */
const presentFlow = () => RED.nodes.createCompleteNodeSet() as readonly FlowNode[];

/** Nodes with prices that are wired to the node `id`, directly or through others, the nearest first. */
export const priceNodesOf = (id: string): string[] => priceNodesIn(nodesBefore([id], presentFlow()));

/** The ways by which prices reach a device after a deployment. */
export interface PriceWires {
  /** Price nodes, the nearest first. */
  readonly wired: readonly string[];
  /** Whether any node sends it messages, which may be prices. */
  readonly isFed: boolean;
  /** The price nodes that could be wired to it, those of its tab first. */
  readonly others: readonly string[];
}

export function priceWiresOf(id: string): PriceWires {
  const flow = presentFlow();
  const before = nodesBefore([id], flow);
  const tab = flow.find((node) => node.id === id)?.z;
  const others = enabledIn(flow).sort((a, b) => Number(b.z === tab) - Number(a.z === tab));
  return { wired: priceNodesIn(before), isFed: sendersIn(before).length > 0, others: priceNodesIn(others) };
}

/** The currency of the first of `sources` that has a country, before anything is deployed; empty without one. */
export function typedCurrency(sources: readonly string[]): string {
  const codes = sources.flatMap((id) => countryCode(String(countryOf(nodeOf(id)) ?? '')) ?? []);
  return codes[0] ? markets[codes[0]].currency : '';
}
