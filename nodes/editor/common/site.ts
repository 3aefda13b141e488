import type { EditorRED } from 'node-red';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { post } from './ask.ts';
import { homeCountry } from './home.ts';

declare const RED: EditorRED;

/** A config node in the editor, whether it is deployed or not. */
interface EditorConfig {
  readonly changed?: boolean;
  readonly contracts?: readonly ContractForm[];
  readonly credentials?: { readonly token?: string; readonly entsoeToken?: string };
  readonly [field: string]: unknown;
}

/** Asks the site that the dialog has chosen; as it stands in the editor where it is not deployed like that. */
export function askSite<T>(path: string, question: object): Promise<T> {
  const site = chosenSite();
  return post('typed' in site ? `typed/${path}` : path, { ...site, ...question });
}

/** The chosen site for the server: its id, or all that is not deployed of it yet. */
export function chosenSite(): { readonly config: string } | { readonly typed: object } {
  const id = siteId();
  const config = id ? (RED.nodes.node(id) as unknown as EditorConfig | null) : null;
  const added = addedContracts();
  if (added.length > 0) return { typed: { ...bareSite(id), contracts: withForms(config?.contracts, added) } };
  return config?.changed ? { typed: typedOf(id, config) } : { config: id };
}

const ADDED = 'dayahead-contracts';

/** Contracts that the open dialog adds to its site when it is saved. They are kept at its field, so that *Cancel* drops them. */
export const addedContracts = (): readonly ContractForm[] => $('#node-input-config').data(ADDED) ?? [];

export const addContract = (form: ContractForm): void =>
  void $('#node-input-config').data(ADDED, withForms(addedContracts(), [form]));

/** Each form in the place of the one with its id, else at the end. */
export const withForms = (
  list: readonly ContractForm[] = [],
  forms: readonly ContractForm[],
): readonly ContractForm[] => [...new Map([...list, ...forms].map((form) => [form.id, form])).values()];

/** Id of the chosen config node; empty for none. */
export function siteId(): string {
  const id = String($('#node-input-config').val() ?? '');
  return id === '_ADD_' ? '' : id;
}

interface Housed {
  readonly id: string;
  readonly z?: string;
  config?: string | undefined;
}

/** Gives a node a site as it is dropped; one that is pasted keeps what it has. */
export const takesFirstSite = {
  onadd(this: Housed) {
    if (!RED.nodes.node(this.id)) this.config = firstSite(this);
  },
};

/** Gives a node that is dropped from the palette the user's country; what is pasted, imported or deployed keeps its own. */
export const takesCountry = {
  onadd(this: { readonly id: string; country: string }) {
    if (!RED.nodes.node(this.id)) this.country = homeCountry() || this.country;
  },
};

interface PublishingNode extends Housed {
  readonly type?: string;
  readonly publishAs?: string;
}

/** The name that a new price node publishes by: `price`, else the first number that no other price node of its site has. */
export function freeName(node: Housed): string {
  const siteOf = (each: Housed) => each.config ?? firstSite(each);
  const site = siteOf(node);
  const taken = new Set<string>();
  RED.nodes.eachNode((each) => {
    const other = each as unknown as PublishingNode;
    const isBeside = other.type === 'dayahead-price-series' && other.id !== node.id && siteOf(other) === site;
    if (site && isBeside) taken.add(other.publishAs ?? 'price');
    return true;
  });
  let name = 'price';
  for (let n = 2; taken.has(name); n++) name = String(n);
  return name;
}

/** Shows the first site there is as the choice of a node that nobody has chosen for: empty is a choice, of none. */
export function proposeSite(node: Housed): void {
  const first = node.config === undefined ? firstSite(node) : undefined;
  if (first) $('#node-input-config').val(first);
}

/** The site of another node on the same tab, else the first one. A site is of all tabs, or of one alone. */
export function firstSite({ z: tab }: Pick<Housed, 'z'>): string | undefined {
  const usable = sites().filter(({ id, z, d }) => id && !d && (!z || z === tab));
  const beside = new Set<string | undefined>();
  RED.nodes.eachNode((each) => {
    const { z, config } = each as unknown as Housed;
    if (z === tab) beside.add(config);
    return true;
  });
  return (usable.find(({ id }) => beside.has(id)) ?? usable[0])?.id;
}

/** What all sites publish below. */
export const siteRoots = (): (string | undefined)[] => sites().map(({ topicRoot, site }) => `${topicRoot}/${site}`);

export interface ListedSite {
  readonly id?: string;
  readonly type?: string;
  readonly z?: string;
  readonly d?: boolean;
  readonly changed?: boolean;
  readonly household?: object | null;
  readonly broker?: string;
  readonly topicRoot?: string;
  readonly site?: string;
}

/** The sites in the editor, in their order. */
export function sites(): ListedSite[] {
  const found: ListedSite[] = [];
  RED.nodes.eachConfig((config: ListedSite) => {
    if (config.type === 'dayahead-config') found.push(config);
    return true;
  });
  return found;
}

/** `__PWRD__` stands for a secret that the server keeps. */
export const isKept = (secret: unknown): boolean => secret === undefined || secret === '__PWRD__';

const typedFields = [
  'schema',
  'service',
  'catalogue',
  'figures',
  'contracts',
  'prices',
  'sources',
  'url',
  'resolution',
];

/** A site as it stands in the editor, without the contracts it holds: they are not asked about. */
export function bareSite(id: string): object {
  const config = RED.nodes.node(id) as unknown as EditorConfig | null;
  return config ? { ...typedOf(id, config), contracts: [] } : { schema: 2 };
}

function typedOf(id: string, { credentials, ...config }: EditorConfig): object {
  const typed = typedFields.map((name) => [name, config[name]]);
  const secrets = (['token', 'entsoeToken'] as const).map((name) => [name, credentials?.[name]]);
  return { id, ...Object.fromEntries([...typed, ...secrets.filter(([, secret]) => !isKept(secret))]) };
}
