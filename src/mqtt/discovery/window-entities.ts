import { MOST_ENERGY, MOST_MEASURED } from '../../messages/demand/demand.ts';
import { MOST_MINUTES } from '../../messages/demand/most.ts';
import type { AccountTold } from '../account-topics.ts';
import { accountEntities } from './account-entities.ts';
import { type AnnouncedDevice, commanded, setting } from './commanded.ts';
import { type Announcement, ATTRIBUTES, type Entity, jsonValue, PLAIN_VALUE, type SiteAddress } from './discovery.ts';
import { entityNames } from './entity-names.ts';

const names = entityNames.window;

/** More than any need, or any price: Home Assistant passes over a value beyond its bounds. */
const MOST_KWH = 10_000;
const DEAREST = 1000;

/** @param announced with its account, where somebody knows what it takes. */
export function windowAnnouncement(
  at: SiteAddress,
  announced: AnnouncedDevice & { readonly account?: AccountTold | undefined },
): Announcement {
  const { currency, account } = announced;
  const parts = commanded(at, 'window', announced, names);
  const { topic, own, command } = parts;
  const planned = (key: 'start' | 'end' | 'cost') => ({
    ...own('sensor', key, names[key]),
    state_topic: topic('plan'),
    value_template: jsonValue(`.${key}`),
  });
  const number = (
    key: 'energy_kwh' | 'minutes' | 'max_price' | 'soc' | 'target_soc' | 'power_kw' | 'measured_kwh',
    min: number,
    max: number,
    step: number,
  ) => ({
    ...command('number', key),
    ...setting,
    ...{ min, max, step, mode: 'box', value_template: PLAIN_VALUE },
  });
  // Most devices have no state of charge and no meter, and are always there.
  const ofSome: readonly Entity[] = [
    { ...number('soc', 0, 100, 1), device_class: 'battery', unit_of_measurement: '%' },
    { ...number('target_soc', 0, 100, 1), unit_of_measurement: '%' },
    { ...command('switch', 'connected'), ...setting, value_template: PLAIN_VALUE },
    { ...number('power_kw', 0, MOST_MEASURED, 0.001), device_class: 'power', unit_of_measurement: 'kW' },
    { ...number('measured_kwh', 0, MOST_ENERGY, 0.001), device_class: 'energy', unit_of_measurement: 'kWh' },
  ].map((each) => ({ ...each, enabled_by_default: false }));
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
    ...ofSome,
    ...(account ? accountEntities(own, topic('account'), account) : []),
    ...parts.controls(['on', 'off']),
  ];
  return parts.announced('Planned device', entities);
}
