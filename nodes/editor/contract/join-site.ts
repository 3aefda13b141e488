import type { EditorRED } from 'node-red';
import { firstSite, type ListedSite, sites } from '../common/site.ts';

declare const RED: EditorRED;

interface ImportedNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  /** True of a node that is imported, false of one that is loaded. */
  readonly changed?: boolean;
  readonly country?: string;
  config?: string | undefined;
}

/** The counter of a config node's users, which the editor's types do not have. */
type Users = { updateConfigNodeUsers?: (node: ImportedNode, options: { action: 'add' | 'remove' }) => void };

/** Has nodes of an imported example join the site of the household, as a second one could not publish beside it. */
export function joinSiteOnImport(): void {
  RED.events.on('nodes:add', (node: ImportedNode) => {
    if (!node.changed || !/^dayahead-(?!config$)/.test(node.type)) return;
    const site = siteToJoin(node);
    if (!site || site === node.config) return;
    const { updateConfigNodeUsers } = RED.nodes as unknown as Users;
    updateConfigNodeUsers?.(node, { action: 'remove' });
    const brought = node.config;
    node.config = site;
    updateConfigNodeUsers?.(node, { action: 'add' });
    // After the import, as its other nodes are added one by one.
    if (brought) setTimeout(() => isUnused(brought) && RED.nodes.remove(brought));
  });
}

/** The household's site for a node that comes without a site and a country, or with an example's site of the same topics. */
function siteToJoin(node: ImportedNode): string | undefined {
  if (!node.config) return node.country === '' ? firstSite(node) : undefined;
  const brought = sites().find(({ id }) => id === node.config);
  if (!brought || !isExample(brought)) return undefined;
  return sites().find((site) => site.id !== brought.id && !site.d && rootOf(site) === rootOf(brought))?.id;
}

/** True of a site that has been imported and holds no choice of the user's. */
const isExample = ({ changed, household, broker }: ListedSite): boolean =>
  changed === true && !household && broker === 'none';

const rootOf = ({ topicRoot, site }: ListedSite): string => `${topicRoot}/${site}`;

const isUnused = (id: string): boolean =>
  (RED.nodes.node(id) as unknown as { readonly users?: readonly unknown[] } | null)?.users?.length === 0;
