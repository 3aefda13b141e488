import { type Curve, pointCurve } from './curves/curve.ts';
import type { Stage } from './cut.ts';
import { flowAt, type GridFlow, gridCurve, netLoadOf, type Side, sidesOf } from './grid.ts';
import { isOutside, type StoreTerms } from './terms.ts';

/** One way through a stage: what each kWh taken out of the store, or put in where it is negative, costs there. */
export interface Way {
  readonly kind: 'any' | 'charge' | 'discharge' | 'idle';
  readonly curve: Curve;
}

/** Money per kWh discharged: of two plans that cost the same the one that moves less is better. */
export const MOVING = 1e-12;

/** All ways through a stage, each of them convex; one where they are so together. */
export function waysOf(stage: Stage, store: StoreTerms): readonly Way[] {
  if (!stage.isThere) return [idleWay(stage, store)];
  const charge = chargeCurves(stage, store);
  const discharge = dischargeCurves(stage, store);
  const [first, second] = [charge[0], discharge[0]];
  const isOne = charge.length === 1 && discharge.length === 1 && !isOutside(store) && !isSunAlone(stage, store);
  if (isOne && first && second && isConvex(first, second)) return [{ kind: 'any', curve: joined(first, second) }];
  return [
    idleWay(stage, store),
    ...charge.filter(isMove).map((curve): Way => ({ kind: 'charge', curve })),
    ...discharge.filter(isMove).map((curve): Way => ({ kind: 'discharge', curve })),
  ];
}

/** What passes the meter while a store charges or discharges. */
export function flowWith(stage: Stage, store: StoreTerms, chargeKw: number, dischargeKw: number): GridFlow {
  const netKw = netKwOf(stage, store) + chargeKw - dischargeKw;
  const flow = flowAt(
    stage.slot,
    netKw,
    chargeKw > 0 && isSunAlone(stage, store) ? 'export' : 'both',
    store.limitWeight,
  );
  if (!flow) throw new RangeError('a store that charges from the sun alone took more than there is');
  return flow;
}

export const netKwOf = ({ slot, isThere }: Stage, { standbyKw }: StoreTerms) =>
  netLoadOf(slot) + (isThere ? standbyKw : 0);

function idleWay(stage: Stage, store: StoreTerms): Way {
  return { kind: 'idle', curve: pointCurve(0, stage.hours * flowWith(stage, store, 0, 0).weighed) };
}

/** Where power from the grid is worth more than free, a sun that may be turned down at will does not say whose it is. */
export const isSunAlone = ({ slot }: Stage, { fromGrid }: StoreTerms) =>
  !fromGrid && slot.importPrice < 0 && slot.curtailable !== 'excess';

/** The most that may be charged: nothing of ours passes a limit. */
export function mostChargeKw(stage: Stage, store: StoreTerms): number {
  const netKw = netKwOf(stage, store);
  const { importKw = Number.POSITIVE_INFINITY } = stage.slot;
  return Math.max(0, Math.min(store.maxChargeKw, importKw - netKw, store.fromGrid ? Number.POSITIVE_INFINITY : -netKw));
}

export function mostDischargeKw(stage: Stage, store: StoreTerms): number {
  const netKw = netKwOf(stage, store);
  const { exportKw = Number.POSITIVE_INFINITY } = stage.slot;
  return Math.max(0, Math.min(store.maxDischargeKw, netKw + exportKw, store.toGrid ? Number.POSITIVE_INFINITY : netKw));
}

function chargeCurves(stage: Stage, store: StoreTerms): readonly Curve[] {
  const { minChargeKw, chargeEfficiency } = store;
  const most = mostChargeKw(stage, store);
  if (most < minChargeKw) return [];
  const sides = isSunAlone(stage, store) ? (['export'] as const) : sidesOf(stage.slot);
  return sides.flatMap((side) => outCurve(stage, store, side, [minChargeKw, most], 1 / chargeEfficiency, 0));
}

function dischargeCurves(stage: Stage, store: StoreTerms): readonly Curve[] {
  const { dischargeEfficiency, wearPerKwh } = store;
  const most = mostDischargeKw(stage, store);
  return sidesOf(stage.slot).flatMap((side) =>
    outCurve(stage, store, side, [-most, 0], dischargeEfficiency, wearPerKwh + MOVING),
  );
}

/** What it costs to take a kWh out, where charging has a power from the one to the other; `share` of it reaches the house. */
function outCurve(
  stage: Stage,
  store: StoreTerms,
  side: Side,
  powers: readonly [least: number, most: number],
  share: number,
  wear: number,
): Curve[] {
  const netKw = netKwOf(stage, store);
  const grid = gridCurve(stage.slot, side, netKw + powers[0], netKw + powers[1], store.limitWeight);
  if (!grid) return [];
  const kwh = stage.hours / share;
  const slopes: number[] = [];
  const lengths: number[] = [];
  let value = grid.value;
  for (let i = grid.slopes.length - 1; i >= 0; i--) {
    const [slope, length] = [grid.slopes[i] as number, grid.lengths[i] as number];
    slopes.push((wear - slope) * share);
    lengths.push(length * kwh);
    value += slope * length;
  }
  const least = netKw - grid.until;
  const most = netKw - grid.from;
  const worn = wear * Math.max(0, least);
  return [{ from: least * kwh, until: most * kwh, value: stage.hours * (value + worn), slopes, lengths }];
}

/** More than to stay as it is. */
const isMove = ({ from, until }: Curve) => from !== 0 || until !== 0;

/** Where charging ends discharging begins, and the slopes go on rising. */
const isConvex = (charge: Curve, discharge: Curve) =>
  charge.until === discharge.from &&
  (charge.slopes.at(-1) ?? Number.NEGATIVE_INFINITY) <= (discharge.slopes[0] ?? Number.POSITIVE_INFINITY);

const joined = (a: Curve, b: Curve): Curve => ({
  from: a.from,
  until: b.until,
  value: a.value,
  slopes: [...a.slopes, ...b.slopes],
  lengths: [...a.lengths, ...b.lengths],
});
