import type { Level } from '../core/statistics.ts';
import type { SeriesPayload } from '../messages/series.ts';
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
import { entityNames, seriesName } from './entity-names.ts';
import { feedinPrefix } from './topics.ts';

/** A node that publishes prices. */
export interface PriceSource {
  readonly id: string;
  /** `price`, or `price-<name>`. */
  readonly prefix: string;
  /** Left out: nothing is known yet. */
  readonly series: Pick<SeriesPayload, 'unit' | 'feedin'> | undefined;
}

const names = entityNames.site;
const diagnostic = { entity_category: 'diagnostic' };
const hidden = { enabled_by_default: false };
const levels: readonly Level[] = ['VERY_CHEAP', 'CHEAP', 'NORMAL', 'EXPENSIVE', 'VERY_EXPENSIVE'];

/** The site itself, with the entities of every price that it publishes. */
export function siteAnnouncement(at: SiteAddress, name: string, sources: readonly PriceSource[]): Announcement {
  const statusTopic = `${at.root}/status`;
  return {
    topic: discoveryTopic(at),
    device: { identifiers: [identifierOf(at.id)], name: name || at.site, model: 'Electricity prices' },
    statusTopic,
    entities: Object.fromEntries(
      [
        connection(at, statusTopic),
        ...(sources.length > 0 ? healthEntities(at) : []),
        ...sources.flatMap((source) => priceEntities(at, source)),
      ].map((each) => [each.unique_id, each]),
    ),
  };
}

/** Also shown when the site is gone. */
function connection(at: SiteAddress, topic: string): Entity {
  const own = entity('binary_sensor', `${identifierOf(at.id)}_status`, [at.site, 'status'], names.status);
  const states = { payload_on: 'online', payload_off: 'offline', availability: [] };
  return { ...own, ...diagnostic, ...states, device_class: 'connectivity', state_topic: topic };
}

function healthEntities(at: SiteAddress): Entity[] {
  const meta = `${at.root}/meta`;
  const own = (platform: Entity['platform'], key: 'problem' | 'next_poll') => ({
    ...entity(platform, `${identifierOf(at.id)}_${key}`, [at.site, key], names[key]),
    ...diagnostic,
    state_topic: meta,
    value_template: jsonValue(`.${key}`),
  });
  return [
    {
      ...own('binary_sensor', 'problem'),
      device_class: 'problem',
      json_attributes_topic: meta,
      json_attributes_template:
        "{{ {'reason': value_json.reason, 'missing': value_json.missing, 'warnings': value_json.warnings} | tojson if value else '{}' }}",
    },
    { ...own('sensor', 'next_poll'), device_class: 'timestamp' },
  ];
}

type PriceKey = keyof typeof entityNames.price;

function priceEntities(at: SiteAddress, { id, prefix, series }: PriceSource): Entity[] {
  const feedin = feedinPrefix(prefix);
  const topic = (branch: string, name: string) => `${at.root}/${branch}/${name}`;
  const covered = [`${at.root}/status`, topic(prefix, 'availability')].map((each) => ({ topic: each }));
  const sensor = (branch: string, key: PriceKey) => ({
    ...entity(
      'sensor',
      `${identifierOf(id)}_${branch === feedin ? 'feedin_' : ''}${key}`,
      [at.site, branch, key],
      `${seriesName(branch)} ${entityNames.price[key]}`,
    ),
    availability: covered,
    availability_mode: 'all',
  });
  const rate = {
    ...(series && { unit_of_measurement: series.unit }),
    state_class: 'measurement',
    suggested_display_precision: 4,
  };
  const state = (key: 'now' | 'next' | 'level' | 'rank') => ({
    ...sensor(prefix, key),
    state_topic: topic(prefix, 'state'),
    value_template: jsonValue(`.${key}`),
  });
  const ofToday = (key: 'min' | 'max' | 'average') => ({
    ...sensor(prefix, key),
    ...rate,
    ...hidden,
    state_topic: topic(prefix, 'stats'),
    value_template: `{{ value_json.today.${key} if value and value_json.today else none }}`,
  });
  return [
    { ...state('now'), ...rate },
    { ...state('next'), ...rate, ...hidden },
    { ...state('level'), device_class: 'enum', options: levels },
    { ...state('rank'), ...hidden },
    ofToday('min'),
    ofToday('max'),
    ofToday('average'),
    {
      // It changes when prices come, so that the recorder keeps their list as seldom.
      ...sensor(prefix, 'until'),
      state_topic: topic(prefix, 'series'),
      value_template: jsonValue('[-1].end'),
      device_class: 'timestamp',
      json_attributes_topic: topic(prefix, 'ha_attributes'),
      json_attributes_template: ATTRIBUTES,
    },
    ...(series?.feedin
      ? [{ ...sensor(feedin, 'now'), ...rate, state_topic: topic(feedin, 'now'), value_template: PLAIN_VALUE }]
      : []),
  ];
}
