import { type Priced, round6, totalOf } from '../../../core/components.ts';
import { type PriceSeries, pointAt } from '../../../core/series.ts';
import { QUARTER_HOUR } from '../../../core/vocabulary.ts';
import { QUARTERS, slotAt } from '../../../forecast/day-shape.ts';
import type { ForecastDay } from '../../../forecast/types.ts';

/** All that a price has beside its energy. */
export interface Surcharges {
  /** Network and levies per kWh without VAT, by the quarter hours that the clock shows. */
  readonly perKwh: readonly number[];
  /** VAT as a share of all the rest. */
  readonly vat: number;
}

/** Those of the newest day of each kind. */
export type SurchargesByKind = { readonly [kind in ForecastDay['kind']]?: Surcharges };

/** Quarter hours of a day that must be known: a clock change leaves out an hour, and so does an exchange west of its own zone. */
const ENOUGH = 92;

/** `before` with the surcharges of those of `days` that `points` tell. */
export function withSurcharges(
  before: SurchargesByKind,
  points: PriceSeries,
  days: readonly ForecastDay[],
): SurchargesByKind {
  const told = days.map((day) => [day.kind, surchargesOn(day, points)] as const);
  return { ...before, ...Object.fromEntries(told.filter(([, surcharges]) => surcharges)) };
}

function surchargesOn(day: ForecastDay, points: PriceSeries): Surcharges | undefined {
  const told = new Array<number | undefined>(QUARTERS).fill(undefined);
  let known = 0;
  let most: Priced = {};
  for (let at = day.start; at < day.end; at += QUARTER_HOUR) {
    const point = pointAt(points, at);
    if (!point) continue;
    known++;
    told[slotAt(day, at)] = round6(baseOf(point) - (point.energy ?? 0));
    if (Math.abs(baseOf(point)) > Math.abs(baseOf(most))) most = point;
  }
  if (known < ENOUGH) return undefined;
  let last = told.find((amount) => amount !== undefined) ?? 0;
  const perKwh = told.map((amount) => {
    last = amount ?? last;
    return last;
  });
  // Read where the price is furthest from 0, which distorts it least.
  return { perKwh, vat: round6((most.vat ?? 0) / (baseOf(most) || 1)) };
}

const baseOf = (point: Priced): number => totalOf(point) - (point.vat ?? 0);

/** The total of an energy price at a quarter hour that the clock shows. */
export const totalWith = ({ perKwh, vat }: Surcharges, energy: number, slot: number): number =>
  (energy + (perKwh[slot] ?? 0)) * (1 + vat);
