import { dialogDefaults } from '../dialogs.mts';
import type { Places } from './places.mts';

export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

const TAB = 'house-tab';
/**
 * Keeps the last payload of each output: of a device its switch by its topic and its plan by its slug. A series is told by
 * its ends.
 */
export const HEARD = 'heard';
const KEEP = `const { topic, payload } = msg;
const series = payload?.prices;
const kind = series ? 'prices' : payload?.runs ? 'plan' : payload?.country ? 'selection' : 'switch';
const said = series ? { ...payload, prices: [series.length, series.at(0), series.at(-1)] } : payload;
const heard = context.get('heard') ?? {};
context.set('heard', { ...heard, [kind + ' ' + (payload?.device ?? topic)]: said });`;

/** A device of each house that is no longer in the flow when the next version starts. */
export const SOLD = 'Sold';

const own = (id: string, name: string, type: string) => ({
  id,
  name,
  companyId: 'my-supplier',
  companyName: 'My supplier',
  type,
});
const ownSpot = own('my-spot', 'My spot contract', 'dynamic');

/** What is said to nodes, each at the press of an inject node's button. */
const said: Readonly<Record<string, readonly [node: string, payload: object, topic?: string]>> = {
  'say-select': ['select', { consumption: ownSpot, feedin: own('my-export', 'My export', 'dynamic') }],
  'say-second': ['second-prices', { consumption: ownSpot }, 'neighbour'],
  'say-heat-pump': ['heat-pump', { minutes: 300, minOnMinutes: 45 }],
  'say-car': ['car', { soc: 35, targetSoc: 90 }],
  'say-dishwasher': ['dishwasher', { deliveredKwh: 0.5 }],
  'say-export': ['export', { energyKwh: 3, enabled: false }],
  'say-plain': ['plain', { minutes: 30, earliest: '21:00' }],
  'say-sauna': ['sauna', { minutes: 45, prefer: 'latest' }],
  'say-roof': ['roof', [{ start: '2026-01-15T09:00:00Z', end: '2026-01-15T14:00:00Z', kw: 3 }]],
  'say-load': ['load', { now: 0.4 }],
  'say-cellar': ['cellar', { enabled: false, reserveSoc: 30 }],
  'say-wall-box': ['wall-box', { soc: 40, targetSoc: 90, connected: true }],
  'say-pump': ['pump', { energyKwh: 4, minOnMinutes: 30 }],
};
export const buttons = Object.keys(said);

/** What is commanded by MQTT: below `window/`, to `<device>/set/<key>`. */
export const commands: readonly (readonly [topic: string, payload: string])[] = [
  ['dayahead/home/window/boiler/set/minutes', '90'],
  ['dayahead/home/window/boiler/set/max_price', '0.5'],
  ['dayahead/home/window/export/set/override', 'on'],
  ['dayahead/home/window/export/set/override_until', '90'],
  ['dayahead/home/window/export/set/ready_by', '23:00'],
  ['energy/cabin/window/sauna/set/override', 'off'],
  ['energy/cabin/window/sauna/set/override_until', '2026-01-14T22:30:00+01:00'],
];

/**
 * The flow of a house with every kind of node: some as their dialogs save them untouched, some with every field filled,
 * one written by hand. What the dialogs of this version save beside what stands here is filled in.
 */
export function houseFlow({ broker, service, folder, token }: Places): FlowNode[] {
  const devices = ['boiler', 'heat-pump', 'car', 'dishwasher', 'export', 'plain'];
  const outputs = [[HEARD], [HEARD]];
  const home = { config: 'home-site', wires: outputs };
  const [select, prices, device] = ['tariff-select', 'price-series', 'cheapest-window'].map(
    (kind) => `dayahead-${kind}`,
  );
  return [
    { id: TAB, type: 'tab', label: 'House' },
    { id: 'broker', type: 'mqtt-broker', name: 'Mosquitto', broker, port: '', clientid: '', protocolVersion: '5' },
    { id: 'certificates', type: 'tls-config', name: '', cert: '', key: '', ca: '', verifyservercert: true },
    saved('dayahead-config', 'home-site', {
      name: 'Home',
      catalogue: `${folder}/tariffs`,
      prices: 'own',
      resolution: '1800',
      timeZone: 'Europe/Amsterdam',
      broker: 'typed',
      brokerUrl: broker,
      brokerUser: 'house',
      tls: 'certificates',
      credentials: { brokerPassword: 'not-a-secret' },
    }),
    saved('dayahead-config', 'cabin-site', {
      name: 'Cabin by the sea',
      site: 'cabin',
      topicRoot: 'energy',
      service: 'remote',
      url: service,
      resolution: '3600',
      contextStore: 'disk',
      broker: 'node',
      mqttBroker: 'broker',
      rejectUnauthorized: false,
      discoveryPrefix: 'ha/discovery',
      credentials: { token, tokenUrl: service },
    }),
    saved('dayahead-config', 'quiet-site', { name: 'Without a broker', site: 'quiet', prices: 'replay' }),
    ...barnFlow(broker, folder),
    saved(select ?? '', 'select', {
      z: TAB,
      name: 'Contract',
      country: 'NL',
      postalCode: '1012',
      consumption: own('my-contract', 'My contract', 'static'),
      version: '20260110',
      ...home,
      wires: [['prices', HEARD]],
    }),
    saved(prices ?? '', 'prices', {
      z: TAB,
      name: 'Prices',
      country: 'NL',
      includeFees: false,
      ...home,
      wires: [[...devices, HEARD], []],
    }),
    saved(prices ?? '', 'second-prices', {
      z: TAB,
      name: 'Second contract',
      topic: 'second',
      country: 'NL',
      consumption: own('my-contract', 'My contract', 'static'),
      resolution: '3600',
      includeFees: false,
      includeVat: false,
      asSoonAsPossible: true,
      publishAs: 'Tweede contract',
      ...home,
      wires: [[HEARD], []],
    }),
    saved(device ?? '', 'boiler', {
      z: TAB,
      name: 'Boiler',
      readyBy: '07:00',
      powerKw: '2',
      payloadOn: 'heat',
      payloadOnType: 'str',
      payloadOff: '0',
      payloadOffType: 'num',
      commandTopic: 'cmnd/boiler/POWER',
      commandOn: '1',
      commandOff: '0',
      ...home,
    }),
    saved(device ?? '', 'heat-pump', {
      z: TAB,
      name: 'Wärmepumpe 2',
      shape: 'split',
      minutes: '360',
      powerKw: '1.5',
      readyBy: '09:00',
      minOnMinutes: '30',
      minOffMinutes: '15',
      maxOffMinutes: '480',
      maxStarts: '6',
      preconditionMinutes: '15',
      maxPrice: '0.6',
      alsoBelowPrice: '0.05',
      ...home,
    }),
    saved(device ?? '', 'car', {
      z: TAB,
      name: 'Car',
      topic: 'garage/car',
      minutes: '',
      targetSoc: '80',
      batteryKwh: '60',
      powerKw: '11',
      earliest: '22:00',
      readyBy: 'Mon-Fri 06:30, Sat-Sun 09:00',
      maxPrice: '0.4',
      maxPriceRule: 'average',
      whenUnknown: 'plan-known',
      ...home,
    }),
    saved(device ?? '', 'dishwasher', {
      z: TAB,
      name: 'Dishwasher',
      minutes: '',
      profile: [
        { minutes: 30, kw: 2 },
        { minutes: 60, kw: 0.2 },
        { minutes: 20, kw: 1.8 },
      ],
      readyBy: '06:00',
      prefer: 'latest',
      onFailure: 'off',
      ...home,
    }),
    saved(device ?? '', 'export', {
      z: TAB,
      name: 'Export',
      minutes: '',
      energyKwh: '4',
      powerKw: '2',
      direction: 'dearest',
      whenUnknown: 'wait',
      ...home,
    }),
    { id: 'plain', type: device ?? '', z: TAB, minutes: 60, wires: outputs },
    saved(prices ?? '', 'cabin-prices', {
      z: TAB,
      config: 'cabin-site',
      country: 'NL',
      consumption: { id: 'polder-spot', name: 'Polder Spot', companyId: 'polder', companyName: 'Polder Energy' },
      grid: { id: 'dike-3x25', name: '3x25 A', companyId: 'dike', companyName: 'Dike Networks' },
      adjustment: 'nl-energy-tax',
      adjustmentRate: '0.02',
      wires: [['sauna', HEARD], []],
    }),
    saved(device ?? '', 'sauna', { z: TAB, name: 'Sauna', config: 'cabin-site', wires: outputs }),
    // Those who update may have sold something since.
    saved(device ?? '', 'sold-home', { z: TAB, name: SOLD, config: 'home-site', wires: [[], []] }),
    saved(device ?? '', 'sold-cabin', { z: TAB, name: SOLD, config: 'cabin-site', wires: [[], []] }),
    { id: HEARD, type: 'function', z: TAB, func: KEEP, outputs: 0, wires: [] },
    ...Object.entries(said).map(([id, [node, payload, topic = '']]) => ({
      id,
      type: 'inject',
      z: TAB,
      props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }],
      topic,
      payload: JSON.stringify(payload),
      payloadType: 'json',
      wires: [[node]],
    })),
  ];
}

/** A site with what came after 0.1: sun, load, a battery, a car, a limit of its connection. */
function barnFlow(broker: string, folder: string): FlowNode[] {
  const barn = { z: TAB, config: 'barn-site', wires: [[], []] };
  return [
    saved('dayahead-config', 'barn-site', {
      name: 'Barn',
      site: 'barn',
      catalogue: `${folder}/tariffs`,
      prices: 'own',
      resolution: '3600',
      importKw: '25',
      broker: 'typed',
      brokerUrl: broker,
    }),
    saved('dayahead-price-series', 'barn-prices', {
      ...barn,
      name: 'Barn',
      country: 'NL',
      consumption: ownSpot,
      wires: [['pump', 'cellar', 'wall-box', HEARD], []],
    }),
    saved('dayahead-forecast', 'roof', { ...barn, name: 'Roof', kind: 'production', wires: [] }),
    saved('dayahead-forecast', 'load', { ...barn, name: 'Load', kind: 'consumption', wires: [] }),
    saved('dayahead-battery', 'cellar', { ...barn, name: 'Cellar' }),
    saved('dayahead-battery', 'wall-box', { ...barn, name: 'Wall box', kind: 'car', capacityKwh: '60' }),
    saved('dayahead-cheapest-window', 'pump', {
      ...barn,
      name: 'Pump',
      minutes: '',
      energyKwh: '3',
      powerKw: '1.5',
      shape: 'split',
      readyBy: '08:00',
      minSpread: '0.01',
      wires: [[HEARD], [HEARD]],
    }),
  ];
}

const dialogs = dialogDefaults();

/** A node after its dialog was filled in and saved in this version. */
function saved(type: string, id: string, fields: object): FlowNode {
  const defaults = dialogs.get(type) ?? {};
  const { z, wires, credentials, ...own } = fields as FlowNode;
  const unknown = Object.keys(own).filter((field) => !(field in defaults));
  if (unknown.length > 0) throw new Error(`${type} has no field ${unknown}`);
  return { id, type, ...fields, ...Object.fromEntries(Object.entries(defaults).filter(([field]) => !(field in own))) };
}

/** A flow after every dialog that saved a node of it was opened and saved again in this version. */
export const savedAgain = (flow: readonly FlowNode[]): FlowNode[] =>
  flow.map((node) => (node.schema ? { ...dialogs.get(node.type), ...node } : node));
