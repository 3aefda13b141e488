import { describe, expect, it } from 'vitest';
import { modeMoves } from '../../../../src/planner/store/calm/mode-moves.ts';
import type { Sequel } from '../../../../src/planner/store/sequel.ts';
import { termsOf } from '../../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../../src/planner/store/types.ts';

/** Half of what is charged is stored, and half of what is taken out arrives. */
const battery: Store = {
  ...{ capacityKwh: 10, minKwh: 1, maxKwh: 9, storedKwh: 5, maxChargeKw: 4, maxDischargeKw: 2 },
  ...{ chargeEfficiency: 0.5, dischargeEfficiency: 0.5 },
};

/** What follows: a kWh stored is worth 4, and the best is to leave the store as it is, or to end with `ends`. */
const sequelTo = (ends?: number): Sequel => ({
  after: (_, stored) => ends ?? stored,
  paid: (_, stored) => -4 * stored,
  worth: () => ({ last: 4, next: 4 }),
});

/** The moves of two hours at 6 per kWh bought and 1 per kWh sold: what is stored then, and the money lost, by mode. */
function moves(slot: Partial<Slot> = {}, more: Partial<Store> = {}, ends?: number) {
  const store = { ...battery, ...more };
  const given = { start: 0, end: 7200, importPrice: 6, exportPrice: 1, loadKw: 0, solarKw: 0, ...slot };
  const stage = { slot: given, start: 0, end: 7200, hours: 2, isThere: true, goals: [] };
  const found = modeMoves({ stage, number: 0, begins: store.storedKwh }, termsOf(store, [given]), sequelTo(ends));
  return found.map(({ mode, ends, loss }) => [mode, ends, Math.round(1e6 * loss) / 1e6]);
}

describe('the modes beside the best', () => {
  it('cover a load and lose what is worth more later, sell it, or charge dearly', () => {
    // To cover 2 kWh of the house takes 4 kWh worth 4 each and saves 12; to charge 8 kWh costs 48, for 4 kWh worth 16.
    expect(moves({ loadKw: 1 })).toEqual([
      ['hold', 5, 0],
      ['normal', 1, 4],
      ['holdcharge', 1, 4],
      ['charge', 9, 32],
    ]);
  });

  it('take the sun, or leave it', () => {
    // 4 kWh of sun are 2 kWh stored, worth 8; sold they bring 4.
    expect(moves({ solarKw: 2 }, {}, 7)).toEqual([
      ['hold', 7, 0],
      ['normal', 7, 0],
      ['holdcharge', 5, 4],
      ['charge', 9, 16],
      ['discharge', 1, 18],
    ]);
  });

  it('do nothing but be away where it is', () => {
    const stage = {
      slot: { start: 0, end: 7200, importPrice: 6, exportPrice: 1, loadKw: 1, solarKw: 0 },
      start: 0,
      end: 7200,
    };
    const found = modeMoves(
      { stage: { ...stage, hours: 2, isThere: false, goals: [] }, number: 0, begins: 5 },
      ...([termsOf(battery, [stage.slot]), sequelTo()] as const),
    );
    expect(found).toEqual([{ mode: 'normal', ends: 5, loss: 0 }]);
  });
});
