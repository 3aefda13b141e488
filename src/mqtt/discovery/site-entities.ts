import { originKinds } from '../../core/vocabulary.ts';
import {
  type Announcement,
  discoveryTopic,
  type Entity,
  entity,
  identifierOf,
  jsonValue,
  PLAIN_VALUE,
  type SiteAddress,
} from './discovery.ts';
import { entityNames } from './entity-names.ts';
import { type PriceSource, priceEntities } from './price-entities.ts';

const names = entityNames.site;
const diagnostic = { entity_category: 'diagnostic' };

/** What a site tells of its meter. */
export interface ToldGrid {
  readonly plan: boolean;
  readonly peak: boolean;
  /** The currency of its bill; left out before the first. */
  readonly bill?: string;
}

/** The site itself, with the entities of every price that it publishes, and of its meter. */
export function siteAnnouncement(
  at: SiteAddress,
  name: string,
  sources: readonly PriceSource[],
  grid: ToldGrid = { plan: false, peak: false },
): Announcement {
  const statusTopic = `${at.root}/status`;
  return {
    topic: discoveryTopic(at),
    device: { identifiers: [identifierOf(at.id)], name: name || at.site, model: 'Electricity prices' },
    statusTopic,
    entities: Object.fromEntries(
      [
        connection(at, statusTopic),
        ...dimmingEntities(at),
        ...(sources.length > 0 ? healthEntities(at) : []),
        ...sources.flatMap((source) => priceEntities(at, source)),
        ...gridEntities(at, grid),
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

/** More than the connection of any household. */
const MOST_KW = 1000;

/** What a grid operator lets the site take for a time. */
function dimmingEntities(at: SiteAddress): Entity[] {
  const own = (platform: Entity['platform'], key: 'import_kw' | 'import_until') => ({
    ...entity(platform, `${identifierOf(at.id)}_${key}`, [at.site, key], names[key]),
    state_topic: `${at.root}/grid/${key}`,
    value_template: PLAIN_VALUE,
  });
  return [
    {
      ...own('number', 'import_kw'),
      entity_category: 'config',
      command_topic: `${at.root}/grid/set/import_kw`,
      device_class: 'power',
      unit_of_measurement: 'kW',
      ...{ min: 0, max: MOST_KW, step: 0.1, mode: 'box' },
    },
    { ...own('sensor', 'import_until'), device_class: 'timestamp' },
  ];
}

function gridEntities(at: SiteAddress, { plan, peak, bill }: ToldGrid): Entity[] {
  const power = (key: 'grid' | 'peak' | 'peak_planned' | 'bill_peak', topic: string, path: string) => ({
    ...entity('sensor', `${identifierOf(at.id)}_${key}`, [at.site, key], names[key]),
    ...{ device_class: 'power', unit_of_measurement: 'kW', state_class: 'measurement', suggested_display_precision: 2 },
    state_topic: `${at.root}/${topic}`,
    value_template: jsonValue(path),
  });
  return [
    ...(plan ? [power('grid', 'grid/plan', '[0].value')] : []),
    ...(peak ? [power('peak', 'grid/peak', '.month'), power('peak_planned', 'grid/peak', '.planned')] : []),
    ...(bill ? [...billEntities(at, bill), power('bill_peak', 'grid/bill', '.peak_kw')] : []),
  ];
}

/** The lines of the bill are attributes of its total. */
function billEntities(at: SiteAddress, currency: string): Entity[] {
  const topic = `${at.root}/grid/bill`;
  const money = (key: 'bill' | 'bill_expected', path: string) => ({
    ...entity('sensor', `${identifierOf(at.id)}_${key}`, [at.site, key], names[key]),
    ...{ device_class: 'monetary', unit_of_measurement: currency, suggested_display_precision: 2 },
    state_topic: topic,
    value_template: jsonValue(path),
  });
  return [
    { ...money('bill', '.so_far'), json_attributes_topic: topic },
    money('bill_expected', '.expected | default(none)'),
  ];
}

function healthEntities(at: SiteAddress): Entity[] {
  const meta = `${at.root}/meta`;
  const own = (platform: Entity['platform'], key: 'problem' | 'next_poll' | 'source') => ({
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
    {
      ...own('sensor', 'source'),
      value_template: '{{ value_json.source.kind if value and value_json.source else none }}',
      device_class: 'enum',
      options: originKinds,
      json_attributes_topic: meta,
      json_attributes_template: "{{ value_json.source | tojson if value and value_json.source else '{}' }}",
    },
  ];
}
