import {
  type Announcement,
  ATTRIBUTES,
  discoveryTopic,
  type Entity,
  entity,
  identifierOf,
  jsonValue,
  type SiteAddress,
} from './discovery.ts';

/** What takes commands, as Home Assistant gets to know it. */
export interface AnnouncedDevice {
  /** Of its node. */
  readonly id: string;
  readonly name: string;
  /** Its slug. */
  readonly device: string;
  /** ISO 4217 of its prices, where that is known. */
  readonly currency: string | undefined;
}

/** The keys that devices and batteries have in common. */
type Control = 'override_until' | 'enabled' | 'override' | 'reset' | 'refusal';

export const setting = { entity_category: 'config' };

/**
 * The pieces that announcements of devices and of batteries are made of.
 * @param branch of the site's topics.
 * @param names of the entities, by their keys.
 */
export function commanded<Key extends string>(
  at: SiteAddress,
  branch: string,
  { id, name, device }: AnnouncedDevice,
  names: Readonly<Record<Key | Control, string>>,
) {
  const topic = (key: string) => `${at.root}/${branch}/${device}/${key}`;
  const own = (platform: Entity['platform'], key: string, title: string | null) =>
    entity(platform, `${identifierOf(id)}_${key}`, [at.site, device, key], title);
  const command = (platform: Entity['platform'], key: Key | Control) => ({
    ...own(platform, key, names[key]),
    state_topic: topic(key),
    command_topic: topic(`set/${key}`),
  });
  return {
    topic,
    own,
    command,
    controls: (modes: readonly string[]): Entity[] => [
      { ...command('text', 'override_until'), ...setting },
      { ...command('switch', 'enabled'), ...setting },
      { ...command('select', 'override'), options: ['auto', ...modes] },
      {
        // No number of Home Assistant can be emptied, and no text of its devices is unknown once it was something.
        ...own('button', 'reset', names.reset),
        ...setting,
        command_topic: topic('set/reset'),
        payload_press: '',
      },
      {
        ...own('sensor', 'refusal', names.refusal),
        entity_category: 'diagnostic',
        device_class: 'timestamp',
        state_topic: topic('error'),
        value_template: jsonValue('.at'),
        json_attributes_topic: topic('error'),
        json_attributes_template: ATTRIBUTES,
      },
    ],
    announced: (model: string, entities: readonly Entity[]): Announcement => ({
      topic: discoveryTopic(at, id),
      device: { identifiers: [identifierOf(id)], name, model, via_device: identifierOf(at.id) },
      statusTopic: `${at.root}/status`,
      entities: Object.fromEntries(entities.map((each) => [each.unique_id, each])),
    }),
  };
}
