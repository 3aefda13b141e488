import { type AccountTold, accountAmounts, accountSpans } from '../account-topics.ts';
import { type Entity, jsonValue } from './discovery.ts';
import { entityNames } from './entity-names.ts';

type Own = (platform: Entity['platform'], key: string, title: string) => Entity;

/** The sums of an account, for Home Assistant's statistics: each with the time since when it counts. */
export const accountEntities = (own: Own, topic: string, { currency }: AccountTold): Entity[] =>
  accountSpans.flatMap((span) =>
    accountAmounts.map((amount) => ({
      ...own('sensor', `${amount}_${span}`, entityNames.window[`${amount}_${span}`]),
      ...(amount === 'energy'
        ? { device_class: 'energy', unit_of_measurement: 'kWh' }
        : currency && { device_class: 'monetary', unit_of_measurement: currency }),
      state_class: 'total',
      suggested_display_precision: 2,
      state_topic: topic,
      value_template: jsonValue(`.${span}.${amount === 'energy' ? 'energy_kwh' : amount}`),
      // Of a cleared topic nothing at all: a word would be no time.
      last_reset_value_template: `{{ value_json.${span}.since if value }}`,
    })),
  );
