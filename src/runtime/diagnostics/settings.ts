import { decoded } from '../../core/percent.ts';
import { slug } from '../../mqtt/topics.ts';
import type { Private } from './masked.ts';

/** A node as a flow holds it: whatever its dialog has saved. */
export interface SavedNode {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The fields of our dialogs that a report tells as they are; of every other it says no more than that it is filled in. */
const told: ReadonlySet<string> = new Set([
  ...['schema', 'service', 'prices', 'resolution', 'timeZone', 'broker', 'rejectUnauthorized', 'page', 'language'],
  ...['importKw', 'amps', 'phases', 'exportKw', 'peak', 'peakMinutes', 'peakDays', 'country', 'version', 'billFacts'],
  ...['includeFees', 'includeVat', 'asSoonAsPossible', 'adjustment', 'adjustmentRate', 'kind', 'peakKw'],
  ...['minutes', 'energyKwh', 'powerKw', 'soc', 'targetSoc', 'batteryKwh', 'profile', 'earliest', 'readyBy', 'shape'],
  ...['minOnMinutes', 'minOffMinutes', 'maxOffMinutes', 'maxStarts', 'maxPrice', 'maxPriceRule', 'alsoBelowPrice'],
  ...['minSpread', 'preconditionMinutes', 'prefer', 'direction', 'whenUnknown', 'onFailure', 'enabled'],
  ...['capacityKwh', 'reserveSoc', 'chargeKw', 'dischargeKw', 'efficiency', 'wearPerKwh', 'fromGrid', 'toGrid'],
  ...['minAmps', 'maxAmps'],
]);
/** Tariffs, of which the id alone is told. */
const tariffs: readonly string[] = ['consumption', 'feedin', 'grid'];
/** What Node-RED keeps beside the settings. */
const unasked: readonly string[] = ['id', 'type', 'z', 'x', 'y', 'wires', 'd', 'g', 'l', 'info'];

/** The settings of a node as `field value` and, by their names alone, those that are filled in besides. */
export function settingsText(saved: SavedNode): string {
  const node = withHousehold(saved);
  // A country is chosen with a tariff; where that is not, it is the one that the dialog begins with, and nobody's.
  const isChosen = tariffs.some((field) => !isEmpty(node[field]));
  const filled = Object.entries(node).filter(
    ([field, value]) => !unasked.includes(field) && !isEmpty(value) && (isChosen || field !== 'country'),
  );
  const said = filled.filter(([field]) => told.has(field) || tariffs.includes(field));
  const others = filled.filter((entry) => !said.includes(entry)).map(([field]) => field);
  const texts = said.map(([field, value]) => `${field} ${tariffs.includes(field) ? tariffText(value) : plain(value)}`);
  return [...texts, ...(others.length > 0 ? [`(filled in: ${others.join(', ')})`] : [])].join(' · ');
}

/** A site with the fields of its household beside its own. */
const withHousehold = <Node extends object>({ household, ...node }: Node & { household?: unknown }) => ({
  ...node,
  ...(household instanceof Object && household),
});

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as a report tells it. */
export const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A contract of the user's own is called as he likes. */
function tariffText(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : '';
  return id.startsWith('own-') ? 'own contract' : id;
}

/** The texts of a node that are private: who is at its broker, what stands in its addresses, and all that a report does not tell. */
export function privateOf(node: object): Private {
  const { type, brokerUser, ...others } = withHousehold(node) as Partial<SavedNode>;
  const isTold = (field: string) => type?.startsWith('dayahead-') === true && told.has(field);
  const untold = Object.entries(others).flatMap(([field, value]) => (isTold(field) ? [] : leavesOf(value)));
  return {
    secrets: [...leavesOf(brokerUser), ...leavesOf(others).flatMap(secretsIn)],
    words: untold.flatMap((text) => [text, slug(text), ...hostIn(text)]),
  };
}

/** Every text inside a value, however deep. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** Users and passwords of the addresses in a text, and the values of their queries, as they stand there and decoded. */
function secretsIn(text: string): string[] {
  const users = [...text.matchAll(/:\/\/([^/?#\s]*)@/g)].flatMap(([, user = '']) => [user, ...user.split(':')]);
  const values = [...text.matchAll(/[?&;][^=&\s]*=([^&#\s]+)/g)].map(([, value = '']) => value);
  return [...users, ...values].flatMap((part) => [part, decoded(part)]).filter((part) => part !== '');
}

const hostIn = (text: string): string[] =>
  /:\/\//.test(text) && URL.canParse(text) ? [new URL(text).hostname, new URL(text).host] : [];
