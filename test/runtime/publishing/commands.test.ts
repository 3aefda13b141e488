import { afterEach, describe, expect, it } from 'vitest';
import { startBroker } from '../../../scripts/demo/broker.mts';
import { openDevice } from '../../../src/runtime/device/open-device.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const CAR = 'dayahead/home/window/car';
const prices = {
  timeZone: 'Europe/Berlin',
  prices: Array.from({ length: 12 }, (_, i) => ({
    start: `2026-04-15T${12 + i}:00:00+02:00`,
    total: i === 1 ? 0.1 : 0.3,
  })),
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listener(url: string, version: 4 | 5) {
  const subscriber = await subscribe(url, version);
  cleanups.push(subscriber.close);
  return subscriber;
}

/** A device as its node runs it. It needs an hour. */
async function car(url: string, config: Readonly<Record<string, unknown>> = { minutes: '60' }) {
  const clock = manualClock(NOON);
  const problems: string[] = [];
  const site = await createSite({
    clock,
    onProblem: (text) => problems.push(text),
    timeZone: 'Europe/Berlin',
    root: 'dayahead/home',
    broker: { url, clientId: 'home' },
  });
  const switched: boolean[] = [];
  const device = await openDevice({
    site,
    config,
    owner: { id: 'n1', name: 'Car' },
    keeping: {},
    onNews: (news) => news.tell.switch && switched.push(news.switch.on),
    onState: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  site.start();
  cleanups.push(async () => {
    await device.close({ removed: false });
    await site.stop({ removed: false });
  });
  return {
    site,
    clock,
    switched,
    problems,
    input: device.input,
    report: () => device.input(undefined),
    close: () => device.close({ removed: false }),
  };
}

describe.each([
  ['MQTT 5', 5, () => startMosquitto()],
  ['3.1.1', 4, () => startBroker(0)],
] as const)('a command on %s', (_, version, startIt) => {
  async function running(config: object = { minutes: '60' }) {
    const { url, stop } = await startIt();
    cleanups.push(stop);
    const user = await listener(url, version);
    const device = await car(url, { ...config });
    await user.until(`${CAR}/override`, 'auto');
    // The site says so once all of its nodes have published.
    await user.until('dayahead/home/status', 'online');
    const command = async (key: string, payload: string) => {
      // A topic is sent something once a second at the most, and everything a second after a plan has changed.
      await device.clock.advanceBy(2);
      await user.send(`${CAR}/set/${key}`, payload);
    };
    return { ...device, url, user, command };
  }

  it('leads to the plan, the state and the value that follow from it', async () => {
    const { user, clock, command, input, switched } = await running();
    input(prices);
    await clock.advanceBy(1);
    await command('minutes', '90');
    await user.until(`${CAR}/minutes`, '90');
    await user.until(`${CAR}/start`, String(NOON + 1800));
    await command('override', 'on');
    await user.until(`${CAR}/override`, 'on');
    await user.until(`${CAR}/state`, 'ON');
    await command('override', 'auto');
    await user.until(`${CAR}/state`, 'OFF');
    expect(switched).toEqual([false, true, false]);
  });

  // Promise P-298 integrate/topics: each command is answered with the value in force
  it.each([
    ['energy_kwh', '16.5', '16.5'],
    ['minutes', '90', '90'],
    ['ready_by', '06:30', '06:30'],
    ['ready_by', '2026-04-16T06:30:00+02:00', '2026-04-16T06:30:00+02:00'],
    ['enabled', 'OFF', 'OFF'],
    ['override', 'on', 'on'],
    ['override_until', '30', '30'],
    ['max_price', '-0.0000001', '-0.0000001'],
  ])('%s "%s" is answered with what is in force', async (key, payload, value) => {
    const { user, command } = await running({ minutes: '60', powerKw: '11' });
    await command(key, payload);
    await user.until(`${CAR}/${key}`, value);
    expect(user.payloads(`${CAR}/error`)).toEqual([]);
  });

  it('is followed while prices are unknown, and counts when they come', async () => {
    const { user, command, input } = await running();
    await command('minutes', '30');
    await user.until(`${CAR}/minutes`, '30');
    input(prices);
    await user.until(`${CAR}/end`, String(NOON + 3600 + 1800));
  });

  // Promise P-309 integrate/topics: an empty payload gives its key back to the node's own settings
  it('that is empty gives its key back to the settings of the node', async () => {
    const { user, command } = await running();
    await command('minutes', '90');
    await user.until(`${CAR}/minutes`, '90');
    await command('max_price', '0.2');
    await user.until(`${CAR}/max_price`, '0.2');
    await command('minutes', '');
    await user.until(`${CAR}/minutes`, '60');
    await command('max_price', '');
    await user.until(`${CAR}/max_price`, '');
  });

  // Promise P-310 integrate/topics: `reset` restores all settings, also where messages have changed them
  it('reset gives all of them back, and what a message has said', async () => {
    const { user, command, input } = await running();
    input({ readyBy: '06:30' });
    await command('override', 'on');
    await user.until(`${CAR}/override`, 'on');
    await command('minutes', '90');
    await user.until(`${CAR}/minutes`, '90');
    await command('reset', '');
    await user.until(`${CAR}/minutes`, '60');
    await user.until(`${CAR}/ready_by`, '');
    await user.until(`${CAR}/override`, 'auto');
    expect(user.payloads(`${CAR}/error`)).toEqual([]);
  });

  it('that is over by itself is told as over, also where nothing switches', async () => {
    const { user, command, clock, switched } = await running();
    await command('override_until', '5');
    await user.until(`${CAR}/override_until`, '5');
    await command('override', 'off');
    await user.until(`${CAR}/override`, 'off');
    await clock.advanceTo(NOON + 310);
    await user.until(`${CAR}/override`, 'auto');
    expect(switched).toEqual([false]);
  });

  // Promise P-299 integrate/topics: a refused command is reported on `error`, once, not retained, and changes nothing
  it.each([
    ['minutes', 'soon', 'a whole number of at least 0'],
    ['minutes', '9007199254740991', 'at most 44640 minutes'],
    [
      'speed',
      '9',
      'one of energy_kwh, minutes, ready_by, enabled, override, override_until, max_price, soc, target_soc, connected, power_kw, measured_kwh, reset',
    ],
    ['energy_kwh', '11', 'also needs powerKw'],
    ['energy_kwh', '1000001', 'a number from 0 to 1000000'],
    ['ready_by', '2026-04-15T11:00:00+02:00', '2026-04-15T11:00:00+02:00 has passed; a time in the future is allowed'],
    ['ready_by', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z has passed; a time in the future is allowed'],
    [
      'ready_by',
      '9999-12-31T23:59:00Z',
      '9999-12-31T23:59:00Z is more than a year away; a time within a year is allowed',
    ],
    [
      'override_until',
      '2036-04-15T12:00:00Z',
      '2036-04-15T12:00:00Z is more than a year away; a time within a year is allowed',
    ],
  ])('%s "%s" is refused on a topic that is not kept, and changes nothing', async (key, value, allowed) => {
    const { url, user, command, report } = await running();
    const before = [report(), user.shown()];
    await command(key, value);
    await user.until(`${CAR}/error`, JSON.stringify({ key, value, allowed, at: '2026-04-15T10:00:02Z' }));
    const late = await listener(url, version);
    await late.settled();
    expect([report(), late.shown()]).toEqual(before);
  });

  it('that is refused again on its topic is one warning', async () => {
    const { user, command, problems } = await running();
    const refusals = () => user.payloads(`${CAR}/error`).length;
    await command('minutes', 'soon');
    await expect.poll(refusals).toBe(1);
    await command('minutes', 'later');
    await expect.poll(refusals).toBe(2);
    expect(problems).toEqual([
      `${CAR}/set/minutes: "soon" is refused and changes nothing; allowed: a whole number of at least 0`,
    ]);
  });

  // Promise P-300 integrate/topics: several in one second are refused each by itself, a second apart
  it('that is refused with others in the same second is told as they are, each by itself', async () => {
    const { user, command, clock } = await running();
    await command('override_until', '0');
    for (const key of ['minutes', 'max_price', 'soc']) await user.send(`${CAR}/set/${key}`, 'many');
    // They have been heard once the next one is followed.
    await user.send(`${CAR}/set/target_soc`, '80');
    await user.until(`${CAR}/target_soc`, '80');
    const told = (count: number) => expect(user.payloads(`${CAR}/error`).length).toBe(count);
    for (const count of [2, 3, 4]) {
      await clock.advanceBy(1);
      await eventually(() => told(count));
    }
    const keys = user.payloads(`${CAR}/error`).map((payload) => JSON.parse(payload).key);
    expect(keys).toEqual(['override_until', 'minutes', 'max_price', 'soc']);
  });

  it('for a device that is gone does nothing', async () => {
    const { site, user, command, report, close } = await running();
    const before = report();
    await close();
    await command('minutes', '90');
    await command('minutes', 'soon');
    const boiler = { id: 'n2', name: 'Boiler' };
    site.takeTopic('device', 'boiler', boiler);
    site.publishDevice('boiler', { on: false, plan: before.plan, demand: {} });
    await user.until('dayahead/home/window/boiler/state', 'OFF');
    site.releaseTopic('device', 'boiler', boiler, { removed: false });
    expect(report()).toEqual(before);
    expect(user.payloads(`${CAR}/error`)).toEqual([]);
  });

  // Promise P-035 integrate/mqtt: the copy of a command that a broker keeps is ignored
  // Promise P-308 integrate/topics: retained commands are ignored
  it('that the broker has kept is ignored', async () => {
    const { url, stop } = await startIt();
    cleanups.push(stop);
    const user = await listener(url, version);
    await user.send(`${CAR}/set/override`, 'on', { retain: true });
    const { clock, switched } = await car(url);
    await user.until(`${CAR}/minutes`, '60');
    await clock.advanceBy(1);
    await user.send(`${CAR}/set/minutes`, '90');
    await user.until(`${CAR}/minutes`, '90');
    expect(user.payloads(`${CAR}/override`)).not.toContain('on');
    expect(switched).toEqual([false]);
  });

  // Promise P-036 integrate/mqtt: a command that arrives with the retain flag is followed once
  // Promise P-303 integrate/topics: a command with the retain flag is followed when it arrives, and its copy is
  //   ignored
  it('that is sent with the retain flag is followed once, and the copy that the broker keeps is ignored at the next connection', async () => {
    const { url, user, clock, site, close, switched } = await running();
    await clock.advanceBy(2);
    await user.send(`${CAR}/set/override`, 'on', { retain: true });
    await user.until(`${CAR}/state`, 'ON');
    await close();
    await site.stop({ removed: false });
    expect(user.shown()).toHaveProperty([`${CAR}/set/override`], 'on');
    const again = await car(url);
    await user.until(`${CAR}/state`, 'OFF');
    await again.clock.advanceBy(2);
    await user.send(`${CAR}/set/minutes`, '90');
    await user.until(`${CAR}/minutes`, '90');
    expect([switched, again.switched]).toEqual([[false, true], [false]]);
  });
});

it('commands work again after the broker was killed', async () => {
  const mosquitto = await startMosquitto();
  cleanups.push(mosquitto.stop);
  const { clock, switched } = await car(mosquitto.url);
  const before = await listener(mosquitto.url, 5);
  await before.until(`${CAR}/state`, 'OFF');
  await mosquitto.kill();
  await mosquitto.restart();
  const after = await listener(mosquitto.url, 5);
  await after.until(`${CAR}/state`, 'OFF');
  await clock.advanceBy(1);
  await after.send(`${CAR}/set/override`, 'on');
  await after.until(`${CAR}/state`, 'ON');
  expect(switched).toEqual([false, true]);
});
