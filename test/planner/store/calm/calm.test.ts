import { describe, expect, it } from 'vitest';
import { calmed } from '../../../../src/planner/store/calm/calm.ts';
import { planStore } from '../../../../src/planner/store/plan-store.ts';
import type { Slot, Store, StoreMode } from '../../../../src/planner/store/types.ts';

const HOUR = 3600;
/** What is stored is worth 30 ct per kWh, and nothing is lost on the way. */
const battery: Store = {
  ...{ capacityKwh: 20, minKwh: 1, storedKwh: 10, maxChargeKw: 1, maxDischargeKw: 5 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, endValue: [{ kwh: 20, perKwh: 0.3 }] },
};
/** One that buys nothing. */
const quiet = { ...battery, fromGrid: false };

interface Hour {
  /** Per kWh bought. */
  readonly ct?: number;
  /** Per kWh sold. */
  readonly sell?: number;
  /** Of the house, in kW; below 0 of the sun. */
  readonly net?: number;
  readonly most?: number;
}

/** An hour each, and a plan of them after leaving out the changes that save less than 2 ct. */
function plans(store: Store, hours: readonly Hour[], present?: StoreMode, told?: StoreMode) {
  const slots = hours.map(
    ({ ct = 30, sell = 8, net = 1, most }, i): Slot => ({
      ...{ start: i * HOUR, end: (i + 1) * HOUR, importPrice: ct / 100, exportPrice: sell / 100 },
      ...{ loadKw: Math.max(0, net), solarKw: Math.max(0, -net), ...(most !== undefined && { importKw: most }) },
    }),
  );
  const best = planStore(store, slots, 0);
  const standing = told && best.slots.map((step) => ({ ...step, mode: told }));
  return { best, calm: calmed(best, store, slots, present, 0.02, standing) };
}

/** The modes as they are best, and after that. */
function modesOf(store: Store, hours: readonly Hour[], present?: StoreMode): readonly [string, string] {
  const { best, calm } = plans(store, hours, present);
  const text = ({ slots }: typeof best) => slots.map(({ mode }) => mode).join(' ');
  return [text(best), text(calm)];
}

const prices = (...cts: number[]): Hour[] => cts.map((ct) => ({ ct }));

describe('changes of mode', () => {
  it('that save little are left out, those that save more than they are to are kept', () => {
    expect(modesOf(quiet, prices(31, 29, 31, 29))).toEqual(['normal hold normal hold', 'normal normal normal normal']);
    // There and back they are to save 4 ct: 6 and 3.
    expect(modesOf(quiet, prices(60, 24, 60))).toEqual(['normal hold normal', 'normal hold normal']);
    expect(modesOf(quiet, prices(60, 27, 60))).toEqual(['normal hold normal', 'normal normal normal']);
  });

  it('count from the mode before', () => {
    expect(modesOf(quiet, prices(29), 'normal')).toEqual(['hold', 'normal']);
    expect(modesOf(quiet, prices(29, 20), 'normal')).toEqual(['hold hold', 'hold hold']);
    expect(modesOf(quiet, prices(29, 29.5), 'hold')).toEqual(['hold hold', 'hold hold']);
  });

  it.each<[number, StoreMode, StoreMode]>([
    [33, 'normal', 'normal'],
    [33, 'hold', 'hold'],
    [35, 'hold', 'normal'],
  ])(
    'at %d ct, to normal, which save twice as much where the plan before told %s, lead to %s',
    (ct, told, expected) => {
      expect(plans(quiet, prices(ct), 'hold', told).calm.slots[0]?.mode).toBe(expected);
    },
  );

  it('to charge for an hour are left out where it saves little, in favour of the mode round it', () => {
    // 1 kWh is bought for 0.5 ct less than it is worth, and 1 kWh of the house for 0.5 ct more than it would bring.
    expect(modesOf(battery, prices(31, 29.5, 31))).toEqual(['normal charge normal', 'normal normal normal']);
    // 10 ct less, twice.
    expect(modesOf(battery, prices(31, 20, 31))).toEqual(['normal charge normal', 'normal charge normal']);
  });

  it('from charging for an hour are left out too, and the plan has the power of it', () => {
    // It buys 1 kWh for 0.5 ct more than it is worth, and covers the house no longer, which would save 0.5 ct.
    const { best, calm } = plans(battery, prices(20, 30.5, 20));
    expect(best.slots.map(({ mode, storedKwh }) => [mode, storedKwh])).toEqual([
      ['charge', 11],
      ['normal', 10],
      ['charge', 11],
    ]);
    expect(calm.slots.map(({ mode, storedKwh }) => [mode, storedKwh])).toEqual([
      ['charge', 11],
      ['charge', 12],
      ['charge', 13],
    ]);
    expect(calm.slots.map(({ chargeKw }) => chargeKw)).toEqual([1, 1, 1]);
    // Two kWh for 10 ct less than they are worth, and 0.5 ct for the house; 1 ct of it is given up.
    expect([best.saving, calm.saving].map((money) => Math.round(1e4 * money) / 100)).toEqual([20.5, 19.5]);
  });

  it('to sell for an hour are left out where it brings little, in favour of covering the house', () => {
    expect(modesOf({ ...battery, maxDischargeKw: 2 }, [{ ct: 40 }, { ct: 40, sell: 31 }, { ct: 40 }])).toEqual([
      'normal discharge normal',
      'normal normal normal',
    ]);
    expect(modesOf({ ...battery, maxDischargeKw: 2 }, [{ ct: 40 }, { ct: 40, sell: 36 }, { ct: 40 }])).toEqual([
      'normal discharge normal',
      'normal discharge normal',
    ]);
  });

  it('are not left out for long, as what is kept is worth less the more it is', () => {
    expect(modesOf(quiet, prices(29.9), 'normal')).toEqual(['hold', 'normal']);
    expect(modesOf(quiet, prices(29.9, 29.9), 'normal')).toEqual(['hold hold', 'hold hold']);
  });

  it('weigh a kWh by where it lies above the reserve: the tenth of eleven that are worth something', () => {
    const endValue = [
      { kwh: 11, perKwh: 0.3 },
      { kwh: 9, perKwh: 0 },
    ];
    expect(modesOf({ ...quiet, endValue }, prices(20), 'normal')).toEqual(['hold', 'hold']);
  });

  it('to what takes nothing from the reserve are kept', () => {
    expect(modesOf({ ...quiet, storedKwh: 2 }, prices(60, 29.9))).toEqual(['normal hold', 'normal hold']);
    expect(modesOf({ ...quiet, storedKwh: 1 }, prices(29.9), 'normal')).toEqual(['hold', 'hold']);
  });

  it('that keep a limit of the grid are kept', () => {
    const hours = [{ ct: 20 }, { ct: 29, net: 3.01, most: 3 }, { ct: 20 }];
    expect(modesOf(quiet, hours, 'hold')).toEqual(['hold normal hold', 'hold normal hold']);
    expect(modesOf(quiet, [{ ct: 20 }, { ct: 29, net: 3.01 }, { ct: 20 }], 'hold')[1]).toBe('hold hold hold');
  });

  it('without which a goal would be missed are kept', () => {
    const car = { ...battery, maxDischargeKw: 0, endValue: [] };
    const goals = [{ storedKwh: 10.01, by: 2 * HOUR }];
    expect(modesOf({ ...car, goals }, prices(28, 29), 'normal')[1]).toMatch(/charge/);
    expect(modesOf({ ...car, goals: [] }, prices(28, 29), 'normal')[1]).toBe('normal normal');
    expect(plans({ ...car, goals }, prices(28, 29), 'normal').calm.shortKwh).toBe(0);
  });

  it('weigh the sun by what it brings, where some is left', () => {
    const sunny = (net: number, sell: number): Hour => ({ net, sell });
    const covering = { ...quiet, toGrid: false };
    // Sold it brings 22 ct more than stored: of 0.05 kWh that is 1.1 ct.
    expect(modesOf(covering, [sunny(-1, 8), sunny(-0.05, 52), sunny(-1, 8)])[1]).toBe('normal normal normal');
    expect(modesOf(covering, [sunny(-1, 8), sunny(-1, 52), sunny(-1, 8)])[1]).toBe('normal holdcharge normal');
  });
});
