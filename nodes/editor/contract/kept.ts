import type { EditorRED } from 'node-red';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { addedContracts, withForms } from '../common/site.ts';

declare const RED: EditorRED;

/** A node in the editor, as far as contracts are concerned. */
interface EditorNode {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly config?: string;
  readonly service?: string;
  contracts?: readonly ContractForm[];
  sources?: string;
  household?: Readonly<Record<string, unknown>> | null;
  readonly users?: readonly EditorNode[];
  changed?: boolean;
  dirty?: boolean;
  readonly [field: string]: unknown;
}

const siteAt = (id: string) => RED.nodes.node(id) as unknown as EditorNode | null;

/** True for a site whose service is another's. */
export const takesNone = (siteId: string): boolean => siteAt(siteId)?.service === 'remote';

/** The contracts that a site holds in the editor. */
export const contractsOf = (siteId: string): readonly ContractForm[] =>
  takesNone(siteId) ? [] : (siteAt(siteId)?.contracts ?? []);

/** Keeps the contracts that the dialog of a node adds in its site, as if the site's dialog had been open. */
export function keepAdded(): void {
  const added = addedContracts();
  if (added.length === 0) return;
  const site = siteFor($('#node-input-config'));
  if (!takesNone(site)) keepInSite(site, { contracts: withForms(siteAt(site)?.contracts, added) });
}

/** Changes fields of a site, as if its dialog had been open. */
export function keepInSite(
  siteId: string,
  fields: Pick<Partial<EditorNode>, 'contracts' | 'sources' | 'household'>,
): void {
  const node = siteAt(siteId);
  if (!node) return;
  const changes = Object.fromEntries(Object.keys(fields).map((name) => [name, node[name]]));
  RED.history.push({ t: 'edit', node, changes, changed: node.changed, dirty: RED.nodes.dirty() } as never);
  Object.assign(node, fields, { changed: true });
  // Their country may stand in the site.
  for (const user of node.users ?? []) RED.editor.validateNode(user as never);
  RED.nodes.dirty(true);
  RED.events.emit('nodes:change', node as never);
}

/** Names of the nodes of a site that have chosen a contract. */
export function usersOf(siteId: string, contractId: string): string[] {
  const users: string[] = [];
  RED.nodes.eachNode((each) => {
    const node = each as unknown as EditorNode;
    const selection = node.country === '' ? siteAt(siteId)?.household : node;
    const chosen = ['consumption', 'grid', 'feedin'].map(
      (sector) => selection?.[sector] as { id?: string } | null | undefined,
    );
    const isUser = chosen.some((choice) => choice?.id === contractId || choice?.id?.startsWith(`${contractId}-`));
    if (node.config === siteId && isUser) users.push(node.name || node.type.replace('dayahead-', ''));
    return true;
  });
  return users;
}

/** The local day, as a field of type date writes it. */
export const today = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** An id that no other contract has. */
export const newContractId = (): string => `own-${RED.nodes.id().slice(0, 10)}`;

/** Puts up a site for a dialog that has chosen none, and chooses it there. */
export function siteFor(select: JQuery): string {
  const chosen = String(select.val() ?? '');
  if (chosen && chosen !== '_ADD_') return chosen;
  const type = 'dayahead-config';
  const definition = RED.nodes.getType(type) as unknown as {
    readonly defaults: Readonly<Record<string, { readonly value: unknown }>>;
    readonly label: unknown;
  };
  const id = RED.nodes.id();
  const values = Object.entries(definition.defaults).map(([name, { value }]) => [name, structuredClone(value)]);
  const node = { id, type, z: '', users: [], _def: definition, label: definition.label, changed: true };
  const dirty = RED.nodes.dirty();
  RED.nodes.add({ ...Object.fromEntries(values), ...node } as never);
  RED.history.push({ t: 'add', nodes: [id], dirty } as never);
  RED.nodes.dirty(true);
  select
    .append($('<option>').val(id).text(String(definition.defaults.site?.value)))
    .val(id)
    .trigger('change');
  return id;
}
