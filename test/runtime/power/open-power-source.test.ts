import { beforeEach, describe, expect, it } from 'vitest';
import type { PowerReport } from '../../../src/messages/power/report.ts';
import { openPowerSource } from '../../../src/runtime/power/open-power-source.ts';
import { createPowers, type Powers } from '../../../src/runtime/power/powers.ts';
import { powerStatus } from '../../../src/runtime/power/status.ts';
import type { TextStore } from '../../../src/runtime/store.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';

const timeZone = 'Europe/Berlin';
const noon = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const iso = (instant: number) => new Date(instant * 1000).toISOString();
const steady = (from: number, hours: number, kw: number) => [{ start: iso(from), end: iso(from + hours * 3600), kw }];

let kept: Map<string, string>;
let clock: ManualClock;
let powers: Powers;
let counters: object[] = [];
let states: PowerReport[];
beforeEach(() => {
  kept = new Map();
  clock = manualClock(noon);
  powers = createPowers();
  states = [];
  counters = [];
});

const countingWrites = (store: TextStore, onWrite: () => void): TextStore => ({
  ...store,
  write(text) {
    onWrite();
    return store.write(text);
  },
});
const open = (nodeId: string, config: object = {}, onWrite = () => {}) =>
  openPowerSource({
    site: { clock, timeZone, powers, bill: { counted: (patch) => counters.push(patch) } },
    config,
    nodeId,
    keeping: { context: countingWrites(memoryStore(kept, nodeId), onWrite) },
    onState: (report) => states.push(report),
    onError: (error) => expect.unreachable(String(error)),
  });
const statusNow = () =>
  powerStatus(states.at(-1) as PowerReport, (key, values = {}) => [key, ...Object.values(values)].join(' '));

it('passes the counters of a meter to the bill of its site', async () => {
  const meter = await open('meter', { kind: 'grid' });
  expect(meter.input({ importKwh: 12_345.6, exportKwh: 7 })).toBeUndefined();
  expect(counters).toEqual([{ importKwh: 12_345.6, exportKwh: 7 }]);
  expect(statusNow().text).toBe('status.counter 12345.6');
  expect(() => meter.input({ importKwh: -1 })).toThrow('importKwh: expected 0 or more');
  expect(() => meter.input({ exportKwh: 7, kwh: 3 })).toThrow('beside importKwh is exportKwh alone');
  const sun = await open('sun');
  expect(() => sun.input({ importKwh: 1 })).toThrow('no forecast of a form that is known');
});

describe('a source of power', () => {
  // Promise P-161 use/sun-and-load: sources of a site add up
  it('adds up with the others of its kind on its site', async () => {
    const south = await open('south');
    const east = await open('east');
    const house = await open('house', { kind: 'consumption' });
    expect(powers.expected('production', noon, 2)).toBeUndefined();
    south.input(steady(noon, 24, 2));
    east.input(steady(noon, 24, 1.5));
    house.input({ now: 0.4 });
    expect(powers.expected('production', noon, 2)).toEqual([3.5, 3.5]);
    expect(powers.expected('consumption', noon, 2)).toEqual([0.4, 0.4]);
    await east.close({ removed: true });
    expect(powers.expected('production', noon, 2)).toEqual([2, 2]);
  });

  // Promise P-168 use/sun-and-load: what passes the meter is no part of sun or load
  it('of what passes the meter is no part of sun or load, sells below 0, and takes no forecast', async () => {
    const meter = await open('meter', { kind: 'grid' });
    meter.input({ now: -3 });
    expect(powers.measured('grid', noon)).toBe(-3);
    expect([powers.expected('production', noon, 1), powers.expected('consumption', noon, 1)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(() => meter.input(steady(noon, 24, 2))).toThrow('what passes the meter is measured, {now: kW}');
  });

  it('says how it stands', async () => {
    const roof = await open('roof');
    expect(statusNow()).toEqual({ fill: 'grey', shape: 'ring', text: 'status.waiting' });
    roof.input(steady(noon, 48, 2));
    expect(statusNow()).toEqual({ fill: 'green', shape: 'dot', text: 'status.forecast 48.0' });
    await clock.advanceBy(86_400 + 900);
    expect(statusNow()).toEqual({ fill: 'yellow', shape: 'dot', text: 'status.stale 48.0 12:00' });
    const house = await open('house', { kind: 'consumption' });
    house.input({ now: 1 });
    expect(statusNow()).toEqual({ fill: 'green', shape: 'ring', text: 'status.learning 1.0 1' });
  });

  it('says the same as is published, also after a power', async () => {
    const house = await open('house', { kind: 'consumption' });
    const published = () => powers.expected('consumption', clock.now(), 5);
    house.input({ now: 9 });
    expect([statusNow().text, published()]).toEqual(['status.learning 9.0 1', [9, 9, 9, 9, undefined]]);
    await clock.advanceBy(60);
    house.input({ now: 0.4 });
    expect([statusNow().text, published()]).toEqual(['status.learning 0.4 1', [0.4, 0.4, 0.4, 0.4, undefined]]);
  });

  it('that knows no more leaves the sum to the others', async () => {
    const house = await open('house', { kind: 'consumption' });
    const pump = await open('pump', { kind: 'consumption' });
    house.input({ now: 0.4 });
    pump.input(steady(noon, 24, 1));
    expect(powers.expected('consumption', noon, 5)).toEqual([1.4, 1.4, 1.4, 1.4, 1]);
  });

  it('tells its site at once when a forecast comes, and with every quarter hour', async () => {
    const roof = await open('roof');
    let changes = 0;
    powers.onChange(() => {
      changes += 1;
    });
    roof.input(steady(noon, 24, 2));
    expect(changes).toBe(1);
    roof.input({ now: 2 });
    roof.input({ now: 2.1 });
    expect(changes).toBe(2);
    await clock.advanceBy(905);
    expect(changes).toBe(3);
  });

  // Promise P-188 use/sun-and-load: forecasts and learnt loads are kept over a restart
  it('keeps over a restart what was foretold and what it has learnt', async () => {
    const first = await open('roof');
    first.input(steady(noon, 24, 2));
    for (let i = 0; i <= 12; i++) {
      first.input({ now: 1 });
      await clock.advanceBy(300);
    }
    await first.close({ removed: false });
    expect(powers.expected('production', noon, 2)).toBeUndefined();
    const again = await open('roof');
    expect(again.input(undefined)).toMatchObject({ fetchedAt: noon, until: noon + 86_400, learntDays: 1, now: 1 });
    await again.close({ removed: false });
    expect((await open('roof', { kind: 'consumption' })).input({ refresh: true })).toMatchObject({ learntDays: 0 });
  });

  it('writes a reading a minute four times an hour, and loses at most the last quarter hour in a crash', async () => {
    let writes = 0;
    const house = await open('house', { kind: 'consumption' }, () => {
      writes += 1;
    });
    for (let minute = 0; minute <= 127; minute++) {
      house.input({ now: 1 });
      await clock.advanceBy(60);
    }
    // One at the start, and one at the end of each of eight quarter hours.
    expect(writes).toBe(9);
    const afterCrash = await open('house', { kind: 'consumption' });
    expect(afterCrash.input(undefined)).toMatchObject({ learntDays: 1 });
    expect(powers.expected('consumption', noon + 86_400, 9)).toEqual([...Array(8).fill(1), undefined]);
  });

  it('is forgotten with its node', async () => {
    const roof = await open('roof');
    roof.input(steady(noon, 24, 2));
    await roof.close({ removed: true });
    expect((await open('roof')).input(undefined)).toMatchObject({ fetchedAt: null });
  });

  // Promise P-176 use/sun-and-load: what is refused leaves the last good forecast where it is
  it.each([
    ['yesterday’s', steady(noon - 86_400, 24, 9), 'forecast: it ended at 2026-01-15T11:00:00Z, so it is an old one'],
    ['of another year', steady(noon + 400 * 86_400, 24, 9), 'is more than a year away'],
    ['in W', steady(noon, 24, 900), 'W or Wh in place of kW'],
  ])('loses nothing by a forecast that is %s', async (_, payload, text) => {
    const roof = await open('roof');
    roof.input(steady(noon, 24, 2));
    expect(() => roof.input(payload)).toThrow(text);
    expect(roof.input(undefined)?.kw[0]).toBe(2);
  });

  it('names a setting that is wrong', async () => {
    await expect(open('roof', { kind: 'sun' })).rejects.toThrow('kind');
    await expect(open('roof', { peakKw: '-1' })).rejects.toThrow('peakKw');
  });
});
