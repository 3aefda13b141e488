import type { Level } from '../../core/statistics.ts';
import type { KnownSeries } from '../../messages/series.ts';
import { feedinPrefix } from '../topics.ts';
import {
  ATTRIBUTES,
  type Entity,
  entity,
  identifierOf,
  jsonValue,
  PLAIN_VALUE,
  type SiteAddress,
} from './discovery.ts';
import { entityNames, seriesName } from './entity-names.ts';

/** A node that publishes prices. */
export interface PriceSource {
  readonly id: string;
  /** `price`, or `price-<name>`. */
  readonly prefix: string;
  /** Left out: nothing is known yet. */
  readonly series: Pick<KnownSeries, 'unit' | 'feedin'> | undefined;
}

type PriceKey = keyof typeof entityNames.price;

const hidden = { enabled_by_default: false };
const levels: readonly Level[] = ['VERY_CHEAP', 'CHEAP', 'NORMAL', 'EXPENSIVE', 'VERY_EXPENSIVE'];

/** The entities of one price. */
export function priceEntities(at: SiteAddress, source: PriceSource): Entity[] {
  const { prefix, series } = source;
  const rate = {
    ...(series && { unit_of_measurement: series.unit }),
    state_class: 'measurement',
    suggested_display_precision: 4,
  };
  return [
    ...ofInterval(at, source, rate),
    ...(['min', 'max', 'average'] as const).map((key) => ofToday(at, source, rate, key)),
    {
      // It changes when prices come, so that the recorder keeps their list as seldom.
      ...sensor(at, source, prefix, 'until'),
      state_topic: `${at.root}/${prefix}/series`,
      value_template: jsonValue('[-1].end'),
      device_class: 'timestamp',
      json_attributes_topic: `${at.root}/${prefix}/ha_attributes`,
      json_attributes_template: ATTRIBUTES,
    },
    priceList(at, source, prefix),
    ...(series?.feedin ? [feedinNow(at, source, rate), priceList(at, source, feedinPrefix(prefix))] : []),
  ];
}

function ofInterval(at: SiteAddress, source: PriceSource, rate: object): Entity[] {
  const state = (key: 'now' | 'next' | 'level' | 'rank') => ({
    ...sensor(at, source, source.prefix, key),
    state_topic: `${at.root}/${source.prefix}/state`,
    value_template: jsonValue(`.${key}`),
  });
  return [
    { ...state('now'), ...rate },
    { ...state('next'), ...rate, ...hidden },
    { ...state('level'), device_class: 'enum', options: levels },
    { ...state('rank'), ...hidden },
  ];
}

const ofToday = (at: SiteAddress, source: PriceSource, rate: object, key: 'min' | 'max' | 'average'): Entity => ({
  ...sensor(at, source, source.prefix, key),
  ...rate,
  ...hidden,
  state_topic: `${at.root}/${source.prefix}/stats`,
  value_template: `{{ value_json.today.${key} if value and value_json.today else none }}`,
});

function feedinNow(at: SiteAddress, source: PriceSource, rate: object): Entity {
  const branch = feedinPrefix(source.prefix);
  return {
    ...sensor(at, source, branch, 'now'),
    ...rate,
    state_topic: `${at.root}/${branch}/now`,
    value_template: PLAIN_VALUE,
  };
}

/** Its attributes are more than the recorder takes, which drops them by itself. */
const priceList = (at: SiteAddress, source: PriceSource, branch: string): Entity => ({
  ...sensor(at, source, branch, 'list'),
  ...hidden,
  state_topic: `${at.root}/${branch}/ha_list`,
  value_template: '{{ value_json.raw_today | length + value_json.raw_tomorrow | length if value else none }}',
  json_attributes_topic: `${at.root}/${branch}/ha_list`,
  json_attributes_template: ATTRIBUTES,
});

/** Available only while the price now is known. `branch` is the prefix of the price, or of its exports. */
function sensor(at: SiteAddress, { id, prefix }: PriceSource, branch: string, key: PriceKey): Entity {
  const own = `${identifierOf(id)}_${branch === prefix ? '' : 'feedin_'}${key}`;
  return {
    ...entity('sensor', own, [at.site, branch, key], `${seriesName(branch)} ${entityNames.price[key]}`),
    availability: ['status', `${prefix}/availability`].map((topic) => ({ topic: `${at.root}/${topic}` })),
    availability_mode: 'all',
  };
}
