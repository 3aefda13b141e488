import { checkList, checkNumber } from '../arguments.ts';
import { flowAt, netLoadOf } from '../store/grid.ts';
import type { Slot } from '../store/types.ts';
import type { PricedSpan, Run } from '../types.ts';
import type { DeviceSlot } from './types.ts';

/**
 * What a kWh costs a device of so much constant power in each slot: of the sun that is left over it costs what that would
 * have brought, the rest is bought. `planWindow` is exact on these prices.
 *
 * @param worth per slot, what a kWh that is left over is worth in a store: the value of a stored kWh times the share that is
 * stored. It is what such a kWh costs where it is more than feeding it in brings.
 * @throws RangeError where the power is not above 0
 */
export function pricesWithSun(slots: readonly Slot[], kw: number, worth: readonly number[] = []): PricedSpan[] {
  checkList('slots', slots);
  checkNumber('kw', kw, 'above 0', (n) => n > 0 && n < Number.POSITIVE_INFINITY);
  return slots.map((slot, i) => {
    const { start, end, exportPrice } = slot;
    const house = { ...slot, exportPrice: Math.max(exportPrice, worth[i] ?? exportPrice) };
    const cost = (netKw: number) => flowAt(house, netKw, 'both', 0)?.cost ?? 0;
    const netKw = netLoadOf(slot);
    return { start, end, price: (cost(netKw + kw) - cost(netKw)) / kw };
  });
}

/** The slots with runs among their load, cut where one begins or ends: what one device took is gone for the next. */
export function slotsWith<Of extends DeviceSlot>(
  slots: readonly Of[],
  runs: readonly Pick<Run, 'start' | 'end' | 'kw'>[],
): Of[] {
  return slots.flatMap((slot) => {
    const met = runs.filter(({ start, end }) => start < slot.end && slot.start < end);
    if (met.length === 0) return slot;
    const inside = met.flatMap(({ start, end }) => [start, end]).filter((edge) => slot.start < edge && edge < slot.end);
    const bounds = [...new Set([slot.start, ...inside, slot.end])].sort((a, b) => a - b);
    return bounds.slice(1).map((end, i) => {
      const start = bounds[i] as number;
      const during = met.filter((run) => run.start <= start && end <= run.end);
      const kw = during.reduce((sum, run) => sum + run.kw, 0);
      const { loadKw, devicesKw } = slot;
      return {
        ...slot,
        start,
        end,
        loadKw: loadKw + kw,
        ...(devicesKw !== undefined && { devicesKw: devicesKw - kw }),
      };
    });
  });
}
