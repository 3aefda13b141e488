import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { lawCases } from '../../support/cases.ts';
import { replayed } from '../../support/planner/store/inverter.ts';
import { storeCases } from '../../support/planner/store/random-stores.ts';

const cases = lawCases(30, 1000);
const curtailables = fc.constantFrom<NonNullable<Slot['curtailable']>[]>(true, 'excess');

describe('an inverter that follows the modes of a plan pays what the plan costs', () => {
  it.each([true, false])(`to a millionth, on ${cases.numRuns} random days; prices stay above zero: %s`, (convex) => {
    const days = storeCases({ length: { min: 96, max: 96 }, convex });
    const law = fc.property(days, curtailables, ({ store, slots, now }, curtailable) => {
      const day = slots.map((slot) => ({ ...slot, curtailable: slot.curtailable === true && curtailable }));
      const plan = planStore(store, day, now);
      const { money, storedKwh } = replayed(store, day, plan);
      expect(Math.abs(money - plan.cost)).toBeLessThan(1e-6);
      expect(storedKwh).toBeCloseTo(plan.slots.at(-1)?.storedKwh as number, 6);
    });
    fc.assert(law, cases);
  });
});

/** 3 kW of sun over a load of 1 kW, bought for -20 ct and sold for nothing. */
const noon = { start: 0, end: 3600, importPrice: -0.2, exportPrice: 0, loadKw: 1, solarKw: 3 };
const battery: Store = {
  ...{ capacityKwh: 10, storedKwh: 0, maxChargeKw: 2, maxDischargeKw: 2, chargeEfficiency: 1, dischargeEfficiency: 1 },
  endValue: [{ kwh: 10, perKwh: 0.3 }],
};

describe('beside sun that is better curtailed, a store', () => {
  it.each<[what: string, slot: Partial<Slot>, store: Partial<Store>, expected: readonly unknown[]]>([
    ['charges 2 kW from the grid', { curtailable: true }, {}, ['charge', 2, 3, -0.6]],
    ['is on hold beside the load when it is full', { curtailable: true }, { storedKwh: 10 }, ['hold', 0, 3, -0.2]],
    ['takes the sun of an inverter that curtails only the excess', { curtailable: 'excess' }, {}, ['normal', 2, 0, 0]],
    [
      'leaves the excess to that inverter',
      { curtailable: 'excess', exportKw: 0.5 },
      { maxChargeKw: 1 },
      ['normal', 1, 0.5, 0],
    ],
    [
      'feeds in up to the limit at a price below zero, and no more',
      { curtailable: 'excess', exportKw: 0.5, exportPrice: -0.1 },
      { maxChargeKw: 0 },
      ['normal', 0, 1.5, 0.05],
    ],
  ])('%s', (_, slot, store, expected) => {
    const { slots, cost } = planStore({ ...battery, ...store }, [{ ...noon, ...slot }], 0);
    const [step] = slots;
    const money = Math.round(1e9 * cost) / 1e9;
    expect([step?.mode, step?.chargeKw, step?.curtailKw, money]).toEqual(expected);
  });
});
