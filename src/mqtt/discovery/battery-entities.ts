import { storeModes } from '../../messages/battery/settings.ts';
import {
  type Announcement,
  ATTRIBUTES,
  discoveryTopic,
  type Entity,
  entity,
  identifierOf,
  PLAIN_VALUE,
  type SiteAddress,
} from './discovery.ts';
import { entityNames } from './entity-names.ts';
import type { AnnouncedDevice } from './window-entities.ts';

const names = entityNames.battery;
const setting = { entity_category: 'config' };
const percent = { unit_of_measurement: '%' };

export function batteryAnnouncement(at: SiteAddress, { id, name, device, currency }: AnnouncedDevice): Announcement {
  const topic = (key: string) => `${at.root}/battery/${device}/${key}`;
  const sensor = (key: keyof typeof names) => ({
    ...entity('sensor', `${identifierOf(id)}_${key}`, [at.site, device, key], names[key]),
    state_topic: topic(key),
    value_template: PLAIN_VALUE,
  });
  const command = (platform: Entity['platform'], key: keyof typeof names) => ({
    ...entity(platform, `${identifierOf(id)}_${key}`, [at.site, device, key], names[key]),
    state_topic: topic(key),
    command_topic: topic(`set/${key}`),
  });
  const entities: readonly Entity[] = [
    {
      ...sensor('mode'),
      device_class: 'enum',
      options: storeModes,
      json_attributes_topic: topic('plan'),
      json_attributes_template: ATTRIBUTES,
    },
    { ...sensor('power'), device_class: 'power', unit_of_measurement: 'kW', suggested_display_precision: 2 },
    { ...sensor('soc_target'), ...percent },
    {
      ...sensor('value'),
      ...(currency && { unit_of_measurement: `${currency}/kWh` }),
      suggested_display_precision: 4,
    },
    { ...sensor('reason'), entity_category: 'diagnostic' },
    {
      ...command('number', 'reserve_soc'),
      ...setting,
      ...percent,
      ...{ min: 0, max: 100, step: 1, mode: 'box', value_template: PLAIN_VALUE },
    },
    { ...command('text', 'override_until'), ...setting },
    { ...command('switch', 'enabled'), ...setting },
    { ...command('select', 'override'), options: ['auto', ...storeModes] },
    {
      ...entity('button', `${identifierOf(id)}_reset`, [at.site, device, 'reset'], names.reset),
      ...setting,
      command_topic: topic('set/reset'),
      payload_press: '',
    },
  ];
  return {
    topic: discoveryTopic(at, id),
    device: { identifiers: [identifierOf(id)], name, model: 'Planned battery', via_device: identifierOf(at.id) },
    statusTopic: `${at.root}/status`,
    entities: Object.fromEntries(entities.map((each) => [each.unique_id, each])),
  };
}
