import type { Publication } from '../topics.ts';

/** Home Assistant's kinds of entities, as far as there are some of ours. */
export const platforms = ['binary_sensor', 'button', 'number', 'select', 'sensor', 'switch', 'text'] as const;
export type Platform = (typeof platforms)[number];

/** One entity, in the keys of its platform's documentation. */
export interface Entity {
  readonly platform: Platform;
  readonly [key: string]: unknown;
}

/** A device with its entities by their ids, which stay what they are over every rename. */
export interface Announcement {
  /** Full: the message that Home Assistant learns the device from. */
  readonly topic: string;
  readonly device: { readonly identifiers: readonly string[]; readonly name: string; readonly [key: string]: unknown };
  /** Full: where the site says that it is there. */
  readonly statusTopic: string;
  readonly entities: Readonly<Record<string, Entity>>;
}

/** The address under which Home Assistant knows a site. */
export interface SiteAddress {
  /** Below which Home Assistant looks. */
  readonly discoveryPrefix: string;
  /** Its slug. */
  readonly site: string;
  readonly root: string;
  /** Of its node. */
  readonly id: string;
}

/** A node's id where only `[a-zA-Z0-9_-]` may be. */
export const identifierOf = (nodeId: string): string => `dayahead_${nodeId.replace(/[^a-zA-Z0-9_-]/g, '_')}`;

/** The message of the site, or of the device that belongs to the node. */
export function discoveryTopic({ discoveryPrefix, site }: SiteAddress, nodeId?: string): string {
  const device = nodeId === undefined ? '' : identifierOf(nodeId).replace('dayahead', '');
  return `${discoveryPrefix}/device/dayahead_${site}${device}/config`;
}

/** The beginning of an entity: `default_entity_id` says what it is called when it is new, `unique_id` what it is. */
export function entity(platform: Platform, id: string, words: readonly string[], name: string | null): Entity {
  const called = ['dayahead', ...words].join('_').replace(/[^a-z0-9]+/g, '_');
  return { platform, unique_id: id, default_entity_id: `${platform}.${called}`, name };
}

/** Home Assistant passes over an empty payload, which clears a topic, and would go on to show the value before. */
export const PLAIN_VALUE = "{{ value or 'None' }}";
export const ATTRIBUTES = "{{ value or '{}' }}";

/** The value at `path` of a topic's JSON, as `.now`; unknown where it is null, or the topic is cleared. */
export const jsonValue = (path: string): string => `{{ value_json${path} if value else none }}`;

/**
 * @param gone entities that Home Assistant is to remove: named once more with nothing but their platform.
 */
export function announcement(
  { topic, device, statusTopic, entities }: Announcement,
  gone: Readonly<Record<string, Platform>> = {},
): Publication {
  const removed = Object.entries(gone).map(([id, platform]) => [id, { platform }] as const);
  const message = {
    device: { ...device, manufacturer: 'dayahead' },
    origin: { name: '@dayahead/node-red-tariffs' },
    availability: [{ topic: statusTopic }],
    qos: 1,
    components: { ...Object.fromEntries(removed), ...entities },
  };
  return { topic, payload: JSON.stringify(message), outside: true };
}

/** Makes Home Assistant let go of a device, and keep what its user has set, before another topic announces it. */
export const handover = (key: string): Publication => ({
  topic: key.slice(1),
  payload: '{"migrate_discovery":true}',
  outside: true,
});
