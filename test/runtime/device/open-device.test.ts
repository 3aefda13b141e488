import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { windowTopics } from '../../../src/mqtt/window-topics.ts';
import { openDevice, type RunningDevice } from '../../../src/runtime/device/open-device.ts';
import type { News } from '../../../src/runtime/device/report.ts';
import { createSite, type Site } from '../../../src/runtime/site.ts';
import { manualClock } from '../../support/manual-clock.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const prices = {
  timeZone: 'Europe/Berlin',
  prices: Array.from({ length: 12 }, (_, i) => ({
    start: `2026-04-15T${12 + i}:00:00+02:00`,
    total: i === 1 ? 0.1 : 0.3,
  })),
};

const inUtc = ({ start, total }: { start: string; total: number }) => {
  const from = Date.parse(start);
  return { start: new Date(from).toISOString(), end: new Date(from + 3_600_000).toISOString(), value: total };
};

const opened: RunningDevice[] = [];
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dayahead-window-'));
});
afterEach(async () => {
  // A device still writes what it remembers when a test has seen enough.
  await Promise.all(opened.splice(0).map((device) => device.close({ removed: false })));
  await rm(directory, { recursive: true });
});

async function open(config: object, now = NOON) {
  const clock = manualClock(now);
  const news: News[] = [];
  const switched: boolean[] = [];
  const commands = new Map<string, Parameters<Site['onCommand']>[1]>();
  const errors: string[] = [];
  let topics: ReturnType<typeof windowTopics> = [];
  const device = await openDevice({
    site: {
      ...(await createSite({ clock, timeZone: 'Europe/Berlin' })),
      onCommand: (name, follow) => commands.set(name, follow),
      publishDevice: (name, view) => {
        topics = windowTopics(name, view, clock.now());
      },
    },
    config: { id: 'n1', type: 'dayahead-cheapest-window', ...config },
    owner: { id: 'n1', name: 'Boiler' },
    keeping: { file: join(directory, 'n1.json') },
    onNews: (told) => {
      news.push(told);
      switched.push(told.switch.on);
    },
    onState: () => undefined,
    onError: (error) => errors.push(String(error)),
  });
  opened.push(device);
  const command = (key: string, payload: string) => commands.get('boiler')?.(key, payload);
  return { device, command, clock, news, switched, errors, topics: () => topics };
}

describe('a device', () => {
  it('follows prices and demands at one input, and tells again what it knows', async () => {
    const { device, clock, switched } = await open({ minutes: '60' });
    expect(device.input(prices).tell).toEqual({ switch: false, plan: true });
    expect(device.input({ minutes: 30 }).plan).toMatchObject({ device: 'boiler', energyKwh: 0.5 });
    const report = device.input(undefined);
    expect(report.tell).toEqual({ switch: true, plan: true });
    expect(device.input({ refresh: true })).toEqual(report);
    await clock.advanceTo(NOON + 5400);
    expect(switched).toEqual([false, true, false]);
    await device.close({ removed: false });
    expect(clock.alarms()).toEqual([]);
  });

  it.each([
    ['by plan', {}, ['plan', 'none']],
    ['while a hand holds it', { override: 'on', overrideUntil: 300 }, ['plan', 'none']],
  ] as const)(
    'says with the minute in which its run ends %s that nothing is planned any more',
    async (_, hand, told) => {
      const { device, clock, topics } = await open({ minutes: '60' });
      device.input(prices);
      device.input(hand);
      const said: string[] = [];
      for (const minute of [119, 120]) {
        await clock.advanceTo(NOON + 60 * minute);
        const ofPlan = topics().filter(({ topic }) => /(start|end|cost|plan)$/.test(topic));
        said.push(ofPlan.every(({ payload }) => payload === '') ? 'none' : 'plan');
      }
      expect(said).toEqual(told);
    },
  );

  it('answers a command with its news, or says why it is refused', async () => {
    const { device, command, news } = await open({ minutes: '60' });
    device.input(prices);
    expect(command('minutes', '90')).toBeUndefined();
    expect(news.at(-1)).toMatchObject({ plan: { energyKwh: 1.5 }, demand: { minutes: 90 } });
    const before = [device.input(undefined), news.length];
    expect(command('minutes', '1.5')).toEqual({
      key: 'minutes',
      value: '1.5',
      allowed: 'a whole number of at least 0',
    });
    expect(command('energy_kwh', '11')).toEqual({
      key: 'energy_kwh',
      value: '11',
      allowed: 'also needs powerKw',
    });
    expect([device.input(undefined), news.length]).toEqual(before);
  });

  it.each([
    ['an array', prices.prices.map(({ start, total }) => ({ start, price: total }))],
    ["power-saver's form", { priceData: prices.prices.map(({ start, total }) => ({ start, value: total })) }],
    ['prices in UTC with ends of their own', { prices: prices.prices.map(inUtc) }],
  ])('follows foreign prices: %s', async (_name, payload) => {
    const { device } = await open({ minutes: '60' });
    const bought = device.input(payload);
    expect(bought.plan).toMatchObject({ start: NOON + 3600, cost: 0.1 });
    const sold = device.input({ direction: 'dearest', prefer: 'latest' });
    expect(sold.plan).toMatchObject({ start: NOON + 11 * 3600, cost: 0.3 });
  });

  it('is remembered in a file over a restart, until it is removed', async () => {
    const first = await open({ minutes: '60' });
    first.device.input(prices);
    await first.clock.advanceTo(NOON + 4000);
    await first.device.close({ removed: false });
    expect(await readdir(directory)).toEqual(['n1.json']);

    const second = await open({ minutes: '60' }, NOON + 4100);
    expect(second.switched).toEqual([true]);
    await second.clock.advanceTo(NOON + 7200);
    expect(second.switched).toEqual([true, false]);
    await second.device.close({ removed: true });
    expect(await readdir(directory)).toEqual([]);
  });

  it('starts as new where its memory cannot be read, and says so', async () => {
    await writeFile(join(directory, 'n1.json'), '{"settings":{},"device":{}}');
    const { switched, errors } = await open({ minutes: '60' });
    expect(switched).toEqual([false]);
    expect(errors).toEqual([expect.stringMatching(/n1\.json cannot be read: schema: .*; device\.born: /)]);
  });

  it('goes on without a memory that cannot be written, and says so', async () => {
    await rm(directory, { recursive: true });
    await writeFile(directory, 'not a directory');
    const { device, errors } = await open({ minutes: '60' });
    expect(device.input(prices).plan.reason).toBe('planned');
    await device.close({ removed: false });
    expect(errors.join()).toMatch(/ENOTDIR|EEXIST/);
  });

  // Promise P-773 operate/failures: the disk is full, or cannot be written
  it('does as it is told while the disk is full, says once that a restart forgets it, and then goes on as it was kept', async () => {
    const first = await open({ minutes: '60' });
    first.device.input({ override: 'on', overrideUntil: 120 });
    await first.device.close({ removed: false });
    await mkdir(join(directory, 'n1.json.new'));
    const second = await open({ minutes: '60' }, NOON + 60);
    for (const override of ['off', 'auto'] as const) second.device.input({ override });
    expect(second.device.input(undefined).switch.on).toBe(false);
    await second.device.close({ removed: false });
    expect(second.errors).toEqual([expect.stringMatching(/not kept for a restart: .*EISDIR/)]);
    const third = await open({ minutes: '60' }, NOON + 120);
    expect(third.switched).toEqual([true]);
    await third.clock.advanceTo(NOON + 7200);
    expect(third.switched).toEqual([true, false]);
  });

  it.each([
    [{ minutes: 'two' }, /^minutes: /],
    [{ minutes: '60', onFailure: 'hope' }, /^onFailure: expected run or off$/],
    [{ energyKwh: '11' }, /^energyKwh: also needs powerKw/],
  ])('is not opened with %j', async (config, text) => {
    await expect(open(config)).rejects.toThrow(text);
  });
});
