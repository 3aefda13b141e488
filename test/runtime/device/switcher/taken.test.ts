import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import type { Device } from '../../../../src/runtime/device/device.ts';
import { marketsOf } from '../../../../src/runtime/device/planning.ts';
import { claimOf, loadAt, takenBy, takesPart } from '../../../../src/runtime/device/share.ts';
import { clock, clockText, deviceOf, onSince, run, standingOf } from '../../../support/device/device-value.ts';
import { days, ZONE } from '../../../support/device/one-device.ts';

const car: DemandSettings = { minutes: 120, powerKw: 2, readyBy: '07:00' };
const profile = [
  { minutes: 60, kw: 3 },
  { minutes: 60, kw: 1 },
];
const device = (own: DemandSettings, more: Partial<Device> = {}) => deviceOf(own, '19:00', more);
const orders = (settings: DemandSettings) => ({ settings, onFailure: 'run' as const });

it.each<[string, DemandSettings, DemandSettings, boolean]>([
  ['that says its power', car, {}, true],
  ['that says its powers one after the other', { profile }, {}, true],
  ['whose power a message says', { minutes: 60 }, { powerKw: 2 }, true],
  ['that says none', { minutes: 60 }, {}, false],
  ['that feeds in', { ...car, direction: 'dearest' }, {}, false],
  ['that feeds in by a message', car, { direction: 'dearest' }, false],
  ['that feeds in, and says no power', { minutes: 60, direction: 'dearest' }, {}, false],
])('a device %s: it shares the connection %s', (_, own, told, takes) => {
  expect(takesPart(device(own, { told }), orders(own))).toBe(takes);
});

describe('what a device asks of the connection', () => {
  const markets = marketsOf(days(['2026-04-15'], {}), ZONE);
  const asks = (own: DemandSettings, more: Partial<Device> = {}, now = '20:00') =>
    claimOf(device(own, more), orders(own), markets, clock(now));

  it('is what is asked of the planner', () => {
    expect(asks(car)?.demand).toMatchObject({ phases: [{ minutes: 120, kw: 2 }], readyBy: clock('+07:00') });
  });

  it('is for the period that comes, once its own is over', () => {
    expect(asks({ ...car, readyBy: '20:00' }, {}, '20:30')?.demand.readyBy).toBe(clock('+20:00'));
  });

  it.each<[string, DemandSettings, Partial<Device>?]>([
    ['that feeds in', { ...car, direction: 'dearest' }],
    ['that a hand switches', car, { override: { on: true, until: clock('22:00') } }],
    ['that is not to be planned', { ...car, enabled: false }],
    ['whose settings make no demand', { energyKwh: 4, profile, shape: 'split' }],
  ])('is nothing for one %s', (_, own, more = {}) => {
    expect(asks(own, more)).toBeUndefined();
  });
});

describe('what a device takes', () => {
  const runs = [run('20:00', '21:00', 1), run('22:00', '23:00', 1)];
  const standing = standingOf(runs);
  const hand = (on: boolean, until: string) => ({ override: { on, until: clock(until) } });
  const taken = (own: DemandSettings, more: Partial<Device>) =>
    takenBy(device(own, more), orders(own)).map(
      ({ start, end, kw, mostKw }) => `${start === 0 ? '' : clockText(start)}-${clockText(end)} ${kw} ${mostKw}`,
    );

  it.each<[string, DemandSettings, Partial<Device>, string[]]>([
    ['by its plan', car, { standing }, ['20:00-21:00 2 2', '22:00-23:00 2 2']],
    ['by its plan, the phases of which differ', { profile }, { standing }, ['20:00-21:00 2 3', '22:00-23:00 2 3']],
    ['by a power that a message says', car, { standing, told: { powerKw: 5 } }, ['20:00-21:00 2 5', '22:00-23:00 2 5']],
    [
      'by the hand that has it on, and its plan after that',
      car,
      { standing, ...hand(true, '22:30') },
      ['-22:30 2 2', '22:30-23:00 2 2'],
    ],
    ['by the hand that has it on, of phases the most', { profile }, hand(true, '22:00'), ['-22:00 3 3']],
    [
      'once the hand that has it off lets it go',
      car,
      { standing, ...hand(false, '20:30') },
      ['20:30-21:00 2 2', '22:00-23:00 2 2'],
    ],
    [
      'nothing more of a run that ends as the hand lets it go',
      car,
      { standing, ...hand(false, '21:00') },
      ['22:00-23:00 2 2'],
    ],
    ['nothing without a plan', car, onSince('19:00'), []],
    ['nothing where it feeds in', { ...car, direction: 'dearest' }, { standing }, []],
    ['nothing that anybody knows of without a power', { minutes: 60 }, { standing }, []],
  ])('is %s', (_, own, more, expected) => {
    expect(taken(own, more)).toEqual(expected);
  });
});

describe('what a device takes now', () => {
  const standing = standingOf([run('20:00', '22:00', 1)]);
  const hand = (on: boolean) => ({ override: { on, until: clock('23:00') } });

  it.each<[string, DemandSettings, Partial<Device>, string, object | undefined]>([
    ['is its power in a run', car, { standing }, '20:30', { kw: 2, by: 'plan' }],
    ['is nothing before a run', car, { standing }, '19:59', undefined],
    ['is nothing from the end of a run on', car, { standing }, '22:00', undefined],
    [
      'is the power of the phase, until that ends',
      { profile },
      { standing },
      '20:59',
      { kw: 3, by: 'plan', until: clock('21:00') },
    ],
    [
      'is the power of the next phase',
      { profile },
      { standing },
      '21:00',
      { kw: 1, by: 'plan', until: clock('22:00') },
    ],
    [
      'is the highest power by an override',
      { profile },
      { standing, ...hand(true) },
      '21:30',
      { kw: 3, by: 'override' },
    ],
    ['is nothing while an override has it off', car, { standing, ...hand(false) }, '20:30', undefined],
    ['is below 0 where it sells', { ...car, direction: 'dearest' }, { standing }, '20:30', { kw: -2, by: 'plan' }],
    ['is unknown without a power', { minutes: 120 }, { standing }, '20:30', undefined],
    [
      'is by the fallback without prices',
      car,
      { standing: { ...standing, reason: 'fallback' } },
      '20:30',
      { kw: 2, by: 'fallback' },
    ],
  ])('%s', (_, own, more, now, expected) => {
    expect(loadAt(device(own, more), orders(own), clock(now))).toEqual(expected);
  });
});
