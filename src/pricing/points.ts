import type { PricePoint } from '../core/series.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';
import type { LevyRates } from './charges.ts';
import type { MarketDay, Quarter } from './quarters.ts';

/** The charges on top of energy and the operator's rate on one day; what is not asked or not levied is left out. */
export interface DayCharges {
  readonly grid?: LevyRates | undefined;
  readonly fees?: LevyRates | undefined;
  readonly vat?: number | undefined;
}

/**
 * The points of a series at 900 s, one per quarter hour whose energy price is known. A share levy is taken on energy
 * and network, VAT on all the other components of the response (dayahead rule 3).
 */
export function pointsOver(
  quarters: readonly Quarter[],
  energy: readonly (number | undefined)[],
  network: readonly (number | undefined)[],
  chargesOn: (day: MarketDay) => DayCharges,
): PricePoint[] {
  const charges = new Map<MarketDay, DayCharges>();
  return quarters.flatMap(({ start, day }, i) => {
    const price = energy[i];
    if (price === undefined) return [];
    const today = charges.get(day) ?? chargesOn(day);
    charges.set(day, today);
    return { start, end: start + QUARTER_HOUR, ...componentsOf(price, network[i], today) };
  });
}

function componentsOf(energy: number, network: number | undefined, charges: DayCharges) {
  const components: { energy: number; grid?: number; fees?: number; vat?: number } = { energy };
  if (network !== undefined) components.grid = network + (charges.grid?.perKwh ?? 0);
  const base = energy + (components.grid ?? 0);
  if (charges.fees) components.fees = charges.fees.perKwh + charges.fees.share * base;
  if (charges.vat !== undefined) components.vat = charges.vat * (base + (components.fees ?? 0));
  return components;
}
