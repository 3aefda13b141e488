import { MOST_MINUTES } from '../../messages/demand/demand.ts';
import {
  type Announcement,
  ATTRIBUTES,
  discoveryTopic,
  type Entity,
  entity,
  identifierOf,
  jsonValue,
  PLAIN_VALUE,
  type SiteAddress,
} from './discovery.ts';
import { entityNames } from './entity-names.ts';

/** A device as Home Assistant gets to know it. */
export interface AnnouncedDevice {
  /** Of its node. */
  readonly id: string;
  readonly name: string;
  /** Its slug. */
  readonly device: string;
  /** ISO 4217 of its prices, where that is known. */
  readonly currency: string | undefined;
}

const names = entityNames.window;
const setting = { entity_category: 'config' };

/** More than any need, or any price: Home Assistant passes over a value beyond its bounds. */
const MOST_KWH = 10_000;
const DEAREST = 1000;

export function windowAnnouncement(at: SiteAddress, { id, name, device, currency }: AnnouncedDevice): Announcement {
  const topic = (key: string) => `${at.root}/window/${device}/${key}`;
  const own = (platform: Entity['platform'], key: string, title: string | null) =>
    entity(platform, `${identifierOf(id)}_${key}`, [at.site, device, key], title);
  const planned = (key: 'start' | 'end' | 'cost') => ({
    ...own('sensor', key, names[key]),
    state_topic: topic('plan'),
    value_template: jsonValue(`.${key}`),
  });
  const command = (platform: Entity['platform'], key: keyof typeof names) => ({
    ...own(platform, key, names[key]),
    state_topic: topic(key),
    command_topic: topic(`set/${key}`),
  });
  const number = (key: 'energy_kwh' | 'minutes' | 'max_price', min: number, max: number, step: number) => ({
    ...command('number', key),
    ...setting,
    ...{ min, max, step, mode: 'box', value_template: PLAIN_VALUE },
  });
  const entities: readonly Entity[] = [
    { ...own('binary_sensor', 'state', null), device_class: 'running', state_topic: topic('state') },
    {
      ...planned('start'),
      device_class: 'timestamp',
      json_attributes_topic: topic('plan'),
      json_attributes_template: ATTRIBUTES,
    },
    { ...planned('end'), device_class: 'timestamp' },
    {
      ...planned('cost'),
      ...(currency && { device_class: 'monetary', unit_of_measurement: currency }),
      suggested_display_precision: 2,
    },
    { ...number('energy_kwh', 0, MOST_KWH, 0.001), device_class: 'energy', unit_of_measurement: 'kWh' },
    { ...number('minutes', 0, MOST_MINUTES, 1), device_class: 'duration', unit_of_measurement: 'min' },
    {
      ...number('max_price', -DEAREST, DEAREST, 0.001),
      // It may be percent, which is no number to Home Assistant.
      value_template: "{{ value if is_number(value) else 'None' }}",
      ...(currency && { unit_of_measurement: `${currency}/kWh` }),
    },
    { ...command('text', 'ready_by'), ...setting },
    { ...command('text', 'override_until'), ...setting },
    { ...command('switch', 'enabled'), ...setting },
    { ...command('select', 'override'), options: ['auto', 'on', 'off'] },
    {
      // No number of Home Assistant can be emptied, and no text of its devices is unknown once it was something.
      ...own('button', 'reset', names.reset),
      ...setting,
      command_topic: topic('set/reset'),
      payload_press: '',
    },
  ];
  return {
    topic: discoveryTopic(at, id),
    device: { identifiers: [identifierOf(id)], name, model: 'Planned device', via_device: identifierOf(at.id) },
    statusTopic: `${at.root}/status`,
    entities: Object.fromEntries(entities.map((each) => [each.unique_id, each])),
  };
}
