import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import type { StorePlan } from '../../../src/planner/store/types.ts';
import { lawCases } from '../../support/cases.ts';
import { type StoreCase, storeCases } from '../../support/planner/store/random-stores.ts';

const cases = fc.boolean().chain((convex) => storeCases({ length: { min: 8, max: 48 }, convex }));
const planOf = ({ store, slots, now }: StoreCase) => planStore(store, slots, now);

/** What each step stores by its powers and efficiencies. */
const storedBy = ({ store }: StoreCase, { slots }: StorePlan) => {
  let stored = store.storedKwh;
  return slots.map(({ start, end, chargeKw, dischargeKw }) => {
    stored += ((end - start) / 3600) * (chargeKw * store.chargeEfficiency - dischargeKw / store.dischargeEfficiency);
    return stored;
  });
};

describe('laws of a store, on real prices', () => {
  // Promise P-415 internals/store: nothing is charged and discharged at once
  it('energy is conserved, powers keep their bounds, and nothing is charged and discharged at once', () => {
    const law = fc.property(cases, (drawn) => {
      const { store } = drawn;
      const plan = planOf(drawn);
      for (const [i, kwh] of storedBy(drawn, plan).entries()) expect(plan.slots[i]?.storedKwh).toBeCloseTo(kwh, 6);
      for (const { chargeKw, dischargeKw } of plan.slots) {
        expect(chargeKw === 0 || (chargeKw >= (store.minChargeKw ?? 0) - 1e-9 && chargeKw <= store.maxChargeKw)).toBe(
          true,
        );
        expect(dischargeKw).toBeLessThanOrEqual(store.maxDischargeKw);
        expect(Math.min(chargeKw, dischargeKw)).toBe(0);
      }
    });
    fc.assert(law, lawCases(40));
  });

  // Promise P-416 internals/store: below the reserve nothing is discharged
  it('a plan never goes below the reserve, nor above the most, beyond what it began with', () => {
    const law = fc.property(cases, (drawn) => {
      const { minKwh = 0, maxKwh = 0, storedKwh } = drawn.store;
      let [least, most] = [Math.min(minKwh, storedKwh), Math.max(maxKwh, storedKwh)];
      for (const { storedKwh: stored } of planOf(drawn).slots) {
        expect(stored).toBeGreaterThanOrEqual(least - 1e-9);
        expect(stored).toBeLessThanOrEqual(most + 1e-9);
        [least, most] = [Math.min(minKwh, stored), Math.max(maxKwh, stored)];
      }
    });
    fc.assert(law, lawCases(40));
  });

  // Promise P-417 internals/store: a later request without news has the same answer
  it('planned again at any later slot without news, it says the same', () => {
    const law = fc.property(cases, fc.double({ min: 0, max: 1, noNaN: true }), (drawn, share) => {
      const { slots } = planOf(drawn);
      const i = Math.min(slots.length - 2, Math.floor(share * slots.length));
      const [done, next] = [slots[i], slots[i + 1]];
      if (!done || !next) return;
      const later = planOf({ ...drawn, store: { ...drawn.store, storedKwh: done.storedKwh }, now: next.start });
      const rest = slots.slice(i + 1);
      expect(later.slots.map(({ mode }) => mode)).toEqual(rest.map(({ mode }) => mode));
      for (const [k, { storedKwh }] of later.slots.entries()) expect(storedKwh).toBeCloseTo(rest[k]?.storedKwh ?? 0, 8);
    });
    fc.assert(law, lawCases(40));
  });

  it('more capacity never costs more', () => {
    const law = fc.property(cases, fc.double({ min: 1, max: 3, noNaN: true }), (drawn, factor) => {
      const { capacityKwh, maxKwh = 0, storedKwh, ...rest } = drawn.store;
      const free = { ...rest, goals: [], endValue: [], storedKwh: Math.min(maxKwh, storedKwh) };
      const slots = drawn.slots.map(({ importKw: _, exportKw: __, ...slot }) => slot);
      const cost = (more: number) =>
        planStore({ ...free, capacityKwh: more * capacityKwh, maxKwh: more * maxKwh }, slots, drawn.now).cost;
      expect(cost(factor)).toBeLessThanOrEqual(cost(1) + 1e-9);
    });
    fc.assert(law, lawCases(40));
  });
});
