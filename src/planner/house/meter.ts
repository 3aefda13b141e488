import { flowAt } from '../store/grid.ts';
import { type HouseSlot, type HouseTerms, houseNetKw } from './terms.ts';
import type { GridStep } from './types.ts';

/** What passes the meter of a house, and what is paid for it. */
export interface MeterFlow {
  readonly grid: readonly GridStep[];
  readonly cost: number;
  /** The same with what passes the limits of the slots at its weight. */
  readonly weighed: number;
  /** Above the fuse, what may be sold and what devices may take. */
  readonly aboveKwh: number;
}

/** Float noise of power. */
const NOISE = 1e-9;

export function metered(house: HouseTerms, slots: readonly HouseSlot[], powers: readonly Float64Array[]): MeterFlow {
  let [cost, weighed, aboveKwh] = [0, 0, 0];
  const grid = slots.map((slot, i): GridStep => {
    const { start, end, fuseKw, exportKw = Number.POSITIVE_INFINITY, devicesKw = 0 } = slot;
    let netKw = houseNetKw(house.stores, slot);
    for (const each of powers) netKw += each[i] as number;
    const flow = flowAt(slot, netKw, 'both', house.limitWeight) ?? { gridKw: netKw, cost: 0, weighed: 0 };
    const hours = (end - start) / 3600;
    const aboveDevicesKw = Math.max(0, -devicesKw - NOISE);
    cost += hours * flow.cost;
    weighed += hours * (flow.weighed + house.limitWeight * aboveDevicesKw);
    aboveKwh += hours * (aboveDevicesKw + Math.max(0, flow.gridKw - fuseKw - NOISE, -flow.gridKw - exportKw - NOISE));
    return { start, end, kw: flow.gridKw };
  });
  return { grid, cost, weighed, aboveKwh };
}
