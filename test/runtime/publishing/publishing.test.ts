import { describe, expect, it } from 'vitest';
import type { RetainedBefore } from '../../../src/runtime/publishing/retained-before.ts';
import { nothingPlanned } from '../../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { config, demand, publishingHouse, root } from '../../support/mqtt/publishing-house.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const prices = { id: 'p1', name: 'Prices' };
const second = { id: 'p2', name: 'Second' };
const car = { id: 'w1', name: 'Car' };
const carConfig = 'homeassistant/device/dayahead_home_w1/config';

const series = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T23:00:00Z',
  until: '2026-01-16T23:00:00Z',
  resolution: 3600,
  total: (hour) => (hour + 1) / 100,
});
const said = { prefix: 'price', series, now: undefined, problem: undefined };
const parked = { owner: car, slug: 'car', state: { on: false, plan: nothingPlanned, demand } };
const planned = { ...nothingPlanned, reason: 'planned', next: Date.parse('2026-01-15T14:00:00+01:00') / 1000 };

/** With prices and a car, two seconds after they came. */
async function running(clock = manualClock(NOON)) {
  const house = publishingHouse(clock);
  house.publishing.start();
  house.connect();
  house.publishing.present(prices);
  house.publishing.present(car);
  house.publishing.prices(prices, said);
  house.publishing.device(parked);
  await clock.advanceBy(2);
  house.heard();
  return { ...house, clock };
}

/** The next life of a house: another node, another name. */
async function reborn(
  clock: ManualClock,
  house: Awaited<ReturnType<typeof running>>,
  before: RetainedBefore = house.remembered(),
) {
  await house.publishing.stop({ removed: false });
  house.disconnect();
  const next = publishingHouse(clock, { before, broker: house });
  next.publishing.start();
  next.connect();
  return next;
}

describe('everything is said once more', () => {
  const topics = (house: Awaited<ReturnType<typeof running>>) => new Set(house.heard().map(({ topic }) => topic));

  // Promise P-285 integrate/topics: everything is published again some seconds after Home Assistant has started
  it('between one and eleven seconds after Home Assistant was born', async () => {
    const house = await running();
    house.publishing.born();
    await house.clock.advanceBy(5);
    expect(house.heard()).toEqual([]);
    await house.clock.advanceBy(1);
    expect(topics(house)).toEqual(new Set(Object.keys(house.retained())));
  });

  // Promise P-286 integrate/topics: everything is published again a second after local midnight
  it('at local midnight, and at no other quarter hour', async () => {
    const house = await running();
    await house.clock.advanceTo(Date.parse('2026-01-16T00:00:00+01:00') / 1000);
    expect([...topics(house)]).toEqual([`${root}/window/car/state`]);
    await house.clock.advanceBy(1);
    expect(topics(house)).toContain(`${root}/price/series`);
    expect(topics(house)).toEqual(new Set());
  });

  // Promise P-287 integrate/topics: everything is published again after a change of plan
  it('when a plan changes, and not when it stays', async () => {
    const house = await running();
    house.publishing.device({ ...parked, state: { ...parked.state, on: true } });
    expect([...topics(house)]).toEqual([`${root}/window/car/state`]);
    await house.clock.advanceBy(1);
    house.publishing.device({ ...parked, state: { on: true, plan: planned, demand } });
    await house.clock.advanceBy(1);
    expect(topics(house)).toEqual(new Set(Object.keys(house.retained())));
    const saving = { ...planned, baselineCost: 0.4, saving: 0.1 };
    house.publishing.device({ ...parked, state: { on: true, plan: saving, demand } });
    await house.clock.advanceBy(1);
    expect(topics(house)).toEqual(new Set(['state', 'plan', 'ha_plan'].map((name) => `${root}/window/car/${name}`)));
  });

  // Promise P-284 integrate/topics: everything is published again on connecting
  it('after an outage', async () => {
    const house = await running();
    house.disconnect();
    house.connect();
    expect(topics(house)).toEqual(new Set(Object.keys(house.retained())));
  });
});

// Promise P-288 integrate/topics: the state of a device every quarter hour
it('the state of a device is said again every quarter hour, and nothing else of it', async () => {
  const house = await running();
  const said = async (second: number) => {
    await house.clock.advanceTo(NOON + second);
    return house
      .heard()
      .flatMap(({ topic, payload }) =>
        topic.includes('/window/car/') ? [`${topic.slice(root.length)} ${payload}`] : [],
      );
  };
  expect(await said(900)).toEqual([]);
  expect(await said(901)).toEqual(['/window/car/state OFF']);
  expect(await said(1801)).toEqual(['/window/car/state OFF']);
});

// Promise P-289 integrate/topics: one topic is sent one message a second at the most: the last
describe('the announcement of a device', () => {
  const ids = (house: Awaited<ReturnType<typeof running>>) => Object.keys(house.announced(carConfig)?.components ?? {});

  it('follows its capabilities: a power, a battery, a target', async () => {
    const house = await running();
    const gained = async (more: object) => {
      const before = ids(house);
      house.publishing.device({ ...parked, state: { ...parked.state, demand: { ...demand, ...more } } });
      await house.clock.advanceBy(2);
      return ids(house).filter((id) => !before.includes(id));
    };
    expect(await gained({ powerKw: 11 })).toEqual(['dayahead_w1_energy_kwh']);
    expect(await gained({ powerKw: 11, batteryKwh: 60 })).toEqual(['dayahead_w1_target_soc']);
    expect(await gained({ powerKw: 11, batteryKwh: 60, targetSoc: 80 })).toEqual(['dayahead_w1_soc']);
  });

  it('follows its name, and the currency of the prices', async () => {
    const house = await running();
    const announced = () => JSON.stringify(house.announced(carConfig));
    house.publishing.device({ ...parked, owner: { ...car, name: 'Van' } });
    await house.clock.advanceBy(2);
    expect(announced()).toContain('"name":"Van"');
    house.publishing.prices(prices, { ...said, series: { ...series, currency: 'DKK' } });
    await house.clock.advanceBy(2);
    expect(announced()).toContain('DKK/kWh');
  });
});

it('a topic is sent something once a second at the most, and then what is true', async () => {
  const house = await running();
  for (const on of [true, false, true, false, true])
    house.publishing.device({ ...parked, state: { ...parked.state, on } });
  expect(house.heard().map(({ payload }) => payload)).toEqual(['ON']);
  await house.clock.advanceBy(1);
  expect(house.heard().map(({ payload }) => payload)).toEqual(['ON']);
  await house.clock.advanceBy(1);
  house.publishing.device(parked);
  house.publishing.device({ ...parked, state: { ...parked.state, on: true } });
  house.publishing.device(parked);
  await house.clock.advanceBy(1);
  expect(house.shown('window/car/state')).toBe('OFF');
});

it('export prices that never were are not cleared', async () => {
  const house = await running();
  house.disconnect();
  house.connect();
  expect(house.heard().filter(({ topic }) => topic.includes('feedin'))).toEqual([]);
});

it('without any price, what stands there from another time is taken back', async () => {
  const clock = manualClock(NOON);
  const house = await running(clock);
  expect(house.shown('price/series')).toBeDefined();
  const next = await reborn(clock, house);
  next.publishing.present(prices);
  next.publishing.prices(prices, { ...said, series: undefined, problem: 'network' });
  expect(next.shown('price/series')).toBeUndefined();
  expect(next.shown('price/availability')).toBe('offline');
});

describe('meta', () => {
  const meta = (house: Awaited<ReturnType<typeof running>>) => JSON.parse(house.shown('meta') ?? 'null');

  it('speaks for all price nodes, and goes with the last', async () => {
    const house = await running();
    house.publishing.present(second);
    house.publishing.prices(second, { ...said, prefix: 'price-b', series: undefined, problem: 'network' });
    await house.clock.advanceBy(1);
    expect(meta(house)).toMatchObject({ problem: 'ON', reason: 'network', covers_until: '2026-01-17T00:00:00+01:00' });
    house.publishing.absent(second, { removed: true });
    await house.clock.advanceBy(1);
    expect(meta(house)).toMatchObject({ problem: 'OFF' });
    house.publishing.absent(prices, { removed: true });
    await house.clock.advanceBy(1);
    expect(meta(house)).toBeNull();
  });
});

describe('a node that goes', () => {
  // Promise P-290 integrate/topics: what is removed is cleared
  it('takes its topics and its device with it when it is removed, and leaves the others', async () => {
    const house = await running();
    house.publishing.absent(car, { removed: true });
    expect(Object.keys(house.retained()).filter((topic) => /car|w1/.test(topic))).toEqual([]);
    expect(house.shown('price/series')).toBeDefined();
    expect(house.announced()).toBeDefined();
  });

  it('changes nothing when it is back soon', async () => {
    const house = await running();
    house.publishing.absent(car, { removed: false });
    await house.clock.advanceBy(59);
    house.publishing.present(car);
    await house.clock.advanceBy(60);
    expect(house.heard().filter(({ payload }) => payload === '')).toEqual([]);
  });

  it('is cleared when it does not come back', async () => {
    const house = await running();
    house.publishing.absent(car, { removed: false });
    await house.clock.advanceBy(60);
    expect(Object.keys(house.retained()).filter((topic) => /car|w1/.test(topic))).toEqual([]);
  });
});

describe('after a restart', () => {
  it('nothing is cleared of nodes that are still there, even before they have prices', async () => {
    const clock = manualClock(NOON);
    const house = await running(clock);
    const before = house.retained();
    const next = await reborn(clock, house);
    next.publishing.present(prices);
    next.publishing.present(car);
    next.publishing.device(parked);
    await clock.advanceBy(120);
    expect(next.heard().filter(({ payload }) => payload === '')).toEqual([]);
    expect(next.announced()).toEqual(JSON.parse(before[config] ?? ''));
  });

  it('a second price is announced at once, and the first one, which is late, is not removed', async () => {
    const clock = manualClock(NOON);
    const next = await reborn(clock, await running(clock));
    next.publishing.present(prices);
    next.publishing.present(second);
    next.publishing.prices(second, { ...said, prefix: 'price-b' });
    await clock.advanceBy(1);
    const components = () => next.announced()?.components ?? {};
    expect(Object.keys(components())).toContain('dayahead_p2_now');
    // A component without a topic has Home Assistant remove the entity.
    expect(components()).not.toHaveProperty('dayahead_p1_now');
    next.publishing.prices(prices, said);
    await clock.advanceBy(1);
    expect(Object.keys(components())).toEqual(expect.arrayContaining(['dayahead_p1_now', 'dayahead_p2_now']));
  });

  it('what belongs to nodes that the flow does not have any more is cleared', async () => {
    const clock = manualClock(NOON);
    const house = await running(clock);
    const next = await reborn(clock, house);
    next.publishing.present(prices);
    next.publishing.prices(prices, said);
    await clock.advanceBy(60);
    expect(Object.keys(next.retained()).filter((topic) => /car|w1/.test(topic))).toEqual([]);
    expect(next.shown('price/series')).toBeDefined();
  });

  // Promise P-291 integrate/topics: topics of a renamed node are cleared, also if Node-RED was off meanwhile
  it('a device of another name leaves nothing under the old one, and stays the same to Home Assistant', async () => {
    const clock = manualClock(NOON);
    const house = await running(clock);
    const entities = Object.keys(house.announced(carConfig)?.components ?? {});
    const next = await reborn(clock, house);
    next.publishing.present(prices);
    next.publishing.present(car);
    next.publishing.prices(prices, said);
    next.publishing.device({ ...parked, owner: { id: 'w1', name: 'Van' }, slug: 'van' });
    await clock.advanceBy(1);
    expect(Object.keys(next.retained()).filter((topic) => topic.includes('/car/'))).toEqual([]);
    expect(next.shown('window/van/state')).toBe('OFF');
    expect(next.announced(carConfig)).toMatchObject({ device: { name: 'Van', identifiers: ['dayahead_w1'] } });
    expect(Object.keys(next.announced(carConfig)?.components ?? {})).toEqual(entities);
  });

  it('two that swap their names are both right', async () => {
    const clock = manualClock(NOON);
    const house = await running(clock);
    house.publishing.present(second);
    house.publishing.prices(second, { ...said, prefix: 'price-b' });
    await clock.advanceBy(1);
    const next = await reborn(clock, house);
    for (const [owner, prefix] of [
      [prices, 'price-b'],
      [second, 'price'],
    ] as const) {
      next.publishing.present(owner);
      next.publishing.prices(owner, { ...said, prefix });
    }
    await clock.advanceBy(120);
    for (const prefix of ['price', 'price-b']) expect(next.shown(`${prefix}/series`)).toBeDefined();
  });

  it('what could not be cleared before is cleared then', async () => {
    const clock = manualClock(NOON);
    const house = await running(clock);
    house.disconnect();
    house.publishing.absent(car, { removed: true });
    const next = await reborn(clock, house);
    next.publishing.present(prices);
    await clock.advanceBy(60);
    expect(Object.keys(next.retained()).filter((topic) => /car|w1/.test(topic))).toEqual([]);
  });
});

describe('Home Assistant', () => {
  it('hears once more of an entity that is gone, until the next quarter hour', async () => {
    const house = await running();
    house.publishing.prices(prices, { ...said, series: { ...series, feedin: series.prices } });
    await house.clock.advanceBy(120);
    expect(house.announced()?.components).toHaveProperty('dayahead_p1_feedin_now');
    house.publishing.prices(prices, said);
    await house.clock.advanceBy(1);
    expect(house.announced()?.components.dayahead_p1_feedin_now).toEqual({ platform: 'sensor' });
    await house.clock.advanceBy(901);
    expect(house.announced()?.components).not.toHaveProperty('dayahead_p1_feedin_now');
  });

  it('is asked to let go of a device before another topic announces it', async () => {
    const clock = manualClock(NOON);
    const house = await running(clock);
    const old = 'homeassistant/device/dayahead_villa/config';
    const moved = new Map(
      [...house.remembered().topics].map(([key, owner]) => [key === `/${config}` ? `/${old}` : key, owner]),
    );
    const next = await reborn(clock, house, { topics: moved, entities: new Map(), holds: new Map() });
    next.publishing.present(prices);
    next.publishing.present(car);
    next.publishing.prices(prices, said);
    expect(next.retained()[old]).toBe('{"migrate_discovery":true}');
    await clock.advanceBy(5);
    expect(next.retained()[old]).toBeUndefined();
    expect(next.announced()).toBeDefined();
    const order = next.heard().filter(({ topic }) => topic === old || topic === config);
    expect(order.map(({ topic, payload }) => [topic, payload.slice(0, 12)])).toEqual([
      [old, '{"migrate_di'],
      [config, '{"device":{"'],
      [old, ''],
    ]);
  });
});

// Promise P-705 integrate/recipes/*: the state of a device is retained, and published again every quarter hour
it.each([
  [true, 'ON'],
  [false, 'OFF'],
])(
  'the state of a device is retained, and said again every quarter hour while nothing changes: on is %s',
  async (on, payload) => {
    const house = await running();
    house.publishing.device({ ...parked, state: { ...parked.state, on } });
    await house.clock.advanceBy(2);
    house.heard();
    const state = `${root}/window/car/state`;
    for (let quarter = 1; quarter <= 4; quarter++) {
      await house.clock.advanceTo(NOON + quarter * 900 + 2);
      expect(house.heard().flatMap((told) => (told.topic === state ? [told.payload] : []))).toEqual([payload]);
    }
    expect(house.retained()[state]).toBe(payload);
  },
);

describe('a topic of the user’s own', () => {
  const command = { topic: 'cmnd/boiler/POWER', on: '1', off: '0' };
  const own = (on: boolean) => ({ ...parked, state: { ...parked.state, on, command } });
  const told = (house: Awaited<ReturnType<typeof running>>) =>
    house
      .heard()
      .flatMap(({ topic, payload, retained }) => (topic === command.topic ? [`${payload} ${retained}`] : []));

  // Promise P-328 integrate/topics: a topic of the device's own receives its value at each change and every quarter
  //   hour, never retained
  // Promise P-704 integrate/recipes/*: a topic of the device's own receives its value at each change and every
  //   quarter hour, never retained
  it('is told at each change and every quarter hour, and is never retained', async () => {
    const house = await running();
    house.publishing.device(own(true));
    await house.clock.advanceTo(NOON + 901);
    expect(told(house)).toEqual(['1 false', '1 false']);
    await house.clock.advanceBy(1);
    house.publishing.device(own(false));
    expect(told(house)).toEqual(['0 false']);
    expect(house.retained()).not.toHaveProperty([command.topic]);
  });

  // Promise P-329 integrate/topics: a topic of the device's own receives its value on connecting
  it('is told again after an outage, and nothing once the device has let go of it', async () => {
    const house = await running();
    house.publishing.device(own(true));
    house.disconnect();
    house.heard();
    house.connect();
    expect(told(house)).toEqual(['1 false']);
    house.publishing.absent(car, { removed: true });
    await house.clock.advanceBy(900);
    expect(told(house)).toEqual(['0 false']);
    house.disconnect();
    house.connect();
    expect(told(house)).toEqual([]);
  });
});

it('a site that is removed leaves nothing, and rings no more', async () => {
  const house = await running();
  await house.publishing.stop({ removed: true });
  expect(house.retained()).toEqual({});
  house.publishing.absent(car, { removed: false });
  expect(house.clock.alarms()).toEqual([]);
});
