import type { Instant } from '../../core/time.ts';
import type { BatteryOrder } from '../../messages/battery/report.ts';

/** How full a store is, and what bounds that. */
interface Filling {
  readonly capacityKwh: number;
  /** `null` where nobody has said. */
  readonly storedKwh: number | null;
  readonly reserveKwh: number;
  /** What is stored of a kWh, and given of a kWh stored. */
  readonly oneWay: number;
}

/**
 * Percent at the end of what a store is told while it does not go by its plan. `null` where nobody can say: the sun and the load
 * decide what `normal` and `holdcharge` come to.
 */
export function socTarget(
  { mode, chargeKw, dischargeKw, until }: BatteryOrder,
  { capacityKwh, storedKwh, reserveKwh, oneWay }: Filling,
  now: Instant,
): number | null {
  if (storedKwh === null || mode === 'normal' || mode === 'holdcharge') return null;
  const percent = (kwh: number) => Math.round((kwh / capacityKwh) * 1000) / 10;
  if (mode === 'hold') return percent(storedKwh);
  if (until === null) return null;
  const hours = Math.max(0, until - now) / 3600;
  return mode === 'charge'
    ? percent(Math.max(storedKwh, Math.min(capacityKwh, storedKwh + chargeKw * oneWay * hours)))
    : percent(Math.min(storedKwh, Math.max(reserveKwh, storedKwh - (dischargeKw / oneWay) * hours)));
}
