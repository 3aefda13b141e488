import type { StoreMode } from '../../../src/planner/store/types.ts';

/** What an inverter may take and give, in kW, and what is stored. */
export interface Inverter {
  readonly kw: number;
  readonly capacityKwh: number;
  /** The share that is left of a kWh stored and taken out again. */
  readonly efficiency: number;
}

/** What is stored a minute later in a mode, with what the house takes beside the battery. */
export function storedAfter(
  { kw: most, capacityKwh, efficiency }: Inverter,
  {
    mode,
    chargeKw,
    dischargeKw,
  }: { readonly mode: StoreMode; readonly chargeKw: number; readonly dischargeKw: number },
  netKw: number,
  storedKwh: number,
): number {
  const kw = powerIn(mode, { chargeKw, dischargeKw }, netKw, most);
  const oneWay = Math.sqrt(efficiency);
  return Math.min(capacityKwh, Math.max(0, storedKwh + (kw > 0 ? kw * oneWay : kw / oneWay) / 60));
}

function powerIn(
  mode: StoreMode,
  { chargeKw, dischargeKw }: { readonly chargeKw: number; readonly dischargeKw: number },
  netKw: number,
  most: number,
): number {
  if (mode === 'charge') return chargeKw;
  if (mode === 'discharge') return -dischargeKw;
  if (netKw > 0) return mode === 'hold' ? 0 : -Math.min(most, netKw);
  return mode === 'holdcharge' ? 0 : Math.min(most, -netKw);
}
