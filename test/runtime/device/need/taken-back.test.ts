import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { days, setUp, shown } from '../../../support/device/one-device.ts';

const prices = days(['2026-04-15', '2026-04-16'], { 18: 3, 19: 3, 20: 3, 2: 0.1, 3: 0.1, 4: 0.1 });
const car: DemandSettings = { energyKwh: 33, powerKw: 11, readyBy: '07:00', shape: 'contiguous' };
const evening = (settings = car) => setUp({ now: '2026-04-15 18:30', settings, prices });
const runsOf = (house: ReturnType<typeof evening>) =>
  house.report().plan.runs.map(({ start, end }) => `${shown(start)} - ${shown(end)}`);
const tonight = ['2026-04-16 02:00 - 2026-04-16 05:00'];

describe('a need that is taken back ends the run that began by it alone', () => {
  it.each<[string, DemandPatch, DemandPatch]>([
    ['an amount', { energyKwh: 500 }, { energyKwh: null }],
    ['an amount that is corrected by what it was', { energyKwh: 500 }, { energyKwh: 33 }],
    ['a deadline', { readyBy: '19:30' }, { readyBy: null }],
    ['both', { energyKwh: 500, readyBy: '19:30' }, { reset: true }],
  ])('%s: the plan is what it was', async (_, wrong, right) => {
    const house = evening();
    expect(runsOf(house)).toEqual(tonight);
    house.ask(wrong);
    expect(house.report().switch.on).toBe(true);
    await house.until('2026-04-15 18:31');
    house.ask(right);
    // What the minute has taken is not needed tonight.
    expect(runsOf(house)).toEqual(['2026-04-16 02:00 - 2026-04-16 04:59']);
    expect(house.report().switch.on).toBe(false);
  });

  it('after several changes, to what was before the first of them', async () => {
    const house = evening();
    house.ask({ energyKwh: 500 });
    await house.until('2026-04-15 18:32');
    house.ask({ readyBy: '06:00' });
    expect(house.report().switch.on).toBe(true);
    await house.until('2026-04-15 18:34');
    house.ask({ energyKwh: null, readyBy: null });
    expect(house.report().switch.on).toBe(false);
    expect(house.said).toHaveLength(3);
  });

  it('after several changes, of which only the last had it on', async () => {
    const house = evening();
    house.ask({ energyKwh: 22 });
    await house.until('2026-04-15 18:32');
    house.ask({ energyKwh: 500 });
    await house.until('2026-04-15 18:34');
    house.ask({ energyKwh: null });
    expect(house.said.slice(1)).toEqual(['2026-04-15 18:32 on overrun', '2026-04-15 18:34 off planned']);
  });

  it.each([
    ['a third', [500, 44], ['2026-04-16 01:01 - 2026-04-16 05:00']],
    ['a fourth', [500, 60, 22], ['2026-04-16 02:00 - 2026-04-16 03:59']],
    ['one that has to begin at once', [500, 400], ['2026-04-15 18:30 - 2026-04-17 06:52']],
  ])('after a correction to %s amount, to what that needs', async (_, amounts, runs) => {
    const house = evening();
    for (const [i, energyKwh] of amounts.entries()) {
      await house.until(`2026-04-15 18:3${i}`);
      house.ask({ energyKwh });
    }
    expect(runsOf(house)).toEqual(runs);
  });

  it('and no run of the plan that was made on prices, where there are none now', async () => {
    const cheap = days(['2026-04-15', '2026-04-16'], { 18: 0.5, 2: 0.1, 3: 0.1, 4: 0.1 });
    const house = setUp({ now: '2026-04-15 18:30', settings: { ...car, shape: 'split' }, prices: cheap });
    house.ask({ energyKwh: 38.5 });
    await house.restart('2026-04-15 18:31');
    house.ask({ energyKwh: null });
    expect([house.report().switch.on, runsOf(house)]).toEqual([false, ['2026-04-16 02:00 - 2026-04-16 04:59']]);
  });

  it('over a restart', async () => {
    const house = evening();
    house.ask({ energyKwh: 500 });
    await house.restart('2026-04-15 18:31');
    house.price(prices);
    house.ask({ energyKwh: null });
    expect(house.report().switch.on).toBe(false);
  });

  it('once its shortest run is over', async () => {
    const house = evening({ ...car, shape: 'split', minOnMinutes: 20 });
    house.ask({ energyKwh: 500 });
    await house.until('2026-04-15 18:31');
    house.ask({ energyKwh: null });
    expect(house.report().switch.on).toBe(true);
    await house.until('2026-04-15 19:00');
    expect(house.said.slice(-2)).toEqual(['2026-04-15 18:30 on overrun', '2026-04-15 18:50 off planned']);
  });
});

describe('a run goes on', () => {
  it('that had begun before what is taken back', async () => {
    const house = evening();
    await house.until('2026-04-16 02:10');
    house.ask({ energyKwh: 22 });
    await house.until('2026-04-16 02:11');
    house.ask({ energyKwh: null });
    expect(house.report().switch.on).toBe(true);
    expect(runsOf(house)).toEqual(tonight);
  });

  it('that would have begun meanwhile without it too', async () => {
    const house = evening();
    await house.until('2026-04-16 01:58');
    house.ask({ energyKwh: 44 });
    await house.until('2026-04-16 02:01');
    house.ask({ energyKwh: null });
    expect(runsOf(house)).toEqual(['2026-04-16 01:58 - 2026-04-16 04:58']);
    await house.until('2026-04-16 03:00');
    expect(house.report().switch.on).toBe(true);
  });

  it('by what was asked for long ago, whatever is asked for instead', async () => {
    const house = evening();
    house.ask({ energyKwh: 500 });
    await house.until('2026-04-15 18:45');
    house.ask({ energyKwh: 44 });
    expect(house.report().switch.on).toBe(true);
    house.ask({ energyKwh: null });
    expect(house.report().switch.on).toBe(true);
  });
});
