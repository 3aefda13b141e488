import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { days, setUp } from '../../../support/device/one-device.ts';

const prices = days(['2026-04-15'], { 13: 0.1 });
const houseOf = (settings: DemandSettings) => setUp({ now: '2026-04-15 12:00', settings, prices });

describe('rule 15: what a shape does not know', () => {
  it.each<[DemandPatch, DemandSettings, string]>([
    [{ minOnMinutes: 20 }, { minutes: 60 }, 'minOnMinutes'],
    [{ minOffMinutes: 20 }, { minutes: 60 }, 'minOffMinutes'],
    [{ maxOffMinutes: 20 }, { minutes: 60 }, 'maxOffMinutes'],
    [{ maxStarts: 2 }, { minutes: 60 }, 'maxStarts'],
    [{ alsoBelowPrice: 0, preconditionMinutes: 10 }, { minutes: 60 }, 'alsoBelowPrice, preconditionMinutes'],
    [{ shape: 'contiguous', maxStarts: 2 }, { minutes: 60, shape: 'split' }, 'maxStarts'],
  ])('%j to a device with %j is refused by name, and nothing changes', (patch, settings, keys) => {
    const house = houseOf(settings);
    const before = house.report();
    expect(() => house.ask(patch)).toThrow(`${keys}: allowed with shape split only`);
    expect(house.report()).toEqual(before);
  });

  it('is refused too where a message takes away the shape that another message needs', () => {
    const house = houseOf({ minutes: 60 });
    house.ask({ shape: 'split', maxStarts: 2 });
    expect(() => house.ask({ shape: 'contiguous' })).toThrow('maxStarts: allowed with shape split only');
    house.ask({ shape: 'contiguous', maxStarts: null });
    expect(house.report().demand).toMatchObject({ shape: 'contiguous' });
  });

  it('and what a dialog of 0.1 saved is left aside', () => {
    const house = houseOf({ minutes: 60, shape: 'contiguous', minOnMinutes: 90, maxStarts: 2 });
    house.ask({ minutes: 30 });
    expect(house.report().plan).toMatchObject({ reason: 'planned', energyKwh: 0.5 });
  });
});
