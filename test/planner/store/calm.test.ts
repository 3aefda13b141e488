import { describe, expect, it } from 'vitest';
import { calmed } from '../../../src/planner/store/calm.ts';
import type { Slot, Store, StoreMode, StorePlan } from '../../../src/planner/store/types.ts';

const HOUR = 3600;
const store: Store = {
  capacityKwh: 10,
  minKwh: 1,
  storedKwh: 5,
  maxChargeKw: 5,
  maxDischargeKw: 5,
  chargeEfficiency: 1,
  dischargeEfficiency: 1,
};

interface Hour {
  readonly mode: StoreMode;
  /** Per kWh bought; what is stored is worth 0.30. */
  readonly ct?: number;
  /** Of the house, in kW; below 0 of the sun. */
  readonly net?: number;
  readonly stored?: number;
}

/** The modes of an hour each after leaving out the changes that save less than 2 ct. */
function modesOf(hours: readonly Hour[], present?: StoreMode, stored = 5): StoreMode[] {
  const slots = hours.map(
    ({ ct = 30, net = 1 }, i): Slot => ({
      start: i * HOUR,
      end: (i + 1) * HOUR,
      importPrice: ct / 100,
      exportPrice: 0.08,
      loadKw: Math.max(0, net),
      solarKw: Math.max(0, -net),
    }),
  );
  const steps = hours.map(({ mode, stored = 5 }, i) => ({
    ...{ start: i * HOUR, end: (i + 1) * HOUR, mode, storedKwh: stored, valuePerKwh: 0.3 },
    ...{ chargeKw: 0, dischargeKw: 0, curtailKw: 0 },
  }));
  const plan: StorePlan = { slots: steps, shortKwh: 0, cost: 0, baselineCost: 0, saving: 0 };
  return calmed(plan, { ...store, storedKwh: stored }, slots, present, 0.02).slots.map(({ mode }) => mode);
}

const normal = (ct: number): Hour => ({ mode: 'normal', ct });
const hold = (ct: number): Hour => ({ mode: 'hold', ct });

describe('changes of mode', () => {
  it('that save little are left out', () => {
    expect(modesOf([normal(31), hold(29), normal(31), hold(29)])).toEqual(['normal', 'normal', 'normal', 'normal']);
  });

  it('that save more than they are to are kept', () => {
    expect(modesOf([normal(60), hold(24), normal(60)])).toEqual(['normal', 'hold', 'normal']);
    expect(modesOf([normal(60), hold(27), normal(60)])).toEqual(['normal', 'normal', 'normal']);
  });

  it('count from the mode before', () => {
    expect(modesOf([hold(29)], 'normal')).toEqual(['normal']);
    expect(modesOf([hold(29), hold(20)], 'normal')).toEqual(['hold', 'hold']);
    expect(modesOf([hold(29), hold(29.5)], 'hold')).toEqual(['hold', 'hold']);
  });

  it.each(['charge', 'discharge'] as const)('to %s and back are kept, whatever they save', (mode) => {
    expect(modesOf([normal(30), { mode, ct: 30 }, normal(30)])).toEqual(['normal', mode, 'normal']);
  });

  it('are not left out for long, as what is kept is worth less the more it is', () => {
    expect(modesOf([hold(30)], 'normal')).toEqual(['normal']);
    expect(modesOf([hold(30), hold(30)], 'normal')).toEqual(['hold', 'hold']);
  });

  it('at the reserve are kept', () => {
    const last = { mode: 'normal', ct: 60, stored: 1 } as const;
    expect(modesOf([last, hold(29.9)])).toEqual(['normal', 'hold']);
    expect(modesOf([hold(29.9)], 'normal', 1)).toEqual(['hold']);
  });

  it('weigh the sun by what it brings, where some is left', () => {
    const sunny = (mode: StoreMode, net: number): Hour => ({ mode, net });
    // Stored it is worth 22 ct more: of 0.05 kWh that is 1.1 ct.
    expect(modesOf([sunny('normal', -2), sunny('holdcharge', -0.05), sunny('normal', -2)])).toEqual([
      ...['normal', 'normal', 'normal'],
    ]);
    expect(modesOf([sunny('normal', -2), sunny('holdcharge', -2), sunny('normal', -2)])).toEqual([
      ...['normal', 'holdcharge', 'normal'],
    ]);
  });

  it('to a mode that does the same there cost nothing but themselves', () => {
    // With sun left over, hold takes it as normal does.
    expect(modesOf([hold(20), { mode: 'normal', net: -1 }, hold(20)])).toEqual(['hold', 'hold', 'hold']);
  });
});
