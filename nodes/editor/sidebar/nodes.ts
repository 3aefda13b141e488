import type { EditorRED } from 'node-red';
import type { Named } from '../../../src/runtime/editor/overview.ts';

declare const RED: EditorRED;

/** A node in the editor, as far as it is of use here. */
interface EditorNode {
  readonly z?: string;
  readonly status?: { readonly text?: string };
}

const nodeOf = (id: string) => RED.nodes.node(id) as (EditorNode & Parameters<typeof RED.utils.getNodeLabel>[0]) | null;
const tabOf = RED.nodes.workspace as (id: string) => { readonly label?: string } | undefined;

/** A node by the label that the editor shows; one inside a subflow by what the server calls it. */
export function labelOf({ id, name }: Named): string {
  const node = nodeOf(id);
  return node ? RED.utils.getNodeLabel(node, name) : name;
}

/** The same with its tab, `Prices · Copenhagen`: many nodes share a name. */
export function placeOf(named: Named): string {
  return [labelOf(named), tabOf(nodeOf(named.id)?.z ?? '')?.label].filter(Boolean).join(' · ');
}

/** The text that the node itself shows below it. */
export const statusOf = ({ id }: Named): string => nodeOf(id)?.status?.text ?? '';
