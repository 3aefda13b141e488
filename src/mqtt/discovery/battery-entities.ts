import { carModes } from '../../messages/battery/car.ts';
import type { BatteryReport } from '../../messages/battery/report.ts';
import { storeModes } from '../../messages/battery/settings.ts';
import { MOST_ASKED } from '../../messages/demand/most.ts';
import { type AnnouncedDevice, commanded, setting } from './commanded.ts';
import { type Announcement, ATTRIBUTES, type Entity, PLAIN_VALUE, type SiteAddress } from './discovery.ts';
import { entityNames } from './entity-names.ts';

const names = entityNames.battery;
const percent = { unit_of_measurement: '%' };

export function batteryAnnouncement(
  at: SiteAddress,
  announced: AnnouncedDevice,
  { kind, modes = kind === 'car' ? carModes : storeModes }: Pick<BatteryReport, 'kind' | 'modes'>,
): Announcement {
  const { currency } = announced;
  const parts = commanded(at, 'battery', announced, names);
  const { topic, own, command } = parts;
  const sensor = (key: keyof typeof names) => ({
    ...own('sensor', key, names[key]),
    state_topic: topic(key),
    value_template: PLAIN_VALUE,
  });
  const number = (key: 'reserve_soc' | 'soc' | 'target_soc' | 'energy_kwh', max: number, unit: object) => ({
    ...command('number', key),
    ...setting,
    ...unit,
    ...{ min: 0, max, step: 1, mode: 'box', value_template: PLAIN_VALUE },
  });
  const entities: readonly Entity[] = [
    {
      ...sensor('mode'),
      device_class: 'enum',
      // Home Assistant fails on a state that is no option: a car may have been a battery before.
      options: storeModes,
      json_attributes_topic: topic('ha_plan'),
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
    ...(kind === 'car'
      ? [
          { ...sensor('amps'), device_class: 'current', unit_of_measurement: 'A' },
          { ...sensor('phases'), enabled_by_default: false },
          number('soc', 100, percent),
          number('target_soc', 100, percent),
          number('energy_kwh', MOST_ASKED, { device_class: 'energy', unit_of_measurement: 'kWh' }),
          { ...command('text', 'ready_by'), ...setting },
          { ...command('switch', 'connected'), ...setting, value_template: PLAIN_VALUE },
        ]
      : [number('reserve_soc', 100, percent)]),
    ...parts.controls(modes),
  ];
  return parts.announced(kind === 'car' ? 'Planned car' : 'Planned battery', entities);
}
