import { describe, expect, it } from 'vitest';
import { devicePower } from '../../../src/runtime/device/share.ts';
import { noon, oneBattery, prices } from '../../support/device/one-battery.ts';

describe('a battery beside the devices of its site', () => {
  it.each<[string, object | undefined, number, boolean]>([
    ['while it goes by its plan', {}, 0, true],
    ['not while nobody has said how full it is', undefined, 0, false],
    ['not when it has been silent for 15 minutes', {}, 900, false],
    ['not while it is switched off', { enabled: false }, 0, false],
    ['not while somebody orders it by hand', { override: 'charge' }, 0, false],
  ])('counts %s', async (_, message, seconds, expected) => {
    const { clock, open, aside } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    if (message) battery.input({ soc: 50, ...message });
    await clock.advanceBy(seconds);
    expect(aside() !== undefined).toBe(expected);
    await battery.close({ removed: false });
    expect(aside()).toBeUndefined();
  });

  it('knows its reserve, and the house without its devices', async () => {
    const { open, aside, powers } = await oneBattery({ reserveSoc: '20' });
    powers.set('car', devicePower([{ start: noon, end: noon + 3600, kw: 11 }]));
    const battery = await open();
    battery.input(prices);
    battery.input({ soc: 50 });
    const { store, slots } = aside() ?? {};
    expect([store?.storedKwh, store?.minKwh, slots?.[0]?.loadKw]).toEqual([5, 2, 0.4]);
    await battery.close({ removed: true });
  });
});
