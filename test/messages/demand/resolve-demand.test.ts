import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import { minutesFor, periodAt, resolveDemand } from '../../../src/messages/demand/resolve-demand.ts';

const ZONE = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso) / 1000;
const utc = (instant: number | undefined) =>
  instant === undefined ? undefined : new Date(instant * 1000).toISOString();

/** At noon of an ordinary Wednesday, with prices until the next midnight. */
function resolved(settings: DemandSettings, now = '2026-04-15T12:00+02:00', knownUntil = '2026-04-16T00:00+02:00') {
  const period = periodAt(settings, at(now), ZONE);
  if (!period) throw new Error('no period');
  return resolveDemand(settings, { now: at(now), timeZone: ZONE, period, knownUntil: at(knownUntil) });
}

describe('a period', () => {
  it.each([
    [
      'ends with the local day without a deadline',
      undefined,
      '2026-04-15T12:00+02:00',
      '2026-04-15T22:00:00.000Z',
      false,
    ],
    ['ends at the next 07:00', '07:00', '2026-04-15T06:59:59+02:00', '2026-04-15T05:00:00.000Z', true],
    ['starts anew at 07:00', '07:00', '2026-04-15T07:00+02:00', '2026-04-16T05:00:00.000Z', true],
    ['is 23 hours long over the spring change', '07:00', '2026-03-28T07:00+01:00', '2026-03-29T05:00:00.000Z', true],
    ['is 25 hours long over the autumn change', '07:00', '2026-10-24T07:00+02:00', '2026-10-25T06:00:00.000Z', true],
    [
      'ends on the next day that is named',
      'Mon 06:30, Fri 09:00',
      '2026-04-15T12:00+02:00',
      '2026-04-17T07:00:00.000Z',
      true,
    ],
    ['ends at the first of two deadlines', '17:00, 07:00', '2026-04-15T06:59+02:00', '2026-04-15T05:00:00.000Z', true],
    ['goes on to the second of them', '07:00, 17:00', '2026-04-15T07:00+02:00', '2026-04-15T15:00:00.000Z', true],
    ['is a week long by one day', 'Fri 07:00', '2026-04-10T07:00+02:00', '2026-04-17T05:00:00.000Z', true],
    [
      'ends at the given instant',
      '2026-04-17T07:00:30+02:00',
      '2026-04-15T12:00+02:00',
      '2026-04-17T05:00:00.000Z',
      true,
    ],
  ] as const)('%s', (_name, readyBy, now, end, deadline) => {
    const period = periodAt({ readyBy }, at(now), ZONE);
    expect([utc(period?.end), period?.deadline]).toEqual([end, deadline]);
  });

  it('is over for good after a deadline that was given once', () => {
    expect(periodAt({ readyBy: '2026-04-15T12:00:00+02:00' }, at('2026-04-15T12:00+02:00'), ZONE)).toBeUndefined();
  });
});

describe('the earliest start', () => {
  it.each([
    ['is the evening before the deadline', '22:00', '07:00', '2026-04-15T20:00:00.000Z'],
    ['is the same morning', '05:00', '07:00', '2026-04-16T03:00:00.000Z'],
    ['is a whole day before a deadline of the same time', '07:00', '07:00', '2026-04-15T05:00:00.000Z'],
    ['is inside the local day', '13:00', undefined, '2026-04-15T11:00:00.000Z'],
    ['is that of the day on which it opens', 'Mon-Wed 20:00, Thu-Sun 22:00', '07:00', '2026-04-15T18:00:00.000Z'],
    ['is past on a day without one', 'Sat-Sun 10:00', '07:00', '2026-04-12T08:00:00.000Z'],
    ['is the last of several before the deadline', '22:00, 12:00', '17:00', '2026-04-15T10:00:00.000Z'],
    [
      'is the given instant, on the next whole minute',
      '2026-04-15T20:00:01+02:00',
      '07:00',
      '2026-04-15T18:01:00.000Z',
    ],
  ] as const)('%s', (_name, earliest, readyBy, expected) => {
    expect(utc(resolved({ minutes: 60, earliest, readyBy })?.earliest)).toBe(expected);
  });

  it.each([
    ['9 hours on 2026-03-29', '2026-03-28T12:00+01:00', 9],
    ['10 hours on an ordinary night', '2026-04-15T12:00+02:00', 10],
    ['11 hours on 2025-10-26', '2025-10-25T12:00+02:00', 11],
  ])('22:00 to 08:00 is %s', (_name, now, hours) => {
    const demand = resolved({ minutes: 60, earliest: '22:00', readyBy: '08:00' }, now);
    expect(((demand?.readyBy ?? 0) - (demand?.earliest ?? 0)) / 3600).toBe(hours);
  });
});

describe('a need', () => {
  it.each([
    [{ minutes: 90 }, [{ minutes: 90, kw: 1 }]],
    [{ minutes: 90, powerKw: 2 }, [{ minutes: 90, kw: 2 }]],
    [{ energyKwh: 11, powerKw: 11 }, [{ minutes: 60, kw: 11 }]],
    [{ energyKwh: 11, powerKw: 3.7 }, [{ minutes: 179, kw: 3.7 }]],
    [{ soc: 40, targetSoc: 80, batteryKwh: 50, powerKw: 10 }, [{ minutes: 120, kw: 10 }]],
    [
      {
        profile: [
          { minutes: 20, kw: 2 },
          { minutes: 40, kw: 0.1 },
        ],
      },
      [
        { minutes: 20, kw: 2 },
        { minutes: 40, kw: 0.1 },
      ],
    ],
  ])('%j', (settings, phases) => {
    expect(resolved(settings)).toMatchObject({ shape: 'contiguous', phases });
  });

  it.each([{}, { minutes: 0 }, { soc: 80, targetSoc: 80, batteryKwh: 50, powerKw: 10 }, { shape: 'split' }] as const)(
    'there is none in %j',
    (settings) => {
      expect(resolved(settings)).toBeUndefined();
    },
  );

  it.each<[DemandSettings, string]>([
    [{ energyKwh: 11 }, 'energyKwh: also needs powerKw'],
    [{ soc: 40, batteryKwh: 50, powerKw: 10 }, 'soc: also needs targetSoc'],
    [{ soc: 40, targetSoc: 80, powerKw: 10 }, 'soc: also needs batteryKwh'],
    [{ profile: [{ minutes: 20, kw: 2 }], shape: 'split' }, 'profile: allowed with shape contiguous only'],
    [
      { minutes: 60, shape: 'split', minOffMinutes: 30, maxOffMinutes: 29 },
      'maxOffMinutes: must be at least minOffMinutes',
    ],
    [{ minutes: 44_641 }, 'minutes: at most 44640 minutes'],
    [
      { energyKwh: 1e308, powerKw: 0.001 },
      'energyKwh: at most 0.744 at 0.001 kW, the need being at most 44640 minutes',
    ],
  ])('%j cannot be planned', (settings, text) => {
    expect(() => resolved(settings)).toThrow(text);
  });

  it('counts a meter in minutes at the power of the device', () => {
    expect(minutesFor({ powerKw: 3 }, 1.5, 'deliveredKwh')).toBe(30);
    expect(() => minutesFor({}, 1.5, 'deliveredKwh')).toThrow('deliveredKwh: also needs powerKw');
  });

  it.each([
    [11, 179],
    [12, 179],
    [10.99, 178],
    [5.5, 89],
    [0.01, 0],
  ])('counts %d kWh of 11 kWh at 3.7 kW as %d of 179 minutes, so that the others are enough', (energyKwh, minutes) => {
    expect(minutesFor({ energyKwh: 11, powerKw: 3.7 }, energyKwh, 'deliveredKwh')).toBe(minutes);
  });

  it.each([
    [0.5, 15],
    [1, 30],
    [1.05, 60],
    [1.1, 90],
    [2.1, 105],
    [9, 120],
  ])('counts %d kWh as %d minutes of a profile', (energyKwh, minutes) => {
    const profile = [
      { minutes: 30, kw: 2 },
      { minutes: 60, kw: 0.1 },
      { minutes: 30, kw: 4 },
    ];
    expect(minutesFor({ profile }, energyKwh, 'deliveredKwh')).toBe(minutes);
  });
});

describe('a split demand', () => {
  it('carries its own terms, and preheats only before a deadline', () => {
    const settings = {
      shape: 'split',
      minutes: 120,
      maxStarts: 3,
      minOnMinutes: 15,
      preconditionMinutes: 20,
      maxPrice: 0.2,
      maxPriceRule: 'average',
      alsoBelowPrice: 0,
      minSpread: 0.05,
      prefer: 'latest',
    } as const;
    expect(resolved(settings)).toEqual({
      shape: 'split',
      need: { minutes: 120, kw: 1 },
      readyBy: at('2026-04-16T00:00+02:00'),
      prefer: 'latest',
      whenUnknown: 'plan-known',
      limit: { rule: 'average', price: 0.2 },
      minSpread: 0.05,
      maxStarts: 3,
      minOnMinutes: 15,
      alsoBelowPrice: 0,
    });
    expect(resolved({ ...settings, readyBy: '07:00' })).toMatchObject({ preconditionMinutes: 20 });
  });

  it('may want nothing but the lowest prices', () => {
    expect(resolved({ shape: 'split', alsoBelowPrice: 0 })).toMatchObject({ need: { minutes: 0 }, alsoBelowPrice: 0 });
  });
});

describe('beyond the known prices', () => {
  it.each([
    ['waits while the need fits after the next publication', { minutes: 60 }, '09:00', 'wait'],
    ['waits to the last minute that fits', { minutes: 18 * 60 }, '09:00', 'wait'],
    ['takes what is known when it does not', { minutes: 18 * 60 + 1 }, '09:00', 'plan-known'],
    ['counts from now when publication is late', { minutes: 16 * 60 + 1 }, '15:00', 'plan-known'],
    ['does not wait for the end of a day', { minutes: 60, readyBy: undefined }, '09:00', 'plan-known'],
    ['does as it is told', { minutes: 60, whenUnknown: 'shortfall-now' }, '09:00', 'shortfall-now'],
  ] as const)('%s', (_name, settings, time, expected) => {
    const demand = resolved({ readyBy: '07:00', ...settings }, `2026-04-15T${time}+02:00`);
    expect(demand?.whenUnknown).toBe(expected);
  });

  it.each([
    ['Friday', '2026-04-17T12:00+02:00', '2026-04-18T00:00+02:00', 'wait'],
    ['Saturday', '2026-04-18T12:00+02:00', '2026-04-19T00:00+02:00', 'wait'],
    ['Sunday, before the next publication', '2026-04-19T12:00+02:00', '2026-04-20T00:00+02:00', 'wait'],
    ['Sunday, with the prices of Monday', '2026-04-19T13:10+02:00', '2026-04-21T00:00+02:00', 'plan-known'],
  ])('over a weekend, on %s: one publication ahead is looked at', (_name, now, knownUntil, expected) => {
    const demand = resolved({ minutes: 300, readyBy: 'Mon-Fri 06:30' }, now, knownUntil);
    expect(demand?.whenUnknown).toBe(expected);
  });
});
