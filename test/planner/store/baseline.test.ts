import { describe, expect, it } from 'vitest';
import { type Baseline, baselineOf } from '../../../src/planner/store/baseline.ts';
import { stagesOf } from '../../../src/planner/store/cut.ts';
import { termsOf } from '../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at } from '../../support/planner/planning.ts';

/** Half of what is charged is stored: 2 kWh in two hours at full power. */
const store: Store = {
  ...{ capacityKwh: 10, storedKwh: 1, maxChargeKw: 2, maxDischargeKw: 2, standbyKw: 1 },
  ...{ chargeEfficiency: 0.5, dischargeEfficiency: 1 },
};
/** Two hours each: a load of 1 kW, 3 per kWh bought and 1 per kWh sold. */
const slotsOf = (...hours: Partial<Slot>[]) =>
  hours.map(
    (hour, i): Slot => ({
      ...{ start: at(120 * i), end: at(120 * i + 120), importPrice: 3, exportPrice: 1, loadKw: 1, solarKw: 0 },
      ...hour,
    }),
  );

function baseline(more: Partial<Store>, ...hours: Partial<Slot>[]): Baseline {
  const slots = slotsOf(...hours);
  const given = { ...store, ...more };
  return baselineOf(stagesOf(slots, given, at(0)), termsOf(given, slots));
}
const goal = (storedKwh: number, minute = 240) => ({ goals: [{ storedKwh, by: at(minute) }] });

describe('a house without its plan', () => {
  it.each<[what: string, more: Partial<Store>, hours: Partial<Slot>[], cost: number, storedKwh: number]>([
    ['has no store, nor what that draws itself', {}, [{}, {}], 12, 1],
    ['sells its sun', {}, [{ solarKw: 3 }, {}], 2, 1],
    ['turns it down where to sell it costs', {}, [{ solarKw: 3, exportPrice: -1, curtailable: true }, {}], 6, 1],
    ['pays no more above a limit', {}, [{ importKw: 0.5 }], 6, 1],
    ['charges at once for a goal, and pays for what the store draws', goal(3), [{}, {}], 36, 3],
    ['charges as much as it may', goal(5), [{}, {}], 48, 5],
    ['charges no more than is missing', goal(2), [{}, {}], 30, 2],
    ['charges for the highest of its goals', { goals: [...goal(2, 120).goals, ...goal(3).goals] }, [{}, {}], 36, 3],
    ['charges nothing for a goal that is met', goal(1), [{}, {}], 24, 1],
    ['charges no more than its bound', { ...goal(9), maxKwh: 2 }, [{}, {}], 30, 2],
    ['charges with its least power', { ...goal(1.2), minChargeKw: 1 }, [{}, {}], 30, 2],
    ['charges where a limit leaves its least power', { ...goal(9), minChargeKw: 1 }, [{ importKw: 3 }], 18, 2],
    ['does not charge where a limit leaves less', { ...goal(9), minChargeKw: 1 }, [{ importKw: 2.9 }], 12, 1],
    ['charges when the store is there', { ...goal(9), available: [{ start: at(120), end: at(240) }] }, [{}, {}], 30, 3],
    ['charges what of a later goal there is no time for after the prices', goal(5, 300), [{}, {}], 42, 4],
  ])('%s', (_, more, hours, cost, storedKwh) => {
    const found = baseline(more, ...hours);
    expect(found.cost).toBeCloseTo(cost, 9);
    expect(found.storedKwh).toBeCloseTo(storedKwh, 9);
  });
});
