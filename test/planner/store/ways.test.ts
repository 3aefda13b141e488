import { describe, expect, it } from 'vitest';
import { openTo } from '../../../src/planner/store/backward.ts';
import { convexWays, emptyPieces, makeRoom } from '../../../src/planner/store/convex-ways.ts';
import { termsOf } from '../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { flowWith, isSunAlone, mostChargeKw, mostDischargeKw, waysOf } from '../../../src/planner/store/ways.ts';
import { line, readAt } from '../../support/planner/store/convex-curves.ts';

/** Of what is charged half is stored, and of what is taken out half arrives. */
const battery: Store = {
  ...{ capacityKwh: 10, minKwh: 1, maxKwh: 9, storedKwh: 5, maxChargeKw: 4, maxDischargeKw: 2, wearPerKwh: 1 },
  ...{ chargeEfficiency: 0.5, dischargeEfficiency: 0.5 },
};
/** Two hours at 6 per kWh bought and 2 per kWh sold. */
const stageOf = (more: Partial<Slot> & { isThere?: boolean } = {}) => {
  const { isThere = true, ...rest } = more;
  const slot = { start: 0, end: 7200, importPrice: 6, exportPrice: 2, loadKw: 0, solarKw: 0, ...rest };
  return { slot, start: 0, end: 7200, hours: 2, isThere, goals: [] };
};
const terms = (more: Partial<Store> = {}) => termsOf({ ...battery, ...more }, [stageOf().slot]);

type Case = [what: string, stage: Parameters<typeof stageOf>[0], store: Partial<Store>, kinds: string];

describe('the ways through a slot', () => {
  it.each<Case>([
    ['are one where they are convex together', {}, {}, 'any'],
    ['are one where it is bought for what it is sold', { importPrice: 2 }, {}, 'any'],
    ['are one where it can only charge', {}, { maxDischargeKw: 0 }, 'any'],
    ['are to do nothing where it is away', { isThere: false }, {}, 'idle'],
    ['are three where it begins outside of its bounds', {}, { storedKwh: 0.5 }, 'idle charge discharge'],
    ['are three where it charges no less than a power', {}, { minChargeKw: 1 }, 'idle charge discharge'],
    ['are two where a limit leaves less than that', { importKw: 0.5 }, { minChargeKw: 1 }, 'idle discharge'],
    [
      'are all that are bought and sold where selling brings more',
      { exportPrice: 7, loadKw: 1 },
      {},
      'idle charge discharge discharge',
    ],
    [
      'are three where charging is paid for',
      { importPrice: -2, exportPrice: -2 },
      { wearPerKwh: 0 },
      'idle charge discharge',
    ],
    [
      'are three where charging is paid for and only from the sun',
      { importPrice: -2, exportPrice: -4, solarKw: 3 },
      { fromGrid: false, chargeEfficiency: 1, dischargeEfficiency: 1 },
      'idle charge discharge',
    ],
  ])('%s', (_, stage, store, kinds) => {
    const ways = waysOf(stageOf(stage), terms(store));
    expect(ways.map(({ kind }) => kind).join(' ')).toBe(kinds);
    // One curve where they are one, for the quick way of all slots together.
    const isOne = kinds === 'any' || kinds === 'idle';
    expect(convexWays([stageOf(stage)], terms(store)) !== undefined).toBe(isOne);
  });

  it.each<[kwh: number, money: number]>([
    // 4 kWh stored are 8 kWh bought; 2 kWh taken out are 1 kWh sold, worn by 1.
    [-4, 48],
    [-1, 12],
    [0, 0],
    [2, -1],
    [8, -4],
  ])('cost for %d kWh taken out %d', (kwh, money) => {
    const [one] = waysOf(stageOf(), terms());
    expect(one && readAt(one.curve, kwh)).toBeCloseTo(money, 9);
    const [idle, charge, discharge] = waysOf(stageOf(), terms({ storedKwh: 0.5 }));
    const curve = kwh === 0 ? idle?.curve : kwh < 0 ? charge?.curve : discharge?.curve;
    expect(curve && readAt(curve, kwh)).toBeCloseTo(money, 9);
  });

  it('go as far as its powers', () => {
    const [one] = waysOf(stageOf(), terms());
    expect([one?.curve.from, one?.curve.until]).toEqual([-4, 8]);
  });

  it('cost wear from the least power on where a sale begins above nothing', () => {
    // All of 2 kW is sold, or some of it covers the load: above it 7 per kWh, below it 6.
    const ways = waysOf(stageOf({ exportPrice: 7, loadKw: 1 }), terms());
    const costs = ways.map(({ curve }) => readAt(curve, 8));
    // 4 kWh come out of 8: 2 of the load are bought no more, 2 are sold, and all are worn.
    expect(Math.min(...costs)).toBeCloseTo(4 - 14, 9);
  });
});

describe('one curve for each of all slots', () => {
  it('is none where one of them has none', () => {
    expect(convexWays([stageOf(), stageOf({ exportPrice: 7 })], terms())).toBeUndefined();
    expect(convexWays([stageOf(), stageOf({ exportPrice: 7, isThere: false })], terms())).toBeDefined();
  });

  it('counts nothing in and out where the store is away', () => {
    const ways = convexWays([stageOf({ isThere: false })], terms());
    expect([ways?.count[0], ways?.from[0]]).toEqual([0, 0]);
  });

  it('finds room in what there is, and in more where it is too little, with what is to be kept', () => {
    const pieces = emptyPieces();
    makeRoom(pieces, 3, 0);
    pieces.slopes.set([1, 2, 3]);
    pieces.lengths.set([4, 5, 6]);
    const { slopes, lengths } = pieces;
    makeRoom(pieces, slopes.length, 3);
    expect([pieces.slopes, pieces.lengths]).toEqual([slopes, lengths]);
    expect(pieces.slopes).toBe(slopes);
    makeRoom(pieces, 1000, 2);
    expect(pieces.slopes.length).toBeGreaterThanOrEqual(1000);
    expect([...pieces.slopes.subarray(0, 3)]).toEqual([1, 2, 0]);
    expect([...pieces.lengths.subarray(0, 3)]).toEqual([4, 5, 0]);
  });
});

describe('the most that a store', () => {
  it.each<[what: string, stage: Parameters<typeof stageOf>[0], store: Partial<Store>, kw: number]>([
    ['is its most', { loadKw: 1 }, {}, 4],
    ['is what the load leaves of a limit', { loadKw: 1, importKw: 3 }, {}, 2],
    ['is what the load and its own draw leave of a limit', { loadKw: 1, importKw: 3 }, { standbyKw: 0.5 }, 1.5],
    ['is the sun that is left where it may not take more', { loadKw: 1, solarKw: 3 }, { fromGrid: false }, 2],
    ['is nothing where none is left', { loadKw: 1 }, { fromGrid: false }, 0],
    ['is nothing where the limit is passed', { loadKw: 5, importKw: 3 }, {}, 0],
  ])('may charge %s', (_, stage, store, kw) => {
    expect(mostChargeKw(stageOf(stage), terms(store))).toBe(kw);
  });

  it.each<[what: string, stage: Parameters<typeof stageOf>[0], store: Partial<Store>, kw: number]>([
    ['is its most', { loadKw: 1 }, {}, 2],
    ['is what the load takes and a limit lets out', { loadKw: 1, exportKw: 0.5 }, {}, 1.5],
    ['is what the load takes where it may not give more', { loadKw: 1 }, { toGrid: false }, 1],
    ['is nothing where there is sun', { solarKw: 1 }, { toGrid: false }, 0],
    ['is nothing where the limit is passed', { solarKw: 1, exportKw: 0.5 }, {}, 0],
  ])('may discharge %s', (_, stage, store, kw) => {
    expect(mostDischargeKw(stageOf(stage), terms(store))).toBe(kw);
  });

  it('may charge from the sun alone is asked where the grid pays for what is taken', () => {
    const asked = (importPrice: number, fromGrid: boolean) => isSunAlone(stageOf({ importPrice }), terms({ fromGrid }));
    expect([asked(-1, false), asked(-1, true), asked(0, false), asked(1, false)]).toEqual([true, false, false, false]);
  });
});

describe('what passes the meter beside a store', () => {
  it.each<[charge: number, discharge: number, gridKw: number]>([
    [0, 0, 1.5],
    [2, 0, 3.5],
    [0, 2, -0.5],
  ])(
    'charging %d kW and discharging %d kW beside 1 kW and half a kW of its own: %d kW',
    (charge, discharge, gridKw) => {
      expect(flowWith(stageOf({ loadKw: 1 }), terms({ standbyKw: 0.5 }), charge, discharge).gridKw).toBe(gridKw);
    },
  );

  it('is without what it draws where it is away', () => {
    expect(flowWith(stageOf({ loadKw: 1, isThere: false }), terms({ standbyKw: 0.5 }), 0, 0).gridKw).toBe(1);
  });

  const paid = stageOf({ importPrice: -1, exportPrice: -3, solarKw: 3, curtailable: true });
  it('is bought instead of a sun that costs, but not by one that charges from the sun alone', () => {
    expect(flowWith(paid, terms(), 2, 0).gridKw).toBe(2);
    expect(flowWith(paid, terms({ fromGrid: false }), 0, 0).gridKw).toBe(0);
    expect(flowWith(paid, terms({ fromGrid: false }), 2, 0).gridKw).toBe(0);
  });

  it('is refused of one that charges from the sun alone and takes more than there is', () => {
    expect(() => flowWith(paid, terms({ fromGrid: false }), 4, 0)).toThrow(
      new RangeError('a store that charges from the sun alone took more than there is'),
    );
  });
});

describe('what may be stored after a way', () => {
  const curve = line(0.5, 9.5, 0, 1);
  it.each<[kind: 'any' | 'charge' | 'discharge' | 'idle', stored: number, from: number, until: number]>([
    ['any', 5, 0.5, 9.5],
    ['charge', 0.5, 0.5, 9],
    ['discharge', 0.5, 1, 9],
    ['idle', 0.5, 0.5, 9.5],
    ['charge', 9.5, 1, 9],
    ['discharge', 9.5, 1, 9.5],
  ])('%s of a store that begins with %d kWh is from %d to %d', (kind, storedKwh, from, until) => {
    const open = openTo({ kind, curve: line(0, 0, 0, 0) }, curve, terms({ storedKwh }));
    expect([open?.from, open?.until]).toEqual([from, until]);
  });
});
