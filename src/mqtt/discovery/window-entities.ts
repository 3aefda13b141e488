import { type DemandPatch, MOST_ENERGY, MOST_MEASURED } from '../../messages/demand/demand.ts';
import { MOST_MINUTES, maxEnergyKwh } from '../../messages/demand/most.ts';
import type { AccountTold } from '../account-topics.ts';
import { accountEntities } from './account-entities.ts';
import { type AnnouncedDevice, commanded, setting } from './commanded.ts';
import { type Announcement, ATTRIBUTES, type Entity, jsonValue, PLAIN_VALUE, type SiteAddress } from './discovery.ts';
import { entityNames } from './entity-names.ts';

const names = entityNames.window;

/** Per kWh, more than any price: Home Assistant ignores a value beyond its bounds. */
const DEAREST = 1000;

interface AnnouncedWindow extends AnnouncedDevice {
  /** The demand in force. */
  readonly demand: DemandPatch;
  /** Left out where its power is not known. */
  readonly account?: AccountTold | undefined;
}

/** A number is announced only where the device accepts every value within its bounds. */
export function windowAnnouncement(at: SiteAddress, announced: AnnouncedWindow): Announcement {
  const { currency, account, demand } = announced;
  const powerKw = demand.powerKw ?? undefined;
  const hasBattery = powerKw !== undefined && typeof demand.batteryKwh === 'number';
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
    ...(hasBattery && typeof demand.targetSoc === 'number'
      ? [{ ...number('soc', 0, 100, 1), device_class: 'battery', unit_of_measurement: '%' }]
      : []),
    ...(hasBattery ? [{ ...number('target_soc', 0, 100, 1), unit_of_measurement: '%' }] : []),
    { ...command('switch', 'connected'), ...setting, value_template: PLAIN_VALUE },
    { ...number('power_kw', 0, MOST_MEASURED, 0.001), device_class: 'power', unit_of_measurement: 'kW' },
    { ...number('measured_kwh', 0, MOST_ENERGY, 0.001), device_class: 'energy', unit_of_measurement: 'kWh' },
  ].map((each) => ({ ...each, enabled_by_default: false }));
  const entities: readonly Entity[] = [
    { ...own('binary_sensor', 'state', null), device_class: 'running', state_topic: topic('state') },
    {
      ...planned('start'),
      device_class: 'timestamp',
      json_attributes_topic: topic('ha_plan'),
      json_attributes_template: ATTRIBUTES,
    },
    { ...planned('end'), device_class: 'timestamp' },
    {
      ...planned('cost'),
      ...(currency && { device_class: 'monetary', unit_of_measurement: currency }),
      suggested_display_precision: 2,
    },
    ...(powerKw === undefined
      ? []
      : [
          {
            ...number('energy_kwh', 0, Math.min(MOST_ENERGY, maxEnergyKwh(powerKw)), 0.001),
            ...{ device_class: 'energy', unit_of_measurement: 'kWh' },
          },
        ]),
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
