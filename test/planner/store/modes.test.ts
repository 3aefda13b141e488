import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../src/planner/store/modes.ts';
import { termsOf } from '../../../src/planner/store/terms.ts';
import type { Slot, Store, StoreMode } from '../../../src/planner/store/types.ts';

/** An hour of it: 30 ct bought, 10 ct sold. */
interface Hour extends Partial<Slot> {
  readonly chargeKw?: number;
  readonly dischargeKw?: number;
  readonly begins?: number;
  readonly ends?: number;
  /** What a stored kWh is worth after it. */
  readonly last?: number;
  readonly next?: number;
  readonly isAway?: boolean;
}

const battery: Store = {
  ...{
    capacityKwh: 10,
    storedKwh: 5,
    maxChargeKw: 4,
    maxDischargeKw: 4,
    chargeEfficiency: 0.5,
    dischargeEfficiency: 0.5,
  },
};

function mode(hour: Hour, more: Partial<Store> = {}): StoreMode {
  const {
    chargeKw = 0,
    dischargeKw = 0,
    begins = 5,
    ends = begins,
    last = 0.2,
    next = last,
    isAway = false,
    ...rest
  } = hour;
  const slot = { start: 0, end: 3600, importPrice: 0.3, exportPrice: 0.1, loadKw: 0, solarKw: 0, ...rest };
  const stage = { slot, start: 0, end: 3600, hours: 1, isThere: !isAway, goals: [] };
  return modeOf({ stage, chargeKw, dischargeKw, begins, ends }, termsOf({ ...battery, ...more }, [slot]), {
    last,
    next,
  });
}

describe('the mode of what moves', () => {
  it.each<[what: string, hour: Hour, expected: StoreMode]>([
    ['a store that charges beside a load is to charge', { chargeKw: 1, loadKw: 2 }, 'charge'],
    ['one that charges without sun or load is to charge', { chargeKw: 1 }, 'charge'],
    ['one that takes more than the sun that is left is to charge', { chargeKw: 3, solarKw: 2 }, 'charge'],
    ['one that takes the sun that is left is normal', { chargeKw: 2, solarKw: 2, last: 0.1 }, 'normal'],
    ['one that takes a part of it is normal', { chargeKw: 1, solarKw: 2, last: 0.1 }, 'normal'],
    ['one that takes it and would not cover a load is on hold', { chargeKw: 2, solarKw: 2, last: 0.2 }, 'hold'],
    ['one that gives more than the load is to discharge', { dischargeKw: 3, loadKw: 2 }, 'discharge'],
    ['one that gives beside a sun is to discharge', { dischargeKw: 1, solarKw: 2 }, 'discharge'],
    ['one that covers the load is normal', { dischargeKw: 2, loadKw: 2 }, 'normal'],
    ['one that covers a part of it is normal', { dischargeKw: 1, loadKw: 2 }, 'normal'],
    ['one that is away is normal', { isAway: true, solarKw: 2, last: 0.9, exportPrice: 0.9 }, 'normal'],
  ])('%s', (_, hour, expected) => {
    expect(mode(hour)).toBe(expected);
  });

  it.each<[number, StoreMode]>([
    [2 + 5e-10, 'normal'],
    [2 + 5e-9, 'charge'],
  ])('noise is no power: charging %d kW of 2 kW of sun', (chargeKw, expected) => {
    expect(mode({ chargeKw, solarKw: 2, last: 0.1 })).toBe(expected);
  });

  it.each<[number, StoreMode]>([
    [2 + 5e-10, 'normal'],
    [2 + 5e-9, 'discharge'],
  ])('noise is no power: %d kW for a load of 2 kW', (dischargeKw, expected) => {
    expect(mode({ dischargeKw, loadKw: 2 })).toBe(expected);
  });
});

describe('the mode of a store that stands still beside a load', () => {
  it.each<[what: string, hour: Hour, more: Partial<Store>, expected: StoreMode]>([
    ['is normal where covering pays: 15 of 30 ct arrive, and it is worth 14', { last: 0.14 }, {}, 'normal'],
    ['is normal where it is the same', { last: 0.15 }, {}, 'normal'],
    ['is on hold where it is worth 16', { last: 0.16 }, {}, 'hold'],
    ['counts the wear: 10 of 20 ct arrive, and it is worth 11', { last: 0.11 }, { wearPerKwh: 0.1 }, 'hold'],
    ['counts no more than the wear: it is worth 9', { last: 0.09 }, { wearPerKwh: 0.1 }, 'normal'],
    ['is on hold at its reserve', { last: 0, begins: 2 }, { minKwh: 2 }, 'hold'],
    ['is on hold below it', { last: 0, begins: 1 }, { minKwh: 2 }, 'hold'],
    ['is normal above it', { last: 0, begins: 2.1 }, { minKwh: 2 }, 'normal'],
    ['is normal where it is empty and has none', { last: 0.9, begins: 0 }, {}, 'normal'],
  ])('%s', (_, hour, more, expected) => {
    expect(mode({ loadKw: 1, ...hour }, more)).toBe(expected);
  });
});

describe('the mode of a store that stands still beside a sun', () => {
  it.each<[what: string, hour: Hour, more: Partial<Store>, expected: StoreMode]>([
    ['is normal where storing pays: half of 21 ct is kept, and 10 are paid', { next: 0.21 }, {}, 'normal'],
    ['is normal where it is the same', { next: 0.2 }, {}, 'normal'],
    ['does not charge where half of 19 ct is kept', { next: 0.19 }, {}, 'holdcharge'],
    ['is on hold where storing pays and covering does not', { last: 0.3, next: 0.3 }, {}, 'hold'],
    ['does not charge where neither pays', { last: 0.3, next: 0.1 }, {}, 'holdcharge'],
    ['does not charge at its bound', { next: 0.9, begins: 8 }, { maxKwh: 8 }, 'holdcharge'],
    ['is normal below its bound', { next: 0.9, begins: 7.9 }, { maxKwh: 8 }, 'normal'],
    ['is normal where it is full and has none', { next: 0, begins: 10 }, {}, 'normal'],
    ['takes what costs to be sold and cannot be turned down', { next: -0.1, exportPrice: -0.1 }, {}, 'normal'],
    [
      'does not take what is better turned down',
      { next: -0.1, exportPrice: -0.1, curtailable: true },
      ...([{}, 'holdcharge'] as const),
    ],
    ['takes for something what would be turned down', { next: 0, exportPrice: -0.1, curtailable: true }, {}, 'normal'],
    ['takes of a curtailed excess, though to sell the rest pays', { exportKw: 0, curtailable: 'excess' }, {}, 'normal'],
    ['goes by what is paid for a sun that may be turned down', { next: 0.19, curtailable: true }, {}, 'holdcharge'],
  ])('%s', (_, hour, more, expected) => {
    expect(mode({ solarKw: 1, last: 0, ...hour }, more)).toBe(expected);
  });

  it('is no question of the sun where the load is all of it', () => {
    expect(mode({ solarKw: 1, loadKw: 1, last: 0.1, next: 0.1 })).toBe('normal');
    expect(mode({ solarKw: 1, loadKw: 1, last: 0.2, next: 0.1 })).toBe('hold');
  });

  it('counts what it draws itself: 2 kW of its own leave nothing of 1 kW of sun', () => {
    expect(mode({ solarKw: 1, last: 0, next: 0 }, { standbyKw: 2 })).toBe('normal');
    expect(mode({ solarKw: 1, last: 0, next: 0 })).toBe('holdcharge');
  });
});
