import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import { commandValues } from '../../src/messages/command.ts';
import { readOutside } from '../../src/messages/outside/outside.ts';
import type { CurrentPrice } from '../../src/messages/series.ts';
import { siteAnnouncement } from '../../src/mqtt/discovery/site-entities.ts';
import { windowAnnouncement } from '../../src/mqtt/discovery/window-entities.ts';
import { powerRows } from '../../src/mqtt/house/power-topics.ts';
import { priceTopics } from '../../src/mqtt/price-topics.ts';
import { publicationsOf } from '../../src/mqtt/topics.ts';
import { windowTopics } from '../../src/mqtt/window-topics.ts';
import { switchCommand } from '../../src/runtime/device/switch-command.ts';
import { nothingPlanned } from '../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../support/feeds/known-series.ts';

/** Cards of the frontend of Home Assistant (`create-card-element.ts`, 2026). */
const BUILT_IN = new Set([
  ...['heading', 'tile', 'markdown', 'history-graph', 'entities'],
  ...['energy-date-selection', 'energy-distribution', 'energy-usage-graph', 'energy-sources-table'],
]);

/** Options of apexcharts-card (its README, 2.x), those of the recipe among them; it refuses all others. */
const CHART_OPTIONS = new Set(['type', 'graph_span', 'span', 'update_interval', 'now', 'yaxis', 'series']);
const SERIES_OPTIONS = new Set([
  ...['entity', 'name', 'unit', 'type', 'curve', 'extend_to', 'float_precision', 'yaxis_id'],
  ...['show', 'data_generator', 'statistics'],
]);

interface ChartCard {
  readonly type: string;
  readonly entities?: readonly string[];
  readonly yaxis?: readonly { readonly id: string }[];
  readonly series?: readonly {
    readonly entity: string;
    readonly yaxis_id?: string;
    readonly statistics?: object;
    readonly data_generator?: string;
  }[];
}

/** The one that Node-RED itself depends on. */
const yaml: { load(text: string): unknown } = createRequire(
  createRequire(import.meta.url).resolve('@node-red/nodes/package.json'),
)('js-yaml');

const ROOT = 'dayahead/home';
const NOW = Date.parse('2026-01-15T00:05:00+01:00') / 1000;

const pages = readdirSync('docs/integrate/recipes').filter((file) => file !== 'README.md');
const page = (name: string) => readFileSync(`docs/integrate/recipes/${name}`, 'utf8');

/** The code blocks of one kind on a page. */
const blocks = (name: string, language: string) =>
  [...page(name).matchAll(new RegExp(`\`\`\`${language}\\n([^\`]+)\`\`\``, 'g'))].map(([, text = '']) => text);

const series = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T23:00:00Z',
  until: '2026-01-16T23:00:00Z',
  resolution: 900,
  total: (quarter) => (quarter - 4) / 1e7,
});
const now: CurrentPrice = {
  now: -0.0000004,
  next: -0.0000003,
  start: series.prices[0]?.start ?? 0,
  end: series.prices[0]?.end ?? 0,
  rank: 1,
  slots: 96,
  level: 'VERY_CHEAP',
  min: 0,
  max: 1,
  average: 0.5,
  currency: 'EUR',
  unit: 'EUR/kWh',
  timeZone: series.timeZone,
};
const sums = { since: NOW, energyKwh: 1, pricedKwh: 1, cost: 0.2, saved: 0.1 };
const account = { currency: 'EUR', timeZone: series.timeZone, day: sums, month: sums, total: sums };
const plan = { ...nothingPlanned, device: 'Boiler', reason: 'no-demand' };

const END = series.prices.at(-1)?.end ?? 0;
const forecast = [{ start: END, end: END + 900, total: 0.25, low: 0.2, high: 0.3 }];

/** What a site publishes while both devices are `on`, by full topic. */
const published = (on: boolean) =>
  new Map(
    [
      { topic: 'status', payload: 'online' },
      ...priceTopics({ ...series, feedin: series.prices, forecast }, now, NOW),
      ...publicationsOf(powerRows, {
        from: NOW - 300,
        solar: [undefined, 2.5, undefined, 1],
        load: [0.4, 0.4, 0.4, 0.4],
      }),
      ...['boiler', 'heat-pump'].flatMap((device) =>
        windowTopics(device, { on, plan, demand: { override: 'auto' } }, NOW),
      ),
    ].map(({ topic, payload }) => [`${ROOT}/${topic}`, payload]),
  );

describe('every page', () => {
  // Promise P-702 integrate/recipes/*: every page is in the list
  it.each(pages)('%s is in the list of recipes', (file) => {
    expect(page('README.md')).toContain(`(${file})`);
  });

  // Promise P-703 integrate/recipes/*: every page names topics that are published, or followed
  it.each(pages)('%s names topics that are published, or followed', (file) => {
    const named = [...page(file).matchAll(/dayahead\/home\/[a-z_/-]*[a-z_]/g)].map(([topic]) => topic);
    const known = [
      ...published(true).keys(),
      ...['window', 'battery', 'grid/set'].map((branch) => `${ROOT}/${branch}`),
      ...Object.keys(commandValues({})).map((key) => `${ROOT}/window/boiler/set/${key}`),
    ];
    expect(named.filter((topic) => !known.includes(topic))).toEqual([]);
  });
});

describe('Home Assistant', () => {
  const at = { discoveryPrefix: 'homeassistant', site: 'home', root: ROOT, id: 'a' };
  const announced = [
    siteAnnouncement(at, 'Home', [{ id: 'b', prefix: 'price', series: { ...series, feedin: series.prices } }]),
    windowAnnouncement(at, {
      id: 'c',
      name: 'Boiler',
      device: 'boiler',
      currency: 'EUR',
      demand: { powerKw: 2 },
      account,
    }),
  ].flatMap(({ entities }) => Object.values(entities));
  const entityOf = (id: string) => announced.find((entity) => entity.default_entity_id === id);

  // Promise P-715 integrate/recipes/*: Home Assistant: its energy dashboard takes the entities
  it('takes entities in its energy dashboard whose unit is a currency per kWh', () => {
    const ids = blocks('home-assistant.md', 'entity').map((id) => id.trim());
    expect(ids).toEqual(['sensor.dayahead_home_price_now', 'sensor.dayahead_home_feedin_now']);
    for (const id of ids) {
      expect(entityOf(id)).toMatchObject({ unit_of_measurement: 'EUR/kWh', state_class: 'measurement' });
    }
  });

  it('finds them by the words of its menus in 2026', () => {
    const text = page('home-assistant.md').replace(/\s+/g, ' ');
    expect(text).toContain('*Settings → Energy → Electricity → Grid connections → Add grid connection*');
    expect(text).toContain('below *Cost tracking*, choose *Use an entity with current price*');
    expect(text).toContain('choose *Use an entity with current rate* below *Export compensation*');
  });

  // Promise P-719 integrate/recipes/*: Home Assistant: *Price list* has the end of each price, is disabled at first
  //   and too long for the recorder
  it('hands Predbat a list in which each price has its end, and does not record it', () => {
    const [, , predbat = '', recorder = ''] = blocks('home-assistant.md', 'yaml');
    const lists = yaml.load(predbat) as { metric_octopus_import: string; metric_octopus_export: string };
    const ids = [lists.metric_octopus_import, lists.metric_octopus_export];
    for (const [i, id] of ids.entries()) {
      const topic = String(entityOf(id)?.json_attributes_topic);
      const { raw_today, raw_tomorrow } = JSON.parse(published(true).get(topic) ?? '');
      expect([raw_today.length, raw_tomorrow.length]).toEqual([96, 96]);
      for (const price of [...raw_today, ...raw_tomorrow]) {
        expect(price).toEqual({
          start: expect.stringMatching(RFC3339),
          end: expect.stringMatching(RFC3339),
          value: expect.any(Number),
        });
      }
      expect(entityOf(id)).toMatchObject({ name: ['Price list', 'Feed-in list'][i], enabled_by_default: false });
      expect(published(true).get(topic)?.length).toBeGreaterThan(16_384);
    }
    expect(yaml.load(recorder)).toEqual({ recorder: { exclude: { entities: ids } } });
  });

  // Promise P-864 integrate/recipes/*: Home Assistant: prices of its integration Nord Pool become exchange prices
  it('publishes prices of its integration Nord Pool, which become exchange prices per kWh', () => {
    const [, , , , automation = ''] = blocks('home-assistant.md', 'yaml');
    const { actions } = yaml.load(automation) as { actions: { repeat: { sequence: object[] } }[] };
    // The keys of the actions' schemas; the response has the requested areas, per MWh (`services.py`).
    expect(actions[0]?.repeat.sequence).toEqual([
      {
        action: 'nordpool.get_prices_for_date',
        continue_on_error: true,
        response_variable: 'prices',
        data: {
          config_entry: expect.stringMatching(/^[0-9A-Z]{26}$/),
          date: '{{ (now() + timedelta(days=repeat.item)).date() }}',
          ...{ areas: 'NL', currency: 'EUR' },
        },
      },
      { condition: 'template', value_template: '{{ prices is defined }}' },
      { action: 'mqtt.publish', data: { topic: 'nordpool/prices', payload: '{{ prices | to_json }}' } },
    ]);
    const entry = { start: '2026-01-15T11:00:00+00:00', end: '2026-01-15T11:15:00+00:00', price: 87.5 };
    expect(readOutside({ NL: [entry] }, NOW)).toMatchObject({
      country: 'NL',
      points: [{ start: Date.parse(entry.start) / 1000, end: Date.parse(entry.end) / 1000, energy: 0.0875 }],
    });
  });

  // Promise P-716 integrate/recipes/*: Home Assistant: the automation switches as planned
  it('switches by the states of the device', () => {
    const [automation = ''] = blocks('home-assistant.md', 'yaml');
    const { triggers } = yaml.load(automation) as { triggers: { entity_id: string; to: string[] }[] };
    const [{ entity_id: id = '', to } = {}] = triggers;
    // A binary sensor of MQTT is on at ON and off at OFF where its message does not say otherwise.
    expect(entityOf(id)).toMatchObject({ platform: 'binary_sensor', state_topic: `${ROOT}/window/boiler/state` });
    expect(entityOf(id)).not.toHaveProperty('payload_on');
    expect(to).toEqual(['on', 'off']);
  });

  // Promise P-717 integrate/recipes/*: Home Assistant: the automation switches off when the plan has been unknown for
  //   twenty minutes
  it('switches off when nobody has known for longer than a state is said again what is planned', () => {
    const [automation = ''] = blocks('home-assistant.md', 'yaml');
    const { triggers, actions } = yaml.load(automation) as {
      triggers: { entity_id: string; to: string[]; for?: string }[];
      actions: { action: string }[];
    };
    const [planned, gone] = triggers;
    expect(gone).toEqual({ ...planned, to: ['unavailable', 'unknown'], for: '00:20:00' });
    expect(actions.map(({ action }) => action)).toEqual([
      "switch.turn_{{ 'on' if trigger.to_state.state == 'on' else 'off' }}",
    ]);
  });

  // Promise P-718 integrate/recipes/*: Home Assistant: the chart has both days, and is empty without prices
  it('draws both days from the attributes of the entity', () => {
    const [, card = ''] = blocks('home-assistant.md', 'yaml');
    const { series: drawn } = yaml.load(card) as { series: { entity: string; data_generator: string }[] };
    const [{ entity: id = '', data_generator: code = '' } = {}] = drawn;
    const topic = String(entityOf(id)?.json_attributes_topic);
    const attributes: unknown = JSON.parse(published(true).get(topic) ?? '');
    const points = new Function('entity', code)({ attributes }) as [number, number][];
    expect(points).toHaveLength(192);
    expect(points[0]).toEqual([Date.parse('2026-01-14T23:00:00Z'), -0.0000004]);
    expect(points.every(([time, value]) => Number.isFinite(time) && Number.isFinite(value))).toBe(true);
    // An unavailable entity has no attributes of ours.
    expect(new Function('entity', code)({ attributes: {} })).toEqual([]);
  });

  // Promise P-720 integrate/recipes/*: Home Assistant: the dashboard is made of existing entities
  it('shows on its dashboard entities that are there from the beginning, on cards that it has by itself', () => {
    const dashboard = blocks('home-assistant.md', 'yaml').at(-2) ?? '';
    const ids = [...dashboard.matchAll(/\b[a-z_]+\.dayahead_home_\w+/g)].map(([id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) {
      expect(entityOf(id), id).toBeDefined();
      expect(entityOf(id), id).not.toHaveProperty('enabled_by_default', false);
    }
    const [view] = (yaml.load(dashboard) as { views: { sections: { cards: { type: string }[] }[] }[] }).views;
    const cards = view?.sections.flatMap(({ cards }) => cards.map(({ type }) => type));
    expect(cards?.filter((card) => !BUILT_IN.has(card))).toEqual([]);
  });

  describe('with charts', () => {
    const text = blocks('home-assistant.md', 'yaml').at(-1) ?? '';
    const { views } = yaml.load(text) as { views: { sections: { cards: ChartCard[] }[] }[] };
    const cards = views.flatMap(({ sections }) => sections.flatMap((section) => section.cards));
    const charts = cards.filter(({ type }) => type === 'custom:apexcharts-card');
    const drawn = charts.flatMap((chart) => chart.series ?? []);

    it('shows entities that are there from the beginning', () => {
      const ids = [...text.matchAll(/\b[a-z_]+\.dayahead_home_\w+/g)].map(([id]) => id);
      expect(ids.length).toBeGreaterThan(5);
      for (const id of ids) expect(entityOf(id), id).toBeDefined();
      for (const id of ids) expect(entityOf(id), id).not.toHaveProperty('enabled_by_default', false);
    });

    // Promise P-721 integrate/recipes/*: Home Assistant: the dashboard with charts is made of existing entities
    it('has cards of Home Assistant and of ApexCharts alone, with options that ApexCharts knows', () => {
      const others = cards.filter((card) => !charts.includes(card)).map(({ type }) => type);
      expect(others.filter((type) => type !== 'statistics-graph' && !BUILT_IN.has(type))).toEqual([]);
      expect(charts.flatMap((chart) => Object.keys(chart)).filter((key) => !CHART_OPTIONS.has(key))).toEqual([]);
      expect(drawn.flatMap((each) => Object.keys(each)).filter((key) => !SERIES_OPTIONS.has(key))).toEqual([]);
      for (const { series = [], yaxis } of charts)
        for (const { yaxis_id } of series) expect(yaxis?.map(({ id }) => id)).toEqual(yaxis_id && ['price', 'power']);
    });

    it('takes the mean of a day of an entity that has one, and the change of one that is added up', () => {
      const [mean] = drawn.filter(({ statistics }) => statistics);
      expect(entityOf(mean?.entity ?? '')).toMatchObject({ state_class: 'measurement' });
      const [changed] = cards.filter(({ type }) => type === 'statistics-graph');
      expect(entityOf(String(changed?.entities?.[0]))).toMatchObject({ state_class: 'total' });
    });

    // Promise P-722 integrate/recipes/*: Home Assistant: the charts draw plans at the power of each run
    it('draws both days, and a plan as steps at the power of each run', () => {
      const [prices, plans] = drawn.map(({ data_generator: code = '' }) => new Function('entity', code));
      const topic = String(entityOf(drawn[0]?.entity ?? '')?.json_attributes_topic);
      expect(prices?.({ attributes: JSON.parse(published(true).get(topic) ?? '') })).toHaveLength(192);
      const [start, end] = [NOW + 3600, NOW + 7200];
      const run = { start, end, kw: 2, energyKwh: 2, cost: 0.2, averagePrice: 0.1 };
      const topics = windowTopics('boiler', { on: true, plan: { ...plan, runs: [run] }, demand: {} }, NOW);
      const told = topics.find(
        (each) => `${ROOT}/${each.topic}` === entityOf(drawn[1]?.entity ?? '')?.json_attributes_topic,
      );
      expect(plans?.({ attributes: JSON.parse(told?.payload ?? '') })).toEqual([
        [start * 1000 - 1, 0],
        [start * 1000, 2],
        [end * 1000, 0],
      ]);
      expect([prices?.({ attributes: {} }), plans?.({ attributes: {} })]).toEqual([[], []]);
    });
  });
});

describe('evcc', () => {
  const [configuration = ''] = blocks('evcc.md', 'yaml');
  const { tariffs } = yaml.load(configuration) as {
    tariffs: Record<'grid' | 'feedin', { type: string; forecast: { source: string; topic: string } }>;
  };

  // Promise P-723 integrate/recipes/*: evcc: the rates for grid and feed-in
  it.each(['grid', 'feedin'] as const)('reads the rates for %s', (name) => {
    const { type, forecast } = tariffs[name];
    expect([type, forecast.source]).toEqual(['custom', 'mqtt']);
    const rates = JSON.parse(published(true).get(forecast.topic) ?? '') as Record<string, unknown>[];
    expect(rates).toHaveLength(192);
    for (const { start, end, value, ...rest } of rates) {
      expect([start, end]).toEqual([expect.stringMatching(RFC3339), expect.stringMatching(RFC3339)]);
      expect(Date.parse(String(start))).toBeLessThan(Date.parse(String(end)));
      expect(value).toEqual(expect.any(Number));
      expect(rest).toEqual({});
    }
    expect(rates.slice(1).map(({ start }) => start)).toEqual(rates.slice(0, -1).map(({ end }) => end));
  });
});

/** evcc's `Rate` has start, end and value (`api/rates.go`), and takes a missing value for 0. */
describe('evcc with estimated prices and sun', () => {
  const [, configuration = ''] = blocks('evcc.md', 'yaml');
  interface Custom {
    readonly type: string;
    readonly tariff?: string;
    readonly forecast: { readonly topic: string };
  }
  const { grid, solar } = (
    yaml.load(configuration) as {
      tariffs: { grid: { type: string; primary: Custom; secondary: Custom }; solar: Custom[] };
    }
  ).tariffs;
  const ratesOf = ({ forecast }: Custom): { start: string; end: string; value: number }[] =>
    JSON.parse(published(true).get(forecast.topic) ?? '');

  // Promise P-865 integrate/recipes/*: evcc: estimated prices after the known ones, and the sun
  it('appends the estimated prices where the known ones end', () => {
    expect([grid.type, grid.primary.type, grid.secondary.type]).toEqual(['merged', 'custom', 'custom']);
    const [first] = ratesOf(grid.secondary);
    expect(first).toMatchObject({ start: ratesOf(grid.primary).at(-1)?.end, value: 0.25 });
  });

  it('reads the sun in W by quarter hours', () => {
    const [sun] = solar;
    expect(sun).toMatchObject({ type: 'custom', tariff: 'solar' });
    expect(sun && ratesOf(sun).map(({ value }) => value)).toEqual([2500, 1000]);
  });
});

/** The only function of a page, as Node-RED calls it. */
function nodeOf(file: string) {
  const [code = ''] = blocks(file, 'javascript');
  const run = new Function('msg', 'context', code);
  const kept = new Map<string, unknown>();
  const context = { get: (key: string) => kept.get(key), set: (key: string, value: unknown) => kept.set(key, value) };
  return (msg: object) => run(msg, context);
}

// Promise P-866 integrate/recipes/*: EMHASS: prices, sun and load by time
it('EMHASS gets maps of times, with estimated prices after the known ones, in W, and no sun where none is expected', () => {
  const node = nodeOf('emhass.md');
  for (const [topic, payload] of published(true))
    expect(node({ topic, payload: payload.startsWith('[') ? JSON.parse(payload) : payload })).toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
  const { payload, headers } = node({});
  vi.useRealTimers();
  expect(headers).toEqual({ 'content-type': 'application/json' });
  const { load_cost_forecast: cost, prod_price_forecast: exported, ...power } = payload;
  expect([Object.keys(cost).length, Object.keys(exported).length]).toEqual([193, 192]);
  expect([cost['2026-01-14T23:00:00Z'], cost['2026-01-16T23:00:00Z']]).toEqual([-0.0000004, 0.25]);
  expect(power).toEqual({
    pv_power_forecast: {
      '2026-01-14T23:05:00.000Z': 0,
      ...{ '2026-01-14T23:15:00Z': 2500, '2026-01-14T23:30:00Z': 0 },
      ...{ '2026-01-14T23:45:00Z': 1000, '2026-01-15T00:00:00Z': 0 },
    },
    load_power_forecast: Object.fromEntries(
      ['14T23:00', '14T23:15', '14T23:30', '14T23:45'].map((time) => [`2026-01-${time}:00Z`, 400]),
    ),
  });
});

// Promise P-867 integrate/recipes/*: openHAB: prices and a relay that lets go after twenty minutes
it('openHAB reads topics by type, sends what is understood, and lets go twenty minutes after the last ON', () => {
  const [thing = '', items = ''] = blocks('openhab.md', 'openhab');
  const channels = [...thing.matchAll(/Type (\w+) : (\w+) \[ stateTopic="([^"]+)"(.*?) \]/g)];
  const shown = channels.map(([, type, name, topic = '']) => [type, name, published(true).get(topic)]);
  expect(shown).toEqual([
    ['number', 'price', '-0.0000004'],
    ['string', 'level', 'VERY_CHEAP'],
    ['switch', 'boiler', 'ON'],
    ['string', 'override', 'auto'],
  ]);
  expect(channels[2]?.[4]).toBe(', postCommand=true');
  expect(channels[3]?.[4]).toContain('allowedStates="auto,on,off"');
  expect(thing).toContain(
    `availabilityTopic="${ROOT}/status", payloadAvailable="online", payloadNotAvailable="offline"`,
  );
  expect(items).toContain('channel="mqtt:topic:dayahead:boiler"');
  expect(items).toContain('expire="20m,command=OFF"');
});

// Promise P-868 integrate/recipes/*: ioBroker: the same
it('ioBroker switches at every repeated state, and off twenty minutes after the last ON', () => {
  const [script = '', command = ''] = blocks('iobroker.md', 'javascript');
  const states: unknown[] = [];
  const timers: (() => void)[] = [];
  let follow: (change: { state: { val: string } }) => void = () => undefined;
  const on = ({ id, change }: { id: string; change: string }, listener: typeof follow) => {
    // The adapter writes each topic with dots (`convertTopic2id`).
    const topic = id.replace('mqtt.0.', '').replaceAll('.', '/');
    expect([published(true).get(topic), published(false).get(topic), change]).toEqual(['ON', 'OFF', 'any']);
    follow = listener;
  };
  const wait = (ring: () => void, ms: number) => timers.push(ring) && ms;
  const cleared: unknown[] = [];
  new Function('on', 'setState', 'setTimeout', 'clearTimeout', script)(
    on,
    (_: string, value: unknown) => states.push(value),
    wait,
    (timer: unknown) => cleared.push(timer),
  );
  for (const val of ['ON', 'ON', 'OFF']) follow({ state: { val } });
  expect([states, cleared]).toEqual([
    [true, true, false],
    [undefined, 1_200_000, 1_200_000],
  ]);
  timers[0]?.();
  expect(states.at(-1)).toBe(false);
  expect(command).toContain(`topic: '${ROOT}/window/boiler/set/override', message: 'on'`);
  const text = page('iobroker.md');
  for (const setting of ['Publish own states on connect', 'Publish/update only in case of change'])
    expect(text).toContain(`| *${setting}* | off |`);
});

// Promise P-869 integrate/recipes/*: Domoticz: the price and a switch
it('Domoticz gets the price as text for a sensor, and nothing of a cleared topic', () => {
  const node = nodeOf('domoticz.md');
  const { topic, payload } = node({ payload: published(true).get(`${ROOT}/price/now`) });
  expect([topic, JSON.parse(payload)]).toEqual(['domoticz/in', { idx: 7, nvalue: 0, svalue: '-0.0000004' }]);
  expect(node({ payload: '' })).toBeNull();
});

it.each([
  ['evcc.md', ['**Prices first, evcc second.**', 'until evcc is started again']],
  ['openwb.md', ['8883 with TLS', '`openWB/simpleAPI/set/chargepoint/3/max_price_eco`', 'in cents per kWh']],
  ['go-e.md', ['(`awpl`)']],
])('%s tells what its consumer does not say by itself', (file, facts) => {
  for (const fact of facts) expect(page(file).replace(/\s+/g, ' ')).toContain(fact);
});

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/;

describe('a device with a topic of its own', () => {
  /** The row of the page, as the dialog takes it, and what is then published of the device. */
  function told(file: string, on: boolean) {
    const [, commandTopic, commandOn, commandOff] = /\n\| `(.+?)` \| `(.+?)` \| `(.+?)` \|/.exec(page(file)) ?? [];
    const command = switchCommand({ commandTopic, commandOn, commandOff });
    return windowTopics('boiler', { on, plan, demand: {}, command }, NOW).find(({ outside }) => outside);
  }

  // Promise P-727 integrate/recipes/*: go-e, openWB, Tasmota: on and off are what they understand
  it.each([
    // A charger reads JSON: forceState is neutral at 0, off at 1, on at 2.
    ['go-e.md', /^go-eCharger\/\d{6}\/frc\/set$/, '2', '1'],
    ['openwb.md', /^openWB\/simpleAPI\/set\/chargepoint\/\d+\/chargemode$/, 'instant', 'stop'],
    ['tasmota.md', /^cmnd\/[^/]+\/POWER$/, 'ON', 'OFF'],
  ])('%s is told on %s what it understands, %s and %s, and nothing is retained', (file, topic, on, off) => {
    expect(told(file, true)).toMatchObject({ topic: expect.stringMatching(topic), payload: on, retain: false });
    expect(told(file, false)).toMatchObject({ payload: off, retain: false });
  });

  // Promise P-731 integrate/recipes/*: Shelly: lets go after sixteen minutes
  it('a Shelly lets go a minute after it was not told again', () => {
    const order = (on: boolean) =>
      JSON.parse(told('shelly.md', on)?.payload ?? '') as { method: string; params: object };
    expect(order(true)).toMatchObject({ method: 'Switch.Set', params: { on: true, toggle_after: 15 * 60 + 60 } });
    expect(order(false)).toMatchObject({ method: 'Switch.Set', params: { on: false } });
  });

  it('Domoticz switches off a minute after the next command is due, by its off delay', () => {
    const command = (on: boolean) => JSON.parse(told('domoticz.md', on)?.payload ?? '');
    expect(command(true)).toEqual({ command: 'switchlight', idx: 12, switchcmd: 'On' });
    expect(command(false)).toEqual({ command: 'switchlight', idx: 12, switchcmd: 'Off' });
    expect(page('domoticz.md')).toContain(`*Off Delay* to ${15 * 60 + 60} seconds`);
  });

  // Promise P-732 integrate/recipes/*: Tasmota: the same
  it('Tasmota lets go a minute after it was not told again: from 112 on the time is in seconds, and a hundred', () => {
    const [command = ''] = blocks('tasmota.md', 'tasmota');
    expect(Number(/^PulseTime (\d+)$/m.exec(command)?.[1]) - 100).toBe(15 * 60 + 60);
  });
});

describe.each(['esphome.md', 'sg-ready.md'])('the ESPHome device of %s', (file) => {
  const [configuration = ''] = blocks(file, 'yaml');
  const {
    mqtt,
    script: [script],
    switch: [output],
  } = yaml.load(configuration) as {
    mqtt: { on_message: { topic: string; payload: string; then: Record<string, string>[] }[] };
    script: { id: string; mode: string; then: Record<string, string>[] }[];
    switch: { id: string; restore_mode: string }[];
  };
  const letGo = [{ 'script.stop': script?.id }, { 'switch.turn_off': output?.id }];
  const on = mqtt.on_message.filter(({ topic }) => topic.includes('/window/'));

  // Promise P-733 integrate/recipes/*: ESPHome, SG Ready: the output follows the state
  it('is told the texts that are published, and switches its own output', () => {
    const told = [true, false].flatMap((state) => on.map(({ topic }) => published(state).get(topic)));
    expect(new Set(told)).toEqual(new Set(on.map(({ payload }) => payload)));
    expect(on.map(({ then }) => then)).toEqual([[{ 'script.execute': script?.id }], letGo]);
  });

  // Promise P-734 integrate/recipes/*: ESPHome, SG Ready: the output is off when the site is gone
  it('lets go when the site is gone', () => {
    const [will] = mqtt.on_message.filter(({ payload }) => payload === 'offline');
    expect(will?.topic).toBe(`${ROOT}/status`);
    expect(will?.then).toEqual(letGo);
  });

  // Promise P-735 integrate/recipes/*: ESPHome, SG Ready: the output is off twenty minutes after the last `ON`
  it('lets go five minutes after it was not told again, and is off when it comes back', () => {
    // A script that restarts begins its delay anew.
    expect(script?.mode).toBe('restart');
    expect(script?.then).toEqual([
      { 'switch.turn_on': output?.id },
      { delay: '20min' },
      { 'switch.turn_off': output?.id },
    ]);
    expect(output?.restore_mode).toBe('ALWAYS_OFF');
  });
});

// Promise P-690 integrate/inverters: chargers keep the last command, and their pages note it
it.each(['go-e.md', 'openwb.md'])('%s says plainly that the charger does not fall back by itself', (file) => {
  expect(page(file)).toContain('**It does not fall back by itself.**');
});

// Promise P-736 integrate/recipes/*: ESPHome: its sensor reads any price
it('the sensor of ESPHome reads a plain decimal, however small', () => {
  const [configuration = ''] = blocks('esphome.md', 'yaml');
  const { sensor } = yaml.load(configuration) as { sensor: { platform: string; topic: string }[] };
  expect(sensor[0]?.platform).toBe('mqtt_subscribe');
  expect(published(true).get(sensor[0]?.topic ?? '')).toBe('-0.0000004');
});
