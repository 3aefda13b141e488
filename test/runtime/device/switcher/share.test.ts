import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { devicePower } from '../../../../src/runtime/device/share.ts';
import { at, shown } from '../../../support/device/one-device.ts';
import { hourlyPeak, MORNING, type Settings, siteOf } from '../../../support/device/one-site.ts';

const hourOf = (powerKw: number, readyBy = '07:00'): DemandSettings => ({
  ...{ shape: 'contiguous', minutes: 60, powerKw, readyBy },
});
const BOTH = { car: hourOf(11), boiler: hourOf(2) };

describe('devices behind one connection', () => {
  it.each<[string, number | undefined, Settings, string[]]>([
    ['all at once without a limit', undefined, BOTH, ['car 01:00-02:00', 'boiler 01:00-02:00']],
    ['all at once where there is room', 13, BOTH, ['car 01:00-02:00', 'boiler 01:00-02:00']],
    ['so that it costs the least in the sum', 12, BOTH, ['car 01:00-02:00', 'boiler 02:00-03:00']],
    [
      'so that nobody is late who need not be',
      12,
      { car: hourOf(11), boiler: hourOf(2, '02:00') },
      ['car 02:00-03:00', 'boiler 01:00-02:00'],
    ],
    [
      'those without a power beside all others',
      12,
      { car: hourOf(11), lamp: { shape: 'contiguous', minutes: 60, readyBy: '07:00' } },
      ['car 01:00-02:00', 'lamp 01:00-02:00'],
    ],
  ])('run %s', async (_, limitKw, settings, expected) => {
    const house = siteOf(limitKw, settings);
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: expected, errors: [] });
  });

  it.each<[string, (house: ReturnType<typeof siteOf>) => void, string[]]>([
    [
      'the hand that switches one on',
      ({ device }) => device('car').ask({ override: 'on', overrideUntil: 360 }),
      ['car 00:00-06:00', 'boiler 06:00-07:00'],
    ],
    ['what is switched off', ({ device }) => device('car').ask({ enabled: false }), ['car', 'boiler 01:00-02:00']],
    [
      'a need that grows',
      ({ device }) => device('car').ask({ minutes: 120 }),
      ['car 01:00-03:00', 'boiler 03:00-04:00'],
    ],
    ['prices that are told again', ({ price }) => price(), ['car 01:00-02:00', 'boiler 02:00-03:00']],
  ])('make room for, and take room from, %s', async (_, happens, expected) => {
    const house = siteOf(12, BOTH);
    await house.clock.advanceTo(at('2026-01-16 00:00'));
    happens(house);
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: expected, errors: [] });
  });

  it('share the sun without a limit: it serves once, and what it serves is said', async () => {
    const house = siteOf(Number.POSITIVE_INFINITY, BOTH, '20:00', (hours) => (hours >= 9 && hours < 11 ? 4.4 : 0));
    await house.clock.advanceBy(60);
    const plans = ['car', 'boiler'].map((name) => house.device(name).report().plan);
    expect(plans.map(({ start, solarKwh, reason }) => [shown(start ?? 0).slice(11), solarKwh, reason])).toEqual([
      ['01:00', 0, 'planned'],
      ['05:00', 2, 'sun-expected'],
    ]);
    await house.clock.advanceTo(MORNING);
    expect(house.said()).toEqual(['car 01:00-02:00', 'boiler 05:00-06:00']);
  });

  // Promise P-199 use/sun-and-load: a device runs at another time where that costs less than the peak, `peak-avoided`
  //   in its plan
  it('divide their runs between two hours where a kW of the hourly peak costs more than that', async () => {
    const house = siteOf(Number.POSITIVE_INFINITY, BOTH, '20:00', undefined, hourlyPeak);
    await house.clock.advanceBy(60);
    const plans = ['car', 'boiler'].map((name) => house.device(name).report().plan);
    expect(plans.map(({ reason, limitCost }) => [reason, limitCost])).toEqual([
      ['peak-avoided', undefined],
      ['peak-avoided', undefined],
    ]);
    await house.clock.advanceTo(MORNING);
    // The peak is the mean of a clock hour, and half of each run is in each of two: 6.5 kW instead of 11.
    expect(house.said()).toEqual(['car 01:30-02:30', 'boiler 01:30-02:30']);
  });

  // Promise P-208 use/sun-and-load: what is switched by hand runs
  it('run by hand whatever peak that makes', async () => {
    const house = siteOf(Number.POSITIVE_INFINITY, BOTH, '20:00', undefined, hourlyPeak);
    await house.clock.advanceTo(at('2026-01-16 01:10'));
    house.device('boiler').ask({ override: 'on', overrideUntil: 60 });
    await house.clock.advanceTo(MORNING);
    expect(house.said()).toEqual(['car 01:30-02:30', 'boiler 01:10-02:10']);
  });

  it('say that one alone is more than the connection', async () => {
    const house = siteOf(10, BOTH);
    await house.clock.advanceBy(60);
    const reasons = ['car', 'boiler'].map((name) => house.device(name).report().plan.reason);
    expect(reasons).toEqual(['above-connection', 'planned']);
  });

  it('say that an override leaves a device too little power, also once all are planned together', async () => {
    const house = siteOf(14, { car: { ...hourOf(11), shape: 'split' }, pump: hourOf(4) });
    house.device('pump').ask({ override: 'on', overrideUntil: 2880 });
    const reasons: string[] = [];
    for (const seconds of [1, 60, 600]) {
      await house.clock.advanceBy(seconds);
      reasons.push(house.device('car').report().plan.reason);
    }
    expect(reasons).toEqual(['above-connection', 'above-connection', 'above-connection']);
  });

  it('say what it costs to give way', async () => {
    const house = siteOf(12, BOTH);
    await house.clock.advanceBy(60);
    const costs = ['car', 'boiler'].map((name) => house.device(name).report().plan.limitCost);
    expect(costs).toEqual([undefined, 0.2]);
  });

  it('are a source of power to those that plan around them: what they take in the mean of each quarter hour', () => {
    const evening = (time: string) => at(`2026-01-15 ${time}`);
    const power = devicePower([
      { start: evening('20:05'), end: evening('20:20'), kw: 3 },
      { start: evening('20:15'), end: evening('20:30'), kw: 1 },
    ]);
    expect([power.kind, power.expected(evening('20:07'), 3)]).toEqual(['devices', [2, 2, 0]]);
  });
});
