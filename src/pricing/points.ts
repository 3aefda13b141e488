import type { PricePoint } from '../core/series.ts';
import type { Instant } from '../core/time.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';
import type { MarketDay, Quarter } from './calendar/quarters.ts';
import { type LevyRates, leviesFor, withoutLevies } from './charges.ts';

/** The charges on top of energy and the operator's rate on one day; what is not asked or not levied is left out. */
export interface DayCharges {
  readonly grid?: LevyRates | undefined;
  /** The levies that the rates of the network hold already: they are moved out of it. */
  readonly inNetwork?: LevyRates;
  readonly fees?: LevyRates | undefined;
  readonly vat?: number | undefined;
}

type OpenPoint = { -readonly [key in keyof PricePoint]: PricePoint[key] };

/**
 * The points of a series at 900 s, one per quarter hour whose energy price is known. A share levy is taken on energy
 * and network, VAT on all the other components of the response (dayahead rule 3) less the levies that bear none.
 * @param joined makes one of neighbours in a day that cost the same: a year of many contracts is a lot of points.
 */
export function pointsOver(
  quarters: readonly Quarter[],
  energy: readonly (number | undefined)[],
  network: readonly (number | undefined)[],
  chargesOn: (day: MarketDay) => DayCharges,
  joined = false,
): PricePoint[] {
  const points: OpenPoint[] = [];
  let last: OpenPoint | undefined;
  let [day, charges]: [MarketDay | undefined, DayCharges] = [undefined, {}];
  for (let i = 0; i < quarters.length; i += 1) {
    const [quarter, price] = [quarters[i], energy[i]];
    if (!quarter || price === undefined) continue;
    if (quarter.day !== day) [day, charges, last] = [quarter.day, chargesOn(quarter.day), undefined];
    if (joined && last?.end === quarter.start && price === energy[i - 1] && network[i] === network[i - 1]) {
      last.end += QUARTER_HOUR;
      continue;
    }
    last = pointOf(quarter.start, price, network[i], charges);
    points.push(last);
  }
  return points;
}

/** One quarter hour; `network` is the rate of the operator. */
export function pointOf(start: Instant, energy: number, network: number | undefined, charges: DayCharges): PricePoint {
  const end = start + QUARTER_HOUR;
  const grid = network === undefined ? undefined : gridOf(network, energy, charges);
  const base = energy + (grid ?? 0);
  const fees = charges.fees && leviesFor(charges.fees, base);
  const vat = charges.vat === undefined ? undefined : charges.vat * (base + (fees ?? 0) - (charges.fees?.vatFree ?? 0));
  // A year has many: what is put into an object later takes twice the room.
  if (grid !== undefined && fees !== undefined && vat !== undefined) return { start, end, energy, grid, fees, vat };
  return {
    ...{ start, end, energy },
    ...(grid !== undefined && { grid }),
    ...(fees !== undefined && { fees }),
    ...(vat !== undefined && { vat }),
  };
}

const gridOf = (network: number, energy: number, { grid, inNetwork }: DayCharges): number =>
  inNetwork ? withoutLevies(energy + network, inNetwork) - energy : network + (grid?.perKwh ?? 0);
