import { afterEach, describe, expect, it } from 'vitest';
import type { CommandAnswer } from '../../../src/messages/command-reader.ts';
import type { DimmingPatch } from '../../../src/messages/grid/dimming.ts';
import { type DeviceState, openDevice, type RunningDevice } from '../../../src/runtime/device/open-device.ts';
import type { News } from '../../../src/runtime/device/report.ts';
import type { SitePower } from '../../../src/runtime/power/powers.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { at, days, HOUR, shown, ZONE } from '../../support/device/one-device.ts';
import { undimmed } from '../../support/device/undimmed.ts';
import { manualClock } from '../../support/manual-clock.ts';

const NOON = at('2026-04-15 12:00');
const told = {
  timeZone: ZONE,
  prices: days(['2026-04-15'], { 14: 0.1 }).spans.map(({ start, price }) => ({
    start: new Date(start * 1000).toISOString(),
    total: price,
  })),
};
const opened: RunningDevice[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((device) => device.close({ removed: false })));
});

/** A boiler of 2 kW for an hour on a site that writes down what it is asked, and what the boiler says. */
async function open(
  config: object = {},
  more: Partial<Parameters<typeof openDevice>[0]> = {},
  place: { readonly timeZone?: string } = { timeZone: ZONE },
  asked: string[] = [],
) {
  const clock = manualClock(NOON);
  const taken: Record<string, string> = {};
  const loads: (SitePower | undefined)[] = [];
  const orders: DimmingPatch[] = [];
  const states: DeviceState[] = [];
  const news: News[] = [];
  const dimming = { kw: 1, until: NOON + HOUR };
  const device = await openDevice({
    site: {
      ...{ clock, timeZone: place.timeZone },
      powers: { ...createPowers(), set: (_, source) => loads.push(source) },
      grid: { ...undimmed, dimming: () => dimming, told: (patch) => orders.push(patch) },
      takeTopic: (kind, name) => {
        asked.push(`take ${kind}`);
        return taken[name];
      },
      releaseTopic: (kind, _name, _owner, { removed }) => asked.push(`release ${kind} ${removed}`),
      publishDevice: () => asked.push('publish'),
      onCommand: () => undefined,
    },
    config: { minutes: '60', powerKw: '2', shape: 'contiguous', ...config },
    owner: { id: 'n1', name: 'Boiler' },
    keeping: {},
    onNews: (said) => news.push(said),
    onState: (state) => states.push(state),
    onError: (error) => expect.unreachable(String(error)),
    ...more,
  });
  opened.push(device);
  const state = () => states.at(-1) as DeviceState;
  const command = (words: Record<string, string>): CommandAnswer => state().command(words);
  return { ...{ device, clock, taken, asked, loads, orders, states, news, dimming }, state, command };
}

describe('the state of a device', () => {
  it('is its last news, what the grid lets it take, and the table and the days of its account', async () => {
    const { device, state, dimming } = await open();
    const news = device.input(told);
    expect(state()).toMatchObject({ report: news, conflict: undefined, dimming });
    expect(state().csv?.()).toMatch(/^\S+,/);
    expect(state().days?.().days).toHaveLength(7);
    expect(state().seatOf?.(state().goingOn?.({}) as never)).toBeUndefined();
  });

  it('has the last prices that came, and when they did; those that are refused are none', async () => {
    const { device, clock, state } = await open();
    expect(state()).not.toHaveProperty('given');
    device.input(told);
    expect(state().given).toMatchObject({ at: NOON, prices: { timeZone: ZONE } });
    await clock.advanceBy(60);
    const far = { ...told, prices: [{ start: '2040-01-01T00:00:00Z', end: '2040-01-01T01:00:00Z', total: 1 }] };
    expect(() => device.input(far)).toThrow('more than a year');
    device.input({ minutes: 30 });
    expect(state().given?.at).toBe(NOON);
  });

  it('names the node that has its name already, and publishes nothing', async () => {
    const { device, state, taken, asked } = await open();
    taken.boiler = 'Other';
    asked.length = 0;
    device.input(told);
    expect([state().conflict, asked]).toEqual(['Other', ['take device']]);
  });

  it('says how it would go on with other settings: by the same with what it was told', async () => {
    const { device, state } = await open();
    device.input({ minutes: 30 });
    const own = { minutes: 60, powerKw: 2, shape: 'contiguous' as const };
    expect(state().goingOn?.(own)).toMatchObject({ told: { minutes: 30 }, seen: NOON });
    expect(state().goingOn?.({ ...own, minutes: 90 })).toMatchObject({ told: {}, changed: { at: NOON } });
  });
});

describe('commands by their keys', () => {
  it('are followed together, told at once, and taken back by what was in force', async () => {
    const { command, news, state } = await open();
    const before = news.length;
    const answer = command({ minutes: '30', ready_by: '18:00' });
    expect(answer).toEqual({ undo: { minutes: '', ready_by: '' } });
    expect(news.slice(before).map(({ demand }) => [demand.minutes, demand.readyBy])).toEqual([[30, '18:00']]);
    expect(state().report).toBe(news.at(-1));
    expect(command({ minutes: '45' })).toEqual({ undo: { minutes: '30' } });
  });

  it.each([
    ['a value that is none', { minutes: 'many' }, { key: 'minutes', value: 'many' }],
    ['a key that is none', { hope: '1' }, { key: 'hope', value: '1' }],
    ['one of several', { minutes: '30', ready_by: 'soon' }, { key: 'ready_by', value: 'soon' }],
    ['what makes no demand', { soc: '50' }, { key: 'soc', value: '50', allowed: 'also needs targetSoc' }],
  ])('are refused for %s: nothing changes, and nothing is told', async (_, words, refusal) => {
    const { command, news, device } = await open();
    const before = [device.input(undefined), news.length];
    expect(command(words)).toEqual({ refusal: expect.objectContaining(refusal) });
    expect([device.input(undefined), news.length]).toEqual(before);
  });
});

describe('an input', () => {
  it('that asks for nothing new is answered with all that is known', async () => {
    const { device } = await open();
    const news = device.input(told);
    for (const payload of [undefined, { refresh: true }])
      expect(device.input(payload)).toEqual({ ...news, tell: { switch: true, plan: true } });
  });

  // Promise P-139 use/dimming: a message to any *cheapest-window* sets a grid limit
  it('of the grid operator is the site’s, and answered with all that is known', async () => {
    const { device, orders } = await open();
    const news = device.input(told);
    expect(device.input({ importKw: 4 })).toEqual({ ...news, tell: { switch: true, plan: true } });
    device.input({ minutes: 30 });
    expect(orders).toEqual([{ importKw: 4 }]);
  });
});

describe('the load of a device', () => {
  it('is told when it is another, and no more once it is closed', async () => {
    const { device, loads } = await open();
    device.input(told);
    device.input(undefined);
    device.input({ enabled: false });
    expect(loads.map((load) => load?.expected(at('2026-04-15 14:00'), 1))).toEqual([undefined, [2], undefined]);
    await device.close({ removed: true });
    expect(loads.slice(3)).toEqual([undefined]);
  });
});

describe('a device takes its name', () => {
  it('before all else, and gives it back first', async () => {
    const { device, asked, clock } = await open();
    expect(asked).toEqual(['take device', 'take device', 'publish']);
    await device.close({ removed: true });
    expect(asked.slice(3)).toEqual(['release device true']);
    expect(clock.alarms()).toEqual([]);
  });
});

it('a device that cannot be started gives its name back, to take it again', async () => {
  const asked: string[] = [];
  await expect(open({ powerKw: '', energyKwh: '11', minutes: '' }, {}, {}, asked)).rejects.toThrow(
    'also needs powerKw',
  );
  expect(asked).toEqual(['take device', 'release device false']);
});

describe('a wall clock is that', () => {
  it.each<[string, readonly string[], { readonly timeZone?: string }, string]>([
    ['of the site', ['GB'], { timeZone: ZONE }, '2026-04-16 06:00'],
    ['of the likeliest country', ['GB', 'FI'], {}, '2026-04-16 07:00'],
    ['of the next where that is none', ['of all', 'FI'], {}, '2026-04-16 05:00'],
  ])('%s', async (_, countries, place, begin) => {
    const { device } = await open({ readyBy: '07:00' }, { countries }, place);
    expect(shown(device.input(undefined).switch.until ?? 0)).toBe(begin);
  });
});

describe('without prices a need with a deadline', () => {
  it.each([
    ['', ['2026-04-16 06:00', '2026-04-16 07:00']],
    ['run', ['2026-04-16 06:00', '2026-04-16 07:00']],
    ['off', []],
  ])('with the choice “%s” runs %j', async (onFailure, edges) => {
    const { device } = await open({ readyBy: '07:00', onFailure });
    const { runs } = device.input(undefined).plan;
    expect(runs.flatMap(({ start, end }) => [shown(start), shown(end)])).toEqual(edges);
  });
});
