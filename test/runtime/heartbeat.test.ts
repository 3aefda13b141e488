import { describe, expect, it } from 'vitest';
import { openDevice } from '../../src/runtime/device/open-device.ts';
import { openHeartbeat } from '../../src/runtime/heartbeat.ts';
import { createSite } from '../../src/runtime/site.ts';
import { openStore, type TextStore } from '../../src/runtime/store.ts';
import { at, days, ZONE } from '../support/device/one-device.ts';
import { manualClock } from '../support/manual-clock.ts';
import { memoryStore } from '../support/memory-store.ts';

const START = at('2026-04-15 00:00');

/** A store that notes its writes. */
function watched(texts = new Map<string, string>(), name = 'heartbeat') {
  const written: string[] = [];
  const kept = memoryStore(texts, name);
  const context: TextStore = {
    ...kept,
    async write(text) {
      written.push(text);
      await kept.write(text);
    },
  };
  return { texts, written, context };
}

async function started(texts = new Map<string, string>(), now = START) {
  const clock = manualClock(now);
  const errors: unknown[] = [];
  const { context, written } = watched(texts);
  const heartbeat = await openHeartbeat(clock, openStore({ context }), (error) => errors.push(error));
  return { clock, errors, texts, heartbeat, written: () => written.map((text) => JSON.parse(text).at - START) };
}

describe('the heartbeat of a process', () => {
  it('is written after a minute, and every five minutes, as long as something holds it', async () => {
    const { clock, heartbeat, written } = await started();
    const release = [heartbeat.hold(), heartbeat.hold()];
    await clock.advanceBy(700);
    expect(written()).toEqual([60, 360, 660]);
    release[0]?.();
    release[0]?.();
    await clock.advanceBy(300);
    release[1]?.();
    await clock.advanceBy(600);
    expect(written()).toEqual([60, 360, 660, 960]);
    expect(clock.alarms()).toEqual([]);
  });

  it('is written at a switch, once for all switches of a second, and five minutes after the last', async () => {
    const { clock, heartbeat, written } = await started();
    heartbeat.hold();
    await clock.advanceBy(100);
    for (let i = 0; i < 20; i++) heartbeat.beat();
    await clock.advanceBy(350);
    expect(written()).toEqual([60, 100, 400]);
  });

  it('is written at once on a clock that is set back', async () => {
    const { clock, heartbeat, written } = await started();
    heartbeat.hold();
    await clock.advanceBy(100);
    await clock.setTo(START - 3600);
    expect(written()).toEqual([60, -3600]);
  });

  it('keeps the last one of the process before in its first minute, while memories are restored', async () => {
    const texts = new Map([['heartbeat', JSON.stringify({ schema: 1, at: START })]]);
    const { clock, heartbeat, written } = await started(texts, START - 1000);
    heartbeat.hold();
    heartbeat.beat();
    await clock.setTo(START - 2000);
    await clock.advanceBy(59);
    expect(written()).toEqual([]);
    await clock.advanceBy(1);
    expect(written()).toEqual([-1940]);
  });

  it('dates a memory of the process before, and not one that took it into account', async () => {
    const texts = new Map([['heartbeat', JSON.stringify({ schema: 1, at: START })]]);
    const { clock, heartbeat } = await started(texts, START - 1000);
    expect(heartbeat.lastSeen({ at: START - 500 })).toBe(START);
    expect(heartbeat.lastSeen({ at: START + 500 })).toBe(START + 500);
    expect(heartbeat.lastSeen({ at: START - 500, resumedFrom: START - 700 })).toBe(START);
    expect(heartbeat.stamp()).toEqual({ at: START - 1000, resumedFrom: START });
    await clock.advanceBy(10);
    expect(heartbeat.lastSeen({ at: START - 1000, resumedFrom: START })).toBe(START - 1000);
  });

  // Promise P-846 operate/upgrades: `dayahead/heartbeat.json`: when Node-RED was last running
  it('that cannot be read is reported, and memories count from their own last write', async () => {
    const { errors, heartbeat } = await started(new Map([['heartbeat', '{"schema":1']]));
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('cannot be read') })]);
    expect(heartbeat.lastSeen({ at: 7 })).toBe(7);
    expect(heartbeat.stamp()).toEqual({ at: START });
  });

  it('and ten devices that run twice a day write fewer than 1,000 files a day', async () => {
    const clock = manualClock(START);
    const files = watched();
    const site = await createSite({
      ...{ clock, timeZone: ZONE },
      heartbeat: () => openHeartbeat(clock, openStore({ context: files.context }), () => undefined),
    });
    const prices = days(['2026-04-15', '2026-04-16'], { 4: 0.1, 13: 0.1 });
    const iso = (instant: number) => new Date(instant * 1000).toISOString();
    const counts: string[][] = [];
    for (let i = 0; i < 10; i++) {
      const [keeping, accounts] = [watched(), watched()];
      counts.push(keeping.written, accounts.written);
      const device = await openDevice({
        ...{ site, config: { minutes: '120', shape: 'split' }, owner: { id: `d${i}`, name: `Device ${i}` } },
        ...{ keeping: { context: keeping.context }, accounts: { context: accounts.context } },
        ...{ onNews: () => undefined, onState: () => undefined, onError: () => undefined },
      });
      device.input({
        timeZone: ZONE,
        prices: prices.spans.map(({ start, end, price }) => ({ start: iso(start), end: iso(end), total: price })),
      });
    }
    await clock.advanceBy(86_400);
    expect(files.written.length).toBeGreaterThanOrEqual(288);
    expect(files.written.length).toBeLessThanOrEqual(300);
    const all = counts.reduce((sum, { length }) => sum + length, files.written.length);
    expect(all).toBeLessThan(1000);
  });
});
