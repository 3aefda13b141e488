import { type Curve, clipped, merged } from './curves/curve.ts';
import type { Slot } from './types.ts';

/** What is bought (positive) or sold of a slot, and what is turned down of the sun for it. */
export interface GridFlow {
  readonly gridKw: number;
  readonly curtailKw: number;
  /** Money per hour. */
  readonly cost: number;
  /** The same with what passes a limit at its weight. */
  readonly weighed: number;
}

/** The sides of the meter that a flow may be on. */
export type Side = 'both' | 'import' | 'export';

/** Float noise of power. */
const NOISE = 1e-9;

/** The power of a house without its stores: positive where it has less sun than load. */
export const netLoadOf = ({ loadKw, solarKw }: Slot) => loadKw - solarKw;

/** The sides on which the cost of the grid is one convex curve. */
export const sidesOf = ({ importPrice, exportPrice }: Slot): readonly Side[] =>
  exportPrice <= importPrice ? ['both'] : ['import', 'export'];

/** Money per hour for each net power from `from` to `until`, the sun turned down as is best; nothing where that side has none. */
export function gridCurve(slot: Slot, side: Side, from: number, until: number, limitWeight: number): Curve | undefined {
  const sun = slot.curtailable ? slot.solarKw : 0;
  const least = side === 'import' ? Math.max(0, from) : from;
  const most = side === 'export' ? Math.min(0, until + sun) : until + sun;
  if (least > most) return undefined;
  const flows = tariffCurve(slot, least, most, limitWeight);
  return clipped(
    sun === 0 ? flows : merged(flows, { from: -sun, until: 0, value: 0, slopes: [0], lengths: [sun] }),
    from,
    until,
  );
}

/** Money per hour for what passes the meter, with what passes a limit at its weight. */
function tariffCurve(slot: Slot, from: number, until: number, limitWeight: number): Curve {
  const { importPrice, exportPrice, importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  const ends = [-exportKw, 0, importKw, Number.POSITIVE_INFINITY];
  const prices = [exportPrice - limitWeight, exportPrice, importPrice, importPrice + limitWeight];
  const slopes: number[] = [];
  const lengths: number[] = [];
  let at = from;
  for (let i = 0; at < until; i++) {
    const end = Math.min(ends[i] as number, until);
    if (end <= at) continue;
    slopes.push(prices[i] as number);
    lengths.push(end - at);
    at = end;
  }
  return { from, until, value: weighedOf(slot, from, limitWeight), slopes, lengths };
}

/** What passes the meter at a net power, the sun turned down as is best and no more than that. */
export function flowAt(slot: Slot, netKw: number, side: Side, limitWeight: number): GridFlow | undefined {
  const { importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  const sun = slot.curtailable ? slot.solarKw : 0;
  if (sun === 0 && side === 'both') return flowOf(slot, netKw, netKw, weighedOf(slot, netKw, limitWeight));
  const ways = [netKw, -exportKw, 0, importKw, netKw + sun];
  let best: GridFlow | undefined;
  for (const gridKw of ways) {
    const isPossible = netKw <= gridKw && gridKw <= netKw + sun;
    const isAllowed = !(side === 'import' ? gridKw < -NOISE : side === 'export' && gridKw > NOISE);
    const weighed = weighedOf(slot, gridKw, limitWeight);
    if (isPossible && isAllowed && (!best || weighed < best.weighed)) best = flowOf(slot, netKw, gridKw, weighed);
  }
  return best;
}

const flowOf = (slot: Slot, netKw: number, gridKw: number, weighed: number): GridFlow => ({
  gridKw,
  curtailKw: gridKw - netKw,
  cost: gridKw * (gridKw > 0 ? slot.importPrice : slot.exportPrice),
  weighed,
});

function weighedOf(slot: Slot, gridKw: number, limitWeight: number): number {
  const { importPrice, exportPrice, importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  const above = Math.max(0, gridKw - importKw, -gridKw - exportKw);
  return gridKw * (gridKw > 0 ? importPrice : exportPrice) + limitWeight * above;
}

/** The mean of what a kWh costs in each slot, whatever its sign: how much money is much. */
export const meanImportPrice = (slots: readonly Slot[]): number =>
  slots.reduce((sum, { importPrice }) => sum + Math.abs(importPrice), 0) / slots.length;
