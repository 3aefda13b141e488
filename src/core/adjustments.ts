import { round6 } from './components.ts';
import { type FigureMarks, marksOf } from './dated.ts';
import { concessionFees } from './market/germany.ts';
import { type NorwegianScheme, schemeAmount } from './market/norway.ts';
import { markets } from './markets.ts';
import type { PricePoint, PriceSeries } from './series.ts';
import { localDate } from './time.ts';

/**
 * A change of the price that the service leaves to its clients (specification, "GET /v2/{country}/dayahead", rules 7 and 10), with its
 * formula in docs/use/adjustments.md. `rate` is in the market's currency per kWh, excluding VAT.
 */
export interface Adjustment {
  readonly kind: AdjustmentKind;
  /** The reduction of the energy tax above 10,000 kWh, the supplier's markup in Norway, the concession fee of the municipality. */
  readonly rate: number;
}

export const adjustmentKinds = ['nl-energy-tax', 'no-price-support', 'no-fixed-price', 'de-concession-fee'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** The market whose rule it is. */
export const countryOf = (kind: AdjustmentKind): 'DE' | 'NL' | 'NO' => countries[kind];

const countries = {
  'nl-energy-tax': 'NL',
  'no-price-support': 'NO',
  'no-fixed-price': 'NO',
  'de-concession-fee': 'DE',
} as const satisfies Record<AdjustmentKind, string>;

const SUPPORTED_SHARE = 0.9;

const isNorwegian = (kind: AdjustmentKind): kind is NorwegianScheme => countries[kind] === 'NO';

/** The series a customer pays in the end; a point that lacks the component in question stays as it is. */
export function adjusted(series: PriceSeries, { kind, rate }: Adjustment): PriceSeries {
  const vat = vatRate(series);
  if (kind === 'de-concession-fee') return series.map((point) => less(point, 'fees', concessionFees[0] - rate, vat));
  if (!isNorwegian(kind)) return series.map((point) => less(point, 'fees', rate, vat));
  const energyOf = hourlyEnergy(series);
  return series.map((point) => {
    const spot = energyOf(point) - rate;
    const above = spot - schemeAmount(kind, dateOf(point)).value;
    return less(point, 'energy', kind === 'no-fixed-price' ? above : SUPPORTED_SHARE * Math.max(0, above), vat);
  });
}

const dateOf = ({ start }: PricePoint) => localDate(start, markets.NO.timeZone);

/** The mark of an amount that is not settled for the end of the series: the last known one is used there. */
export function adjustmentMarks(series: PriceSeries, { kind }: Adjustment): FigureMarks {
  const last = series.at(-1);
  if (!last || !isNorwegian(kind)) return {};
  const date = dateOf(last);
  return marksOf([{ component: 'energy', date, ...schemeAmount(kind, date) }]);
}

/** `point` with `amount` and the VAT on it taken off. */
function less(point: PricePoint, name: 'energy' | 'fees', amount: number, vatRate: number): PricePoint {
  const { [name]: rate, vat } = point;
  if (rate === undefined) return point;
  const taken = { ...point, [name]: round6(rate - amount) };
  return vat === undefined ? taken : { ...taken, vat: round6(vat - vatRate * amount) };
}

/** VAT as a share of what it is taken on. Read over the whole series, so that no price near 0 distorts it. */
function vatRate(series: PriceSeries): number {
  let [tax, base] = [0, 0];
  for (const { energy = 0, grid = 0, fees = 0, vat } of series) {
    if (vat === undefined) continue;
    tax += Math.abs(vat);
    base += Math.abs(energy + grid + fees);
  }
  return base && tax / base;
}

/** Both Norwegian schemes settle by the hour: its mean energy price, at any of its points. */
function hourlyEnergy(series: PriceSeries): (point: PricePoint) => number {
  const hourOf = ({ start }: PricePoint) => Math.floor(start / 3600);
  const hours = new Map<number, { sum: number; count: number }>();
  for (const point of series) {
    const { sum, count } = hours.get(hourOf(point)) ?? { sum: 0, count: 0 };
    if (point.energy !== undefined) hours.set(hourOf(point), { sum: sum + point.energy, count: count + 1 });
  }
  return (point) => {
    const { sum, count } = hours.get(hourOf(point)) ?? { sum: 0, count: 1 };
    return sum / count;
  };
}
