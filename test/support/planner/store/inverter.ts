import type { Slot, Store, StorePlan } from '../../../../src/planner/store/types.ts';

/** A plan as an inverter carries it out. */
interface Replay {
  /** Money for the grid and for wear. */
  readonly money: number;
  readonly storedKwh: number;
}

/**
 * Replays the modes of a plan. The inverter supplies the load from the sun first. Outside of `charge` and `discharge` the store takes no
 * more than the surplus and gives no more than the load, up to the planned power; in `charge` and `discharge` the grid makes up the difference.
 */
export function replayed(store: Store, slots: readonly Slot[], plan: StorePlan): Replay {
  const { minKwh = 0, maxKwh = store.capacityKwh, standbyKw = 0, wearPerKwh = 0, available } = store;
  let { storedKwh } = store;
  let money = 0;
  for (const { start, end, mode, ...step } of plan.slots) {
    const slot = slots.find((each) => each.start <= start && end <= each.end);
    if (!slot) throw new Error('a step that is in no slot');
    const { importPrice, exportPrice, loadKw, solarKw, curtailable, exportKw = Number.POSITIVE_INFINITY } = slot;
    const hours = (end - start) / 3600;
    const isThere = available?.some((span) => span.start <= start && end <= span.end) ?? true;
    const netKw = loadKw + (isThere ? standbyKw : 0) - solarKw + (curtailable === true ? step.curtailKw : 0);
    const room = Math.max(0, Math.max(maxKwh, store.storedKwh) - storedKwh) / hours / store.chargeEfficiency;
    const spare = (Math.max(0, storedKwh - Math.min(minKwh, store.storedKwh)) / hours) * store.dischargeEfficiency;
    const most = {
      normal: [-netKw, netKw],
      hold: [-netKw, 0],
      holdcharge: [0, netKw],
      charge: [Number.POSITIVE_INFINITY, 0],
      discharge: [0, Number.POSITIVE_INFINITY],
    }[mode] as [number, number];
    const chargeKw = Math.max(0, Math.min(step.chargeKw, room, most[0]));
    const dischargeKw = Math.max(0, Math.min(step.dischargeKw, spare, most[1]));
    const meterKw = netKw + chargeKw - dischargeKw;
    const gridKw = curtailable === 'excess' ? Math.max(-exportKw, meterKw) : meterKw;
    storedKwh += hours * (chargeKw * store.chargeEfficiency - dischargeKw / store.dischargeEfficiency);
    money += hours * (gridKw * (gridKw > 0 ? importPrice : exportPrice) + wearPerKwh * dischargeKw);
  }
  return { money, storedKwh };
}
