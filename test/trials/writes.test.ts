import { describe, expect, it } from 'vitest';
import { openBattery } from '../../src/runtime/battery/open-battery.ts';
import { openDevice } from '../../src/runtime/device/open-device.ts';
import { openHeartbeat } from '../../src/runtime/heartbeat.ts';
import { openPowerSource } from '../../src/runtime/power/open-power-source.ts';
import { createSite } from '../../src/runtime/site.ts';
import { openStore } from '../../src/runtime/store.ts';
import { isTrial } from '../support/cases.ts';
import { at, days, ZONE } from '../support/device/one-device.ts';
import { manualClock } from '../support/manual-clock.ts';
import { memoryStore } from '../support/memory-store.ts';

/** A whole day takes 20 seconds. */
const HOURS = isTrial ? 24 : 1;
/** SD cards wear out by writing. */
const MOST_PER_DAY = 1000;
/** Two of each device, one of the battery and of each meter, heartbeat, grid limit and metering. */
const MEMORIES = 27;

const cheapNight = { 3: 0.1, 4: 0.1, 13: 0.15, 19: 0.4, 20: 0.4 };
const pricesOf = (...dates: string[]) =>
  days(dates, cheapNight).spans.map(({ start, end, price }) => ({
    ...{ start: new Date(start * 1000).toISOString(), end: new Date(end * 1000).toISOString() },
    value: price,
  }));

const needs = [
  { minutes: '180', powerKw: '2', shape: 'split', minOnMinutes: '30' },
  { minutes: '120', powerKw: '1', readyBy: '07:00' },
  { energyKwh: '4', powerKw: '2', shape: 'split', readyBy: '18:00' },
];

describe('a house of ten devices, a battery and three meters that are read once a minute', () => {
  it(`writes at most ${MOST_PER_DAY} files a day`, { timeout: 300_000 }, async () => {
    let writes = 0;
    const texts = new Map<string, string>();
    const keeping = (name: string) => {
      const store = memoryStore(texts, name);
      const write = (text: string) => {
        writes += 1;
        return store.write(text);
      };
      return { context: { ...store, write } };
    };
    const onError = (error: unknown) => expect.unreachable(String(error));
    const quiet = { onNews: () => undefined, onState: () => undefined, onError };
    const clock = manualClock(at('2026-01-15 00:00'));
    const heartbeat = await openHeartbeat(clock, openStore(keeping('heartbeat')), onError);
    const site = await createSite({
      ...{ clock, timeZone: ZONE, heartbeat: async () => heartbeat, importKw: 14 },
      ...{ dimming: keeping('grid'), metering: keeping('metering') },
    });
    const devices = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        openDevice({
          ...{ site, config: needs[i % needs.length] ?? {}, owner: { id: `device${i}`, name: `Device ${i}` } },
          ...{ keeping: keeping(`device${i}`), accounts: keeping(`account${i}`), ...quiet },
        }),
      ),
    );
    const battery = await openBattery({
      ...{ site, config: { capacityKwh: '10', chargeKw: '4', dischargeKw: '4' } },
      ...{ owner: { id: 'battery', name: 'Cellar' }, keeping: keeping('battery'), ...quiet },
    });
    const meter = (kind: string) =>
      openPowerSource({ site, config: { kind }, nodeId: kind, keeping: keeping(kind), ...quiet });
    const [sun, load, grid] = [await meter('production'), await meter('consumption'), await meter('grid')];
    const price = (...dates: string[]) => {
      for (const each of [...devices, battery]) each.input(pricesOf(...dates));
    };
    price('2026-01-15');
    for (let minute = 0; minute < HOURS * 60; minute++) {
      await clock.advanceBy(60);
      sun.input({ now: Math.max(0, Math.sin((minute / 60 - 6) * (Math.PI / 12))) * 5 });
      load.input({ now: 0.4 + (minute % 7) / 20 });
      grid.input({ now: 0.5 });
      battery.input({ soc: Math.round(30 + 20 * Math.sin(minute / 200)) });
      if (minute === 13 * 60) price('2026-01-15', '2026-01-16');
    }
    // Each memory is written once as it is opened.
    expect(writes).toBeLessThanOrEqual(MEMORIES + (MOST_PER_DAY * HOURS) / 24);
  });
});
