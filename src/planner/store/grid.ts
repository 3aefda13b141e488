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

/** The sides of the meter that a flow may be on; `beyond` is where an inverter curtails what exceeds the export limit. */
export type Side = 'both' | 'import' | 'export' | 'beyond';

/** Float noise of power. */
const NOISE = 1e-9;

/** The power of a house without its stores: positive where it has less sun than load. */
export const netLoadOf = ({ loadKw, solarKw }: Slot) => loadKw - solarKw;

/** The sides on which the cost of the grid is one convex curve. */
export function sidesOf(slot: Slot): readonly Side[] {
  if (isBeyondApart(slot)) return SIDES;
  return slot.exportPrice <= slot.importPrice ? ONE_SIDE : TWO_SIDES;
}

const ONE_SIDE: readonly Side[] = ['both'];
const TWO_SIDES: readonly Side[] = ['import', 'export'];
const SIDES: readonly Side[] = [...TWO_SIDES, 'beyond'];

/** Up to the export limit a kWh costs money, beyond it the inverter curtails for free: together that is not convex. */
const isBeyondApart = ({ curtailable, exportPrice, exportKw = Number.POSITIVE_INFINITY }: Slot) =>
  curtailable === 'excess' && exportPrice < 0 && exportKw < Number.POSITIVE_INFINITY;

/** The solar power that may be curtailed at will. */
const curtailableKw = ({ curtailable, solarKw }: Slot) => (curtailable === true ? solarKw : 0);

/** Money per hour for each net power from `from` to `until`, the sun turned down as is best; nothing where that side has none. */
export function gridCurve(slot: Slot, side: Side, from: number, until: number, limitWeight: number): Curve | undefined {
  const sun = curtailableKw(slot);
  const [lowest, highest] = boundsOf(slot, side);
  const [least, most] = [Math.max(lowest, from), Math.min(highest, until + sun)];
  if (least > most) return undefined;
  const flows = tariffCurve(slot, least, most, limitWeight);
  return clipped(
    sun === 0 ? flows : merged(flows, { from: -sun, until: 0, value: 0, slopes: [0], lengths: [sun] }),
    from,
    until,
  );
}

/** The powers of a side. */
function boundsOf(slot: Slot, side: Side): readonly [from: number, until: number] {
  const lowest = isBeyondApart(slot) ? -(slot.exportKw as number) : Number.NEGATIVE_INFINITY;
  if (side === 'beyond') return [Number.NEGATIVE_INFINITY, lowest];
  if (side === 'import') return [0, Number.POSITIVE_INFINITY];
  return side === 'export' ? [lowest, 0] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
}

/** Money per hour for what passes the meter, with what passes a limit at its weight. */
function tariffCurve(slot: Slot, from: number, until: number, limitWeight: number): Curve {
  const { importPrice, exportPrice, importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  const ends = [-exportKw, 0, importKw, Number.POSITIVE_INFINITY];
  const beyond = slot.curtailable === 'excess' ? 0 : exportPrice - limitWeight;
  const prices = [beyond, exportPrice, importPrice, importPrice + limitWeight];
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
  return { from, until, value: weighedOf(slot, from + excessKw(slot, from), limitWeight), slopes, lengths };
}

/** What passes the meter at a net power, the sun turned down as is best and no more than that. */
export function flowAt(slot: Slot, netKw: number, side: Side, limitWeight: number): GridFlow | undefined {
  const { importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  const sun = curtailableKw(slot);
  const [lowest, highest] = boundsOf(slot, side);
  const isOn = (kw: number) => lowest - NOISE <= kw && kw <= highest + NOISE;
  if (sun === 0) {
    const gridKw = netKw + excessKw(slot, netKw);
    return isOn(netKw) ? flowOf(slot, netKw, gridKw, weighedOf(slot, gridKw, limitWeight)) : undefined;
  }
  let best: GridFlow | undefined;
  for (const gridKw of [netKw, -exportKw, 0, importKw, netKw + sun]) {
    const isPossible = netKw <= gridKw && gridKw <= netKw + sun && isOn(gridKw);
    const weighed = weighedOf(slot, gridKw, limitWeight);
    if (isPossible && (!best || weighed < best.weighed)) best = flowOf(slot, netKw, gridKw, weighed);
  }
  return best;
}

/** The solar power above the export limit that an inverter curtails by itself. */
const excessKw = ({ curtailable, exportKw = Number.POSITIVE_INFINITY }: Slot, netKw: number) =>
  curtailable === 'excess' ? Math.max(0, -exportKw - netKw) : 0;

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
