import { storeModes } from '../../messages/battery/settings.ts';
import { type AnnouncedDevice, commanded, setting } from './commanded.ts';
import { type Announcement, ATTRIBUTES, type Entity, PLAIN_VALUE, type SiteAddress } from './discovery.ts';
import { entityNames } from './entity-names.ts';

const names = entityNames.battery;
const percent = { unit_of_measurement: '%' };

export function batteryAnnouncement(at: SiteAddress, announced: AnnouncedDevice): Announcement {
  const { currency } = announced;
  const parts = commanded(at, 'battery', announced, names);
  const { topic, own, command } = parts;
  const sensor = (key: keyof typeof names) => ({
    ...own('sensor', key, names[key]),
    state_topic: topic(key),
    value_template: PLAIN_VALUE,
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
    ...parts.controls(storeModes),
  ];
  return parts.announced('Planned battery', entities);
}
