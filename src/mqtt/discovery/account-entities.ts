import { type AccountTold, accountAmounts, accountSpans } from '../account-topics.ts';
import { type Entity, jsonValue } from './discovery.ts';
import { entityNames } from './entity-names.ts';

type Own = (platform: Entity['platform'], key: string, title: string) => Entity;

/** The sums of an account, for Home Assistant's statistics: each with the time since when it counts. */
export function accountEntities(own: Own, topic: string, { currency, bill }: AccountTold): Entity[] {
  const sums = accountSpans.flatMap((span) =>
    accountAmounts.map((amount) => ({
      ...{ key: `${amount}_${span}` as const, span },
      field: amount === 'energy' ? 'energy_kwh' : amount,
    })),
  );
  const billed = bill ? [{ key: 'bill_month', span: 'bill', field: 'cost' } as const] : [];
  return [...sums, ...billed].map(({ key, span, field }) => ({
    ...own('sensor', key, entityNames.window[key]),
    ...(field === 'energy_kwh'
      ? { device_class: 'energy', unit_of_measurement: 'kWh' }
      : currency && { device_class: 'monetary', unit_of_measurement: currency }),
    state_class: 'total',
    suggested_display_precision: 2,
    state_topic: topic,
    value_template: jsonValue(`.${span}.${field}`),
    // A cleared topic gives nothing, because a word is not a time.
    last_reset_value_template: `{{ value_json.${span}.since if value }}`,
  }));
}
