import { describe, expect, it } from 'vitest';
import { readCarCommand } from '../../../src/messages/battery/car.ts';
import { commandValues, readCommand } from '../../../src/messages/command.ts';
import { commandOn, refusalTopic } from '../../../src/mqtt/command-topics.ts';
import { batteryAnnouncement } from '../../../src/mqtt/discovery/battery-entities.ts';
import { announcement, identifierOf } from '../../../src/mqtt/discovery/discovery.ts';
import { siteAnnouncement } from '../../../src/mqtt/discovery/site-entities.ts';
import { windowAnnouncement } from '../../../src/mqtt/discovery/window-entities.ts';
import { slug } from '../../../src/mqtt/topics.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import { publishedRows } from '../../support/mqtt/published-rows.ts';
import { availabilityKeys, deviceKeys, platformKeys, rootKeys } from './discovery-keys.ts';

const at = { discoveryPrefix: 'homeassistant', site: 'home', root: 'dayahead/home', id: 'c0ffee' };
const sources = [
  { id: 'p1', prefix: 'price', series: { unit: 'EUR/kWh', feedin: [] } },
  { id: 'p2', prefix: 'price-summer-house', series: { unit: 'DKK/kWh' } },
];
const site = siteAnnouncement(at, 'Home', sources);
const demand = { powerKw: 2, batteryKwh: 60, targetSoc: 80 };
const car = windowAnnouncement(at, { id: 'a1.b2', name: 'Car', device: 'car', currency: 'EUR', demand });

type Component = Readonly<Record<string, unknown>> & { readonly platform: keyof typeof platformKeys };
interface Message {
  readonly device: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, Component>>;
  readonly [key: string]: unknown;
}
const messageOf = (wanted: typeof site, gone = {}): Message => JSON.parse(announcement(wanted, gone).payload);
const van = batteryAnnouncement(at, { id: 'e1', name: 'Van', device: 'van', currency: 'EUR' }, { kind: 'car' });
const messages = [messageOf(site), messageOf(car), messageOf(van)];
const components = messages.flatMap((message) => Object.values(message.components));
const named = (id: string): Component =>
  components.find(({ unique_id }) => unique_id === id) ?? expect.unreachable(`no ${id}`);

describe('a discovery message', () => {
  // Promise P-331 integrate/topics: Home Assistant receives what it documents, and nothing else
  it('has the keys that Home Assistant documents, and no others', () => {
    for (const message of messages) {
      expect(rootKeys).toEqual(expect.arrayContaining(Object.keys(message)));
      expect(deviceKeys).toEqual(expect.arrayContaining(Object.keys(message.device)));
    }
    for (const { platform, ...component } of components) {
      expect(platformKeys[platform]).toEqual(expect.arrayContaining(Object.keys(component)));
      for (const each of (component.availability ?? []) as object[]) {
        expect(availabilityKeys).toEqual(expect.arrayContaining(Object.keys(each)));
      }
    }
    expect(new Set(components.map(({ platform }) => platform)).size).toBe(7);
  });

  it('is on the topic of the site or of the device, in letters that such a topic may have', () => {
    expect(announcement(site).topic).toBe('homeassistant/device/dayahead_home/config');
    expect(announcement(car).topic).toBe('homeassistant/device/dayahead_home_a1_b2/config');
    expect(announcement(car).outside).toBe(true);
  });

  // Promise P-944 use/compare: `grid/bill` has the bill of this month by line, also for Home Assistant
  it('shows the bill of the month with its lines as attributes, and the peak', () => {
    const { components: shown } = messageOf(
      siteAnnouncement(at, 'Home', [], { plan: false, peak: false, bill: 'EUR' }),
    );
    const topic = 'dayahead/home/grid/bill';
    const { dayahead_c0ffee_bill, dayahead_c0ffee_bill_expected, dayahead_c0ffee_bill_peak } = shown;
    expect(dayahead_c0ffee_bill).toMatchObject({
      ...{ name: 'Bill this month', device_class: 'monetary', unit_of_measurement: 'EUR', state_topic: topic },
      json_attributes_topic: topic,
    });
    expect(dayahead_c0ffee_bill_expected).toMatchObject({ name: 'Expected bill this month', state_topic: topic });
    expect(dayahead_c0ffee_bill_peak).toMatchObject({ name: 'Highest power this month', unit_of_measurement: 'kW' });
    for (const { platform, ...component } of Object.values(shown))
      expect(platformKeys[platform]).toEqual(expect.arrayContaining(Object.keys(component)));
  });

  it('shows the origin of the prices with the marks of their figures as attributes', () => {
    expect(named('dayahead_c0ffee_source')).toMatchObject({
      options: ['replay', 'external', 'live', 'own', 'service'],
      json_attributes_topic: 'dayahead/home/meta',
      json_attributes_template: "{{ value_json.source | tojson if value and value_json.source else '{}' }}",
    });
  });

  it('names a device by the id of its node, and where it belongs', () => {
    expect(messageOf(site).device).toMatchObject({ identifiers: ['dayahead_c0ffee'], name: 'Home' });
    expect(messageOf(car).device).toMatchObject({
      identifiers: ['dayahead_a1_b2'],
      name: 'Car',
      via_device: 'dayahead_c0ffee',
    });
  });

  it.each(hostileTexts)('has nothing in its ids but letters, digits, _ and -, of a node whose id is %j', (id) => {
    const { topic, device, entities } = windowAnnouncement(at, {
      ...{ id, name: id, device: slug(id) },
      ...{ currency: 'EUR', demand },
    });
    expect(topic).toMatch(/^homeassistant\/device\/dayahead_home_[\w-]+\/config$/);
    expect(device.identifiers).toEqual([expect.stringMatching(/^dayahead_[\w-]+$/)]);
    expect(device.name).toBe(id);
    for (const [key, each] of Object.entries(entities)) {
      expect(key).toMatch(/^dayahead_[\w-]+$/);
      expect(each.default_entity_id).toMatch(/^[a-z_]+\.dayahead_home_[a-z0-9_]+$/);
      // A template may be of ours alone.
      for (const value of Object.values(each)) expect(String(value)).not.toContain(id);
    }
  });

  it('has every entity under one id of its own, with an entity id of its domain', () => {
    const ids = components.map(({ unique_id }) => unique_id);
    expect(new Set(ids).size).toBe(ids.length);
    const called = components.map(({ default_entity_id }) => String(default_entity_id));
    expect(new Set(called).size).toBe(called.length);
    for (const { platform, default_entity_id } of components) {
      expect(default_entity_id).toMatch(new RegExp(`^${platform}\\.dayahead_home_[a-z0-9_]+$`));
    }
    for (const message of messages) {
      for (const [id, { unique_id }] of Object.entries(message.components)) expect(id).toBe(unique_id);
    }
  });

  // Promise P-344 integrate/topics: what is renamed stays the same entity
  it('keeps its ids when everything is renamed', () => {
    const renamed = { ...at, site: 'villa', root: 'power/villa' };
    const ids = (wanted: typeof site) => Object.keys(wanted.entities);
    expect(
      ids(
        siteAnnouncement(
          renamed,
          'Villa',
          sources.map((source) => ({ ...source, prefix: `${source.prefix}-x` })),
        ),
      ),
    ).toEqual(ids(site));
    expect(
      ids(windowAnnouncement(renamed, { id: 'a1.b2', name: 'Van', device: 'van', currency: 'EUR', demand })),
    ).toEqual(ids(car));
  });

  it('spells every topic out', () => {
    const topics = components.flatMap((component) =>
      Object.entries(component).flatMap(([key, value]) => (key.endsWith('_topic') ? [value] : [])),
    );
    expect(topics.length).toBeGreaterThan(30);
    for (const topic of topics) expect(topic).toMatch(/^dayahead\/home\/[a-z0-9_/-]+$/);
  });

  it('reads only topics that the site publishes, or that have the value of a command', () => {
    const meter = siteAnnouncement(at, 'Home', sources.slice(0, 1), { plan: true, peak: true, bill: 'EUR' });
    const sums = { since: 0, energyKwh: 1, pricedKwh: 1, cost: 1, saved: 0 };
    const account = { currency: 'EUR', timeZone: 'Europe/Berlin', day: sums, month: sums, total: sums };
    const device = { id: 'a1.b2', name: 'Car', device: 'car', currency: 'EUR', demand, account };
    const shown = [meter, windowAnnouncement(at, device), van].flatMap(({ entities }) => Object.values(entities));
    const published = new Set(publishedRows('car', 'van').map(({ topic }) => `dayahead/home/${topic}`));
    const read = shown.filter(({ command_topic }) => !command_topic);
    expect(read.length).toBeGreaterThan(30);
    const topics = read.flatMap(({ state_topic, json_attributes_topic = state_topic }) => [
      state_topic,
      json_attributes_topic,
    ]);
    expect(topics.filter((topic) => !published.has(String(topic)))).toEqual(
      ['window/car', 'battery/van'].flatMap((branch) => Array(2).fill(`dayahead/home/${branch}/error`)),
    );
  });

  it('calls nothing available of a site that is gone, except that it is gone', () => {
    for (const message of messages) expect(message.availability).toEqual([{ topic: 'dayahead/home/status' }]);
    expect(named('dayahead_c0ffee_status').availability).toEqual([]);
    expect(named('dayahead_p2_now')).toMatchObject({
      availability: [{ topic: 'dayahead/home/status' }, { topic: 'dayahead/home/price-summer-house/availability' }],
      availability_mode: 'all',
    });
  });

  // Promise P-137 use/car: Home Assistant knows all of it but `power_kw`
  it('knows a car by its current and by what it may be told', () => {
    const of = (kind?: 'car') =>
      Object.keys(
        batteryAnnouncement(at, { id: 'e1', name: 'Van', device: 'van', currency: 'EUR' }, { ...(kind && { kind }) })
          .entities,
      );
    const own = ['amps', 'phases', 'soc', 'target_soc', 'energy_kwh', 'ready_by', 'connected'];
    expect(of('car').filter((id) => !of().includes(id))).toEqual(own.map((key) => `dayahead_e1_${key}`));
    expect(of().filter((id) => !of('car').includes(id))).toEqual(['dayahead_e1_reserve_soc']);
  });

  // Promise P-141 use/dimming: a number of Home Assistant sets a grid limit
  it('lets a grid operator dim the site, and says until when', () => {
    const [topic, command_topic] = ['dayahead/home/grid/import_kw', 'dayahead/home/grid/set/import_kw'];
    expect(named('dayahead_c0ffee_import_kw')).toMatchObject({ platform: 'number', state_topic: topic, command_topic });
    expect(named('dayahead_c0ffee_import_until')).toMatchObject({
      ...{ platform: 'sensor', device_class: 'timestamp', state_topic: 'dayahead/home/grid/import_until' },
    });
  });

  it('names what is gone with nothing but its platform', () => {
    const { components: all } = messageOf(site, { dayahead_p9_now: 'sensor', dayahead_p1_now: 'sensor' });
    expect(all.dayahead_p9_now).toEqual({ platform: 'sensor' });
    expect(all.dayahead_p1_now).toHaveProperty('unique_id');
  });
});

describe('the entities of a price', () => {
  // Promise P-345 integrate/topics: prices have the unit `<currency>/kWh` and no device class
  it.each(['now', 'next', 'min', 'max', 'average', 'feedin_now'])('say %s as a rate, of no device class', (key) => {
    const entity = named(`dayahead_p1_${key}`);
    expect(entity).toMatchObject({
      unit_of_measurement: 'EUR/kWh',
      state_class: 'measurement',
      suggested_display_precision: 4,
    });
    expect(entity).not.toHaveProperty('device_class');
  });

  // Promise P-336 integrate/topics: those of a price that are disabled at first
  it.each([
    ['now', true],
    ['level', true],
    ['until', true],
    ['feedin_now', true],
    ['next', false],
    ['rank', false],
    ['min', false],
    ['max', false],
    ['average', false],
    ['list', false],
    ['feedin_list', false],
  ])('%s is there from the start: %s', (key, shown) => {
    expect(named(`dayahead_p1_${key}`).enabled_by_default ?? true).toBe(shown);
  });

  it('are told apart by what they are published as', () => {
    expect(named('dayahead_p1_now')).toMatchObject({ name: 'Price now', state_topic: 'dayahead/home/price/state' });
    expect(named('dayahead_p2_now')).toMatchObject({
      name: 'Price summer-house now',
      default_entity_id: 'sensor.dayahead_home_price_summer_house_now',
      unit_of_measurement: 'DKK/kWh',
    });
    expect(named('dayahead_p1_feedin_now')).toMatchObject({
      name: 'Feed-in now',
      state_topic: 'dayahead/home/feedin/now',
    });
    expect(site.entities).not.toHaveProperty('dayahead_p2_feedin_now');
  });

  it('carry the list of prices where the state changes a few times a day', () => {
    const carriers = components.filter(({ json_attributes_topic: topic }) => String(topic).endsWith('/ha_attributes'));
    expect(carriers.map(({ unique_id }) => unique_id)).toEqual(['dayahead_p1_until', 'dayahead_p2_until']);
    expect(carriers[0]).toMatchObject({ device_class: 'timestamp', state_topic: 'dayahead/home/price/series' });
  });

  it('have the list with the end of each price beside it, which the recorder drops, and only for who wants it', () => {
    const carriers = components.filter(({ json_attributes_topic: topic }) => String(topic).endsWith('/ha_list'));
    expect(carriers.map(({ unique_id }) => unique_id)).toEqual([
      ...['dayahead_p1_list', 'dayahead_p1_feedin_list', 'dayahead_p2_list'],
    ]);
    expect(carriers[0]).toMatchObject({ name: 'Price list', enabled_by_default: false });
    expect(carriers[1]).toMatchObject({
      ...{ name: 'Feed-in list', default_entity_id: 'sensor.dayahead_home_feedin_list', enabled_by_default: false },
      ...{ state_topic: 'dayahead/home/feedin/ha_list' },
    });
    expect(carriers[0]).not.toHaveProperty('state_class');
  });
});

describe('the entities of a device', () => {
  it.each(Object.keys(commandValues({})))('take the command %s, and show what is in force', (key) => {
    expect(named(`${identifierOf('a1.b2')}_${key}`)).toMatchObject({
      command_topic: `dayahead/home/window/car/set/${key}`,
      state_topic: `dayahead/home/window/car/${key}`,
    });
  });

  // Promise P-337 integrate/topics: entities of a device, a battery and a car that are disabled at first
  it('are there from the start, but for those that most devices have no use for', () => {
    const hiddenIn = (wanted: typeof site) =>
      Object.values(wanted.entities).flatMap(({ unique_id: id, ...each }) =>
        'enabled_by_default' in each && each.enabled_by_default === false
          ? [String(id).replace(/^dayahead_[^_]+_(b2_)?/, '')]
          : [],
      );
    expect(hiddenIn(car)).toEqual(['soc', 'target_soc', 'connected', 'power_kw', 'measured_kwh']);
    expect([
      hiddenIn(van),
      hiddenIn(batteryAnnouncement(at, { id: 'b', name: 'B', device: 'b', currency: 'EUR' }, {})),
    ]).toEqual([['phases'], []]);
  });

  // Promise P-339 integrate/topics: every value between the bounds of a number is accepted
  it.each([
    ['2 kW', { powerKw: 2 }, 1488],
    ['11 kW', { powerKw: 11 }, 8184],
    ['no power', {}, undefined],
    ['a profile and no power', { profile: [{ minutes: 90, kw: 2 }] }, undefined],
  ])('offer as energy what a device of %s accepts', (_, demand, max) => {
    const { entities } = windowAnnouncement(at, { id: 'n', name: 'N', device: 'n', currency: 'EUR', demand });
    expect(entities.dayahead_n_energy_kwh?.max).toBe(max);
  });

  // Promise P-342 integrate/topics: a device without a battery has no state of charge to set
  it.each([
    [{ powerKw: 2 }, []],
    [{ batteryKwh: 60, targetSoc: 80 }, []],
    [{ powerKw: 2, batteryKwh: 60 }, ['target_soc']],
    [{ powerKw: 2, batteryKwh: 60, targetSoc: 80 }, ['soc', 'target_soc']],
  ])('of %j take a state of charge only where that makes an amount of energy', (demand, keys) => {
    const { entities } = windowAnnouncement(at, { id: 'n', name: 'N', device: 'n', currency: 'EUR', demand });
    expect(Object.keys(entities).filter((id) => id.endsWith('soc'))).toEqual(keys.map((key) => `dayahead_n_${key}`));
  });

  // Promise P-340 integrate/topics: every value between the bounds of a number of a car is accepted
  it('of a car offer as energy the 300 kWh that it accepts', () => {
    expect(named('dayahead_e1_energy_kwh')).toMatchObject({ min: 0, max: 300 });
    expect(readCarCommand('energy_kwh', '300')).toEqual({ patch: { energyKwh: 300 } });
    expect(readCarCommand('energy_kwh', '301')).toHaveProperty('refusal');
  });

  // Promise P-341 integrate/topics: every option of a list is accepted
  it('of a battery offer the overrides that its settings allow', () => {
    const modes = ['normal', 'hold', 'holdcharge'] as const;
    const { entities } = batteryAnnouncement(at, { id: 'b', name: 'B', device: 'b', currency: 'EUR' }, { modes });
    expect(entities.dayahead_b_override?.options).toEqual(['auto', ...modes]);
  });

  it('know every mode of a battery in the state of a car, which may have been one', () => {
    const { options } = named('dayahead_e1_mode');
    expect(options).toEqual(['normal', 'hold', 'holdcharge', 'charge', 'discharge']);
    expect(named('dayahead_e1_override').options).toEqual(['auto', 'charge', 'hold']);
  });

  // Promise P-343 integrate/topics: *last refusal* is the time of the last refused command, with its key, value and
  //   what is allowed
  it.each([
    ['a1_b2', 'window/car'],
    ['e1', 'battery/van'],
  ])('report in %s when a command was last refused, with its key, value and what is allowed', (id, branch) => {
    const command = commandOn(`dayahead/home/${branch}/set/energy_kwh`, '9999');
    const refusal = { key: 'energy_kwh', value: '9999', allowed: 'at most 1488' };
    const { topic, payload } = refusalTopic(command, refusal, Date.parse('2026-11-20T22:00:07Z') / 1000);
    const state_topic = `dayahead/home/${topic}`;
    expect(JSON.parse(payload)).toEqual({ ...refusal, at: '2026-11-20T22:00:07Z' });
    expect(named(`dayahead_${id}_refusal`)).toMatchObject({
      ...{ platform: 'sensor', name: 'Last refusal', device_class: 'timestamp', entity_category: 'diagnostic' },
      ...{ state_topic, value_template: '{{ value_json.at if value else none }}', json_attributes_topic: state_topic },
    });
  });

  // Promise P-338 integrate/topics: the button gives back what has been set
  it('have a button that gives every value back by the empty payload, which no number can send', () => {
    const { command_topic: topic, payload_press: payload, ...button } = named('dayahead_a1_b2_reset');
    expect(topic).toBe('dayahead/home/window/car/set/reset');
    expect(readCommand('reset', String(payload))).toEqual({ patch: { reset: true } });
    expect(button).toMatchObject({ platform: 'button', name: 'As in the settings', entity_category: 'config' });
    expect(button).not.toHaveProperty('state_topic');
  });

  // Promise P-334 integrate/topics: a text without a value is empty
  it('leave a text as it is said: empty is empty, as nothing a text is told makes it unknown again', () => {
    for (const key of ['ready_by', 'override_until']) {
      expect(named(`dayahead_a1_b2_${key}`)).not.toHaveProperty('value_template');
    }
  });

  it('are those of its account where somebody knows what it takes, each with the time since when it counts', () => {
    const sums = { since: 0, energyKwh: 4, pricedKwh: 4, cost: 0.4, saved: 0.8 };
    const account = { currency: 'DKK', timeZone: 'Europe/Copenhagen', day: sums, month: sums, total: sums };
    const { entities } = windowAnnouncement(at, {
      id: 'n',
      name: 'N',
      device: 'n',
      currency: 'EUR',
      demand: {},
      account,
    });
    expect(Object.keys(entities).filter((id) => /_(month|total)$/.test(id))).toHaveLength(6);
    expect(entities.dayahead_n_saved_month).toEqual({
      platform: 'sensor',
      unique_id: 'dayahead_n_saved_month',
      default_entity_id: 'sensor.dayahead_home_n_saved_month',
      name: 'Saved this month',
      device_class: 'monetary',
      unit_of_measurement: 'DKK',
      state_class: 'total',
      suggested_display_precision: 2,
      state_topic: 'dayahead/home/window/n/account',
      value_template: '{{ value_json.month.saved if value else none }}',
      last_reset_value_template: '{{ value_json.month.since if value }}',
    });
    const billed = { ...account, bill: sums };
    const more = windowAnnouncement(at, {
      id: 'n',
      name: 'N',
      device: 'n',
      currency: 'EUR',
      demand: {},
      account: billed,
    });
    expect(more.entities.dayahead_n_bill_month).toMatchObject({
      ...{ unit_of_measurement: 'DKK', value_template: '{{ value_json.bill.cost if value else none }}' },
      last_reset_value_template: '{{ value_json.bill.since if value }}',
    });
    expect(entities.dayahead_n_energy_total).toMatchObject({
      device_class: 'energy',
      unit_of_measurement: 'kWh',
      state_class: 'total',
      value_template: '{{ value_json.total.energy_kwh if value else none }}',
    });
    for (const { platform, ...component } of Object.values(entities)) {
      expect(platformKeys[platform]).toEqual(expect.arrayContaining(Object.keys(component)));
    }
    expect(named('dayahead_a1_b2_state')).toBeDefined();
    expect(components.filter(({ unique_id: id }) => /_(month|total)$/.test(String(id)))).toEqual([]);
  });

  it('say what it costs in the currency of the prices, where that is known', () => {
    expect(named('dayahead_a1_b2_cost')).toMatchObject({ device_class: 'monetary', unit_of_measurement: 'EUR' });
    expect(named('dayahead_a1_b2_max_price')).toMatchObject({ unit_of_measurement: 'EUR/kWh' });
    const { entities } = windowAnnouncement(at, { id: 'n', name: 'N', device: 'n', currency: undefined, demand: {} });
    expect(entities.dayahead_n_cost).not.toHaveProperty('device_class');
    expect(entities.dayahead_n_max_price).not.toHaveProperty('unit_of_measurement');
  });

  // Promise P-333 integrate/topics: what has no value is *unknown*
  it('read what may be unknown from JSON, or take an empty payload for unknown', () => {
    for (const key of ['start', 'end', 'cost']) {
      expect(named(`dayahead_a1_b2_${key}`)).toMatchObject({
        state_topic: 'dayahead/home/window/car/plan',
        value_template: `{{ value_json.${key} if value else none }}`,
      });
    }
    for (const key of ['energy_kwh', 'minutes']) {
      expect(named(`dayahead_a1_b2_${key}`).value_template).toBe("{{ value or 'None' }}");
    }
    expect(named('dayahead_a1_b2_max_price').value_template).toBe("{{ value if is_number(value) else 'None' }}");
  });
});

it('every template that reads JSON does without it where the topic is cleared', () => {
  const templates = components.flatMap((each) =>
    Object.entries(each).flatMap(([key, value]) => (key.endsWith('_template') ? [String(value)] : [])),
  );
  const json = templates.filter((template) => template.includes('value_json'));
  expect(json.length).toBeGreaterThan(15);
  for (const template of json) expect(template).toMatch(/ if value (and .+ )?else (none|'\{\}') \}\}$/);
  const carriers = components.filter(({ json_attributes_topic }) => json_attributes_topic !== undefined);
  expect(carriers).toHaveLength(11);
  for (const { json_attributes_template } of carriers) expect(json_attributes_template).toContain("'{}'");
});
