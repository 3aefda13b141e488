import { describe, expect, it } from 'vitest';
import { openBattery } from '../../src/runtime/battery/open-battery.ts';
import { openDevice } from '../../src/runtime/device/open-device.ts';
import { openPowerSource } from '../../src/runtime/power/open-power-source.ts';
import { openChosenTariff } from '../../src/runtime/prices/chosen-tariff.ts';
import { openPriceSeries } from '../../src/runtime/prices/price-series.ts';
import { createSite, type Site } from '../../src/runtime/site.ts';
import type { Keeping } from '../../src/runtime/store.ts';
import { manualClock } from '../support/manual-clock.ts';
import { memoryStore } from '../support/memory-store.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const owner = { id: 'n1', name: 'Boiler' };
const prices = {
  timeZone: 'Europe/Berlin',
  prices: Array.from({ length: 36 }, (_, i) => ({
    start: new Date((NOON + i * 3600) * 1000).toISOString(),
    total: 0.1 + (i % 5) / 100,
  })),
};
const fail = (error: unknown) => {
  throw error;
};

interface Running {
  close(options: { readonly removed: boolean }): Promise<void>;
}
type Clock = ReturnType<typeof manualClock>;
type Place = (name: string) => Keeping;

/** Each part of the runtime that keeps something, with its places, and something that it is to keep. */
const parts: readonly {
  readonly name: string;
  readonly places: readonly string[];
  open(site: Site, place: Place, clock: Clock): Promise<Running>;
}[] = [
  {
    name: 'a device',
    places: ['keeping', 'accounts'],
    async open(site, place, clock) {
      const device = await openDevice({
        ...{ site, owner, config: { minutes: '60', powerKw: '2' } },
        ...{ keeping: place('keeping'), accounts: place('accounts') },
        ...{ onNews: () => undefined, onState: () => undefined, onError: fail },
      });
      device.input(prices);
      device.input({ override: 'on' });
      await clock.advanceBy(3600);
      return device;
    },
  },
  {
    name: 'a battery',
    places: ['keeping'],
    async open(site, place) {
      const battery = await openBattery({
        ...{ site, owner, config: { capacityKwh: 10, chargeKw: 5, dischargeKw: 5 }, keeping: place('keeping') },
        ...{ onNews: () => undefined, onState: () => undefined, onError: fail },
      });
      battery.input({ soc: 50 });
      return battery;
    },
  },
  {
    name: 'a source of power',
    places: ['keeping'],
    async open(site, place) {
      const source = await openPowerSource({
        ...{ site, nodeId: 'n1', config: {}, keeping: place('keeping'), onState: () => undefined, onError: fail },
      });
      source.input([{ start: '2026-04-15T12:00:00+02:00', end: '2026-04-15T13:00:00+02:00', kw: 2 }]);
      return source;
    },
  },
  {
    name: 'a chosen tariff',
    places: ['keeping'],
    async open(_site, place) {
      const chosen = await openChosenTariff({ config: { country: 'DE' }, keeping: place('keeping'), onProblem: fail });
      chosen.input({ country: 'DE', consumption: { id: 'de-example-fixed' } });
      return chosen;
    },
  },
  {
    name: 'a price series',
    places: ['keeping', 'past'],
    async open(site, place) {
      const series = await openPriceSeries({
        ...{ site, owner, config: { country: 'DE', consumption: { id: 'de-example-spot-15min' } }, demo: false },
        ...{ topic: 'house', keeping: place('keeping'), past: place('past') },
        ...{ onUpdate: () => undefined, onTrouble: fail },
      });
      await series.input(undefined, undefined);
      return { close: (options) => series.stop(options) };
    },
  },
];

describe.each(parts)('$name', ({ places, open }) => {
  it('keeps something in each of its places over a restart, and nothing once its node is removed', async () => {
    const clock = manualClock(NOON);
    const kept = new Map<string, string>();
    const place: Place = (name) => ({ context: memoryStore(kept, name) });
    const site = await createSite({ clock });
    await (await open(site, place, clock)).close({ removed: false });
    expect([...kept.keys()].sort()).toEqual([...places].sort());
    await (await open(site, place, clock)).close({ removed: true });
    expect([...kept.keys()]).toEqual([]);
    await site.stop({ removed: false });
  });
});

it('a site keeps the limit of the grid operator over a restart', async () => {
  const clock = manualClock(NOON);
  const dimming: Keeping = { context: memoryStore(new Map()) };
  const before = await createSite({ clock, dimming });
  before.grid.told({ importKw: 4.2, importUntil: 60 });
  await before.stop({ removed: false });
  const after = await createSite({ clock, dimming });
  expect(after.grid.dimming()).toEqual({ kw: 4.2, until: NOON + 3600 });
  await after.stop({ removed: false });
});
