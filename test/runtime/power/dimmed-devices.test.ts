import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../src/messages/demand/demand.ts';
import { Switcher } from '../../../src/runtime/device/switcher.ts';
import { openGridLimit } from '../../../src/runtime/power/dimming.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { sharedConnection } from '../../../src/runtime/power/shared-connection.ts';
import { openStore } from '../../../src/runtime/store.ts';
import { lawCases } from '../../support/cases.ts';
import { at, days, shown, ZONE } from '../../support/device/one-device.ts';
import { manualClock } from '../../support/manual-clock.ts';

const NIGHT = days(['2026-01-15', '2026-01-16', '2026-01-17'], { 17: 0.1, 18: 0.1, 20: 0.3, 21: 0.4 });

/** Devices of one site from 16:30 on; 17:00 to 19:00 are the cheapest. */
async function site(
  limitKw: number,
  settings: Readonly<Record<string, DemandSettings>>,
  { ownKw = 0, priced = true } = {},
) {
  const clock = manualClock(at('2026-01-15 16:30'));
  const grid = await openGridLimit(clock, openStore(), () => undefined);
  const powers = createPowers();
  if (ownKw > 0) powers.set('house', { kind: 'consumption', expected: (_, count) => Array(count).fill(ownKw) });
  const connection = sharedConnection(limitKw, clock, powers, grid);
  const errors: unknown[] = [];
  const said: string[] = [];
  const on = new Map<string, boolean>();
  const devices = new Map(
    Object.entries(settings).map(([device, own]) => {
      const hear = ({ switch: { on: is, reason } }: ReturnType<Switcher['report']>) => {
        if (is !== (on.get(device) ?? false))
          said.push(`${shown(clock.now()).slice(11)} ${device} ${is ? 'on' : 'off'} ${reason}`);
        on.set(device, is);
      };
      const switcher = new Switcher({
        ...{ device, settings: own, onFailure: 'run', clock, timeZone: ZONE, connection },
        onChange: hear,
        onError: (error) => errors.push(error),
        remember: () => undefined,
      });
      switcher.start();
      const ask = (patch: DemandPatch) => hear(switcher.ask(patch));
      return [device, { ask, price: () => hear(switcher.price(NIGHT)), report: () => switcher.report() }] as const;
    }),
  );
  if (priced) for (const { price } of devices.values()) price();
  const takenKw = () => [...on].reduce((sum, [device, is]) => sum + (is ? (settings[device]?.powerKw ?? 0) : 0), 0);
  return {
    clock,
    grid,
    devices,
    errors,
    said,
    takenKw,
    until: (time: string) => clock.advanceTo(at(`2026-01-15 ${time}`)),
  };
}

const need = (minutes: number, powerKw: number, more: DemandSettings = {}): DemandSettings => ({
  ...{ shape: 'split', minutes, powerKw, readyBy: '23:00' },
  ...more,
});

describe.each([Number.POSITIVE_INFINITY, 20])('devices behind %d kW', (limitKw) => {
  // Promise P-155 use/dimming: what runs by plan gives way at once, and is planned anew within what is left
  it('make room at once, and are planned anew within what is left', async () => {
    const house = await site(limitKw, { car: need(120, 11), boiler: need(120, 3) });
    await house.until('17:30');
    house.grid.told({ importKw: 4.2 });
    expect(house.takenKw()).toBe(3);
    await house.until('22:59');
    expect(house.said).toEqual([
      '17:00 car on planned',
      '17:00 boiler on planned',
      '17:30 car off dimmed',
      '19:00 boiler off planned',
      '20:00 car on planned',
      '21:30 car off planned',
    ]);
    expect(house.errors).toEqual([]);
  });

  // Promise P-156 use/dimming: a run in one piece or by an override stops too, reports `dimmed`, and continues by
  //   itself
  // Promise P-781 operate/failures: a run that cannot be interrupted, or an override, exceeds the limit
  it('give way also where a run cannot be interrupted, or a hand has switched it on, and go on by themselves', async () => {
    const house = await site(limitKw, { washer: need(60, 5, { shape: 'contiguous' }), heater: need(0, 6) });
    house.devices.get('heater')?.ask({ override: 'on', overrideUntil: 240 });
    await house.until('17:20');
    house.grid.told({ importKw: 4.2, importUntil: 60 });
    expect(house.takenKw()).toBe(0);
    expect(house.devices.get('heater')?.report().switch).toMatchObject({
      on: false,
      reason: 'dimmed',
      until: at('2026-01-15 18:20'),
    });
    expect(house.devices.get('heater')?.report().plan).toMatchObject({
      reason: 'dimmed',
      next: at('2026-01-15 18:20'),
    });
    await house.until('22:00');
    expect(house.said).toEqual([
      '16:30 heater on override',
      '17:00 washer on planned',
      '17:20 washer off dimmed',
      '17:20 heater off dimmed',
      '18:20 heater on override',
      '18:20 washer on planned',
      '19:00 washer off planned',
      '20:30 heater off satisfied',
    ]);
    expect(house.errors).toEqual([]);
  });

  it('leave no room for what is switched on by hand and does not fit', async () => {
    const house = await site(limitKw, { heater: need(0, 6), boiler: need(60, 3) });
    house.devices.get('heater')?.ask({ override: 'on', overrideUntil: 240 });
    house.grid.told({ importKw: 4.2, importUntil: 240 });
    await house.until('18:30');
    expect(house.said).toEqual([
      '16:30 heater on override',
      '16:30 heater off dimmed',
      '17:00 boiler on planned',
      '18:00 boiler off planned',
    ]);
  });

  // Promise P-157 use/dimming: of what fits, that by hand comes first
  it('make room for what a hand has switched on where that fits', async () => {
    const house = await site(limitKw, { iron: need(0, 2), boiler: need(60, 3) });
    house.grid.told({ importKw: 4.2, importUntil: 240 });
    await house.until('17:20');
    house.devices.get('iron')?.ask({ override: 'on', overrideUntil: 10 });
    await house.until('18:30');
    expect(house.said).toEqual([
      '17:00 boiler on planned',
      '17:20 iron on override',
      '17:20 boiler off dimmed',
      '17:30 iron off satisfied',
      '17:30 boiler on planned',
      '18:10 boiler off planned',
    ]);
  });

  // Promise P-158 use/dimming: a device whose power is unknown stays as it is
  it('leave one as it is that has told nobody its power', async () => {
    const { powerKw: _, ...unknown } = need(60, 1);
    const house = await site(limitKw, { lamp: unknown, boiler: need(60, 3) });
    house.grid.told({ importKw: 0, importUntil: 120 });
    await house.until('18:30');
    expect(house.said).toEqual(['17:00 lamp on planned', '18:00 lamp off planned', '18:30 boiler on planned']);
  });

  it('are not switched on by hand beyond it, and are as soon as there is room', async () => {
    const house = await site(limitKw, { heater: need(0, 3), iron: need(0, 2) });
    house.grid.told({ importKw: 4.2 });
    house.devices.get('heater')?.ask({ override: 'on', overrideUntil: 60 });
    house.devices.get('iron')?.ask({ override: 'on', overrideUntil: 240 });
    await house.until('22:00');
    expect(house.said).toEqual([
      '16:30 heater on override',
      '17:30 heater off satisfied',
      '17:30 iron on override',
      '20:30 iron off satisfied',
    ]);
  });
});

it('what a hand has switched on gives way to a last run without prices that begins meanwhile, and goes on after it', async () => {
  const tank = need(60, 2, { shape: 'contiguous', readyBy: '19:00' });
  const house = await site(Number.POSITIVE_INFINITY, { tank, heater: need(0, 1) }, { priced: false });
  house.devices.get('heater')?.ask({ override: 'on', overrideUntil: 240 });
  house.grid.told({ importKw: 2, importUntil: 180 });
  await house.until('22:00');
  expect(house.said).toEqual([
    '16:30 heater on override',
    '18:00 tank on fallback',
    '18:00 heater off dimmed',
    '19:00 tank off fallback',
    '19:00 heater on override',
    '20:30 heater off satisfied',
  ]);
});

// Promise P-152 use/dimming: above the connection's, that holds
it('above the connection of their house an order leaves them no more than that', async () => {
  const house = await site(12, { car: need(60, 11), boiler: need(60, 3) });
  house.grid.told({ importKw: 20, importUntil: 240 });
  await house.until('22:00');
  expect(house.said).toEqual([
    '17:00 car on planned',
    '18:00 car off planned',
    '18:00 boiler on planned',
    '19:00 boiler off planned',
  ]);
});

// Promise P-153 use/dimming: the house's own load counts at the connection
// Promise P-360 internals/house: a grid limit applies to devices alone
it.each([
  [20, ['17:00 boiler on planned', '18:00 boiler off planned']],
  [4.5, []],
])(
  'the load of the house counts at its connection of %d kW, and not to what the operator leaves its devices',
  async (limitKw, expected) => {
    const house = await site(limitKw, { boiler: need(60, 4) }, { ownKw: 1 });
    house.grid.told({ importKw: 4.2, importUntil: 120 });
    await house.until('22:00');
    expect(house.said).toEqual(expected);
  },
);

// Promise P-159 use/dimming: never more than the operator leaves, whatever is requested
it('never do they take more than the operator leaves, whatever is ordered and asked', async () => {
  const step = fc.record({
    minutes: fc.integer({ min: 1, max: 90 }),
    device: fc.constantFrom('car', 'boiler', 'washer'),
    order: fc.constantFrom<number | null | undefined>(undefined, undefined, null, 0, 2, 4.2, 12),
    patch: fc.constantFrom<DemandPatch>(
      {},
      { override: 'on', overrideUntil: 60 },
      { override: 'on', overrideUntil: 300 },
      { override: 'auto' },
      { override: 'off' },
      { minutes: 90 },
    ),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 12 });
  const law = fc.asyncProperty(fc.boolean(), steps, async (priced, steps) => {
    const settings = {
      car: need(120, 11),
      boiler: need(90, 3, { minOnMinutes: 45, readyBy: '21:00' }),
      washer: need(60, 2, { shape: 'contiguous', readyBy: '19:00' }),
    };
    const house = await site(15, settings, { priced });
    const keeps = () => expect(house.takenKw()).toBeLessThanOrEqual(house.grid.dimming()?.kw ?? 100);
    for (const { minutes, device, order, patch } of steps) {
      for (let minute = 0; minute < minutes; minute++) {
        await house.clock.advanceBy(60);
        keeps();
      }
      if (order !== undefined) house.grid.told({ importKw: order, importUntil: 240 });
      keeps();
      house.devices.get(device)?.ask(patch);
      // The others hear of it in the same moment, after it.
      await house.clock.advanceBy(0);
      keeps();
    }
    expect(house.errors).toEqual([]);
  });
  await fc.assert(law, lawCases(40, 1000));
});
