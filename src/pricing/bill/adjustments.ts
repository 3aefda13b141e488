import { round6 } from '../../core/components.ts';
import { type FigureMarks, marksOf, rowOn } from '../../core/dated.ts';
import { concessionFees } from '../../core/market/germany.ts';
import { norwegianSchemes } from '../../core/market/norway.ts';
import { type CountryCode, markets } from '../../core/markets.ts';
import type { PricePoint, PriceSeries } from '../../core/series.ts';
import { localDate } from '../../core/time.ts';
import type { BillRow, SpotShare } from '../bill-lines.ts';
import { spotShareOf } from './energy-amounts.ts';

/**
 * A change of the price that the service leaves to its clients (specification, "GET /v2/{country}/dayahead", rules 7 and 10), with its
 * formula in docs/use/adjustments.md. `rate` is in the market's currency per kWh, excluding VAT.
 */
export interface Adjustment {
  readonly kind: AdjustmentKind;
  /** The reduction of the energy tax above 10,000 kWh, the supplier's markup in Norway, the concession fee of the municipality. */
  readonly rate: number;
}

/** A line of the bill that the series lacks. */
interface AddedLine {
  readonly component: 'energy' | 'fees';
  readonly rows: readonly BillRow<number | SpotShare>[];
  /** Part of the energy price that is not the exchange price; 0. */
  readonly markup?: number;
}

/** The rule of one market. */
interface MarketRule {
  readonly country: CountryCode;
  readonly line: (rate: number) => AddedLine;
}

/** The price is that of the bill of the month, in all markets. */
const ofBill = { country: undefined, line: undefined } as const;

const perKwh = (value: number): AddedLine => ({ component: 'fees', rows: [{ from: '', value }] });

const onSpot = (rows: AddedLine['rows']) => (markup: number) => ({ component: 'energy', rows, markup }) as const;

const rules = {
  'nl-energy-tax': { country: 'NL', line: (rate) => perKwh(-rate) },
  'no-price-support': { country: 'NO', line: onSpot(norwegianSchemes['no-price-support']) },
  'no-fixed-price': { country: 'NO', line: onSpot(norwegianSchemes['no-fixed-price']) },
  'de-concession-fee': { country: 'DE', line: (rate) => perKwh(rate - concessionFees[0]) },
  bill: ofBill,
} as const satisfies Record<string, MarketRule | typeof ofBill>;

export type AdjustmentKind = keyof typeof rules;

const ruleOf = (kind: AdjustmentKind): MarketRule | typeof ofBill => rules[kind];

export const adjustmentKinds = Object.keys(rules) as AdjustmentKind[];

export const countryOf = (kind: AdjustmentKind): CountryCode | undefined => ruleOf(kind).country;

/** Whether the price is that of the bill of the month. */
export const followsBill = (kind: AdjustmentKind): boolean => ruleOf(kind).line === undefined;

/** The series a customer pays in the end; a point that lacks the component in question stays as it is. */
export function adjusted(series: PriceSeries, { kind, rate }: Adjustment): PriceSeries {
  const { country, line } = ruleOf(kind);
  if (!line) return series;
  const { component, rows, markup = 0 } = line(rate);
  const [vat, energyOf] = [vatRate(series), hourlyEnergy(series)];
  return series.map((point) => {
    const { value = 0 } = rowOn(rows, dateOf(country, point)) ?? {};
    const amount = typeof value === 'number' ? value : spotShareOf(value, energyOf(point) - markup);
    return withAmount(point, component, amount, vat);
  });
}

const dateOf = (country: CountryCode, { start }: PricePoint) => localDate(start, markets[country].timeZone);

/** The mark of an amount that is not settled for the end of the series: the last known one is used there. */
export function adjustmentMarks(series: PriceSeries, { kind, rate }: Adjustment): FigureMarks {
  const { country, line } = ruleOf(kind);
  const last = series.at(-1);
  if (!last || !line) return {};
  const { component, rows } = line(rate);
  const date = dateOf(country, last);
  const row = rowOn(rows, date);
  return row ? marksOf([{ component, ...row, date }]) : {};
}

/** `point` with `amount` and the VAT on it added. */
function withAmount(point: PricePoint, name: AddedLine['component'], amount: number, vatRate: number): PricePoint {
  const { [name]: rate, vat } = point;
  if (rate === undefined) return point;
  const changed = { ...point, [name]: round6(rate + amount) };
  return vat === undefined ? changed : { ...changed, vat: round6(vat + vatRate * amount) };
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
