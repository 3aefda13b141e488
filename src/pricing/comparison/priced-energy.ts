import { type ComponentName, componentNames } from '../../core/components.ts';
import type { MeterReading, PricePoint, PriceSeries } from '../../core/series.ts';
import type { MeteredMonth, Unpriced } from './types.ts';

/** Money and kWh of one month by component; `other` is the part of totals that no component covers. */
export type MonthMoney = { kWh: number; other?: number } & { [name in ComponentName]?: number };

type PriceParts = Pick<PricePoint, ComponentName | 'total'>;

/** The price of a reading by component, or why it has none. */
export type ReadingPrice = PriceParts | Unpriced['reason'];

/** A total that is known by itself, else the sum of the components; not rounded. */
export const exactTotal = ({ total, energy = 0, grid = 0, fees = 0, vat = 0 }: PriceParts): number =>
  total ?? energy + grid + fees + vat;

/** Seconds of a reading whose energy may be taken as even while the price changes: the two hours that autumn shows alike. */
const EVEN = 7200;

/** The price of each of the readings, which are by time: the mean over the reading. */
export function readingPrices(
  readings: readonly MeterReading[],
  series: PriceSeries,
  needed: readonly ComponentName[],
): ReadingPrice[] {
  let first = 0;
  return readings.map((reading) => {
    while ((series[first]?.end ?? Number.POSITIVE_INFINITY) <= reading.start) first += 1;
    return priceOf(reading, series, first, needed);
  });
}

function priceOf(
  { start, end }: MeterReading,
  series: PriceSeries,
  first: number,
  needed: readonly ComponentName[],
): ReadingPrice {
  const point = series[first];
  // Nearly all readings lie in one price.
  if (point && point.start <= start && point.end >= end && hasAll(point, needed)) return point;
  const parts: PricePoint[] = [];
  for (let known = start, i = first; known < end; i += 1) {
    const point = series[i];
    if (!point || point.start > known) return 'no-price';
    if (!hasAll(point, needed))
      return point.energy !== undefined && needed.includes('grid') && point.grid === undefined
        ? 'no-network-charge'
        : 'no-price';
    parts.push(point);
    known = point.end;
  }
  const [only, ...others] = parts;
  if (!only) return 'no-price';
  if (others.every((other) => partNames.every((name) => other[name] === only[name]))) return only;
  return end - start > EVEN ? 'coarse' : meanOf(parts, start, end);
}

const partNames = [...componentNames, 'total'] as const;

/** A total includes every component; a point without any price has none. By a loop: a function for each reading took longer than all the rest. */
function hasAll(point: PricePoint, needed: readonly ComponentName[]): boolean {
  if (point.total !== undefined) return true;
  if (needed.length === 0) return componentNames.some((name) => point[name] !== undefined);
  for (const name of needed) if (point[name] === undefined) return false;
  return true;
}

function meanOf(parts: readonly PricePoint[], start: number, end: number): PriceParts {
  const mean: { -readonly [name in keyof PriceParts]: PriceParts[name] } = {};
  const hasTotal = parts.some(({ total }) => total !== undefined);
  for (const part of parts) {
    const share = (Math.min(part.end, end) - Math.max(part.start, start)) / (end - start);
    for (const name of componentNames)
      if (part[name] !== undefined) mean[name] = (mean[name] ?? 0) + share * (part[name] ?? 0);
    if (hasTotal) mean.total = (mean.total ?? 0) + share * exactTotal(part);
  }
  return mean;
}

/** The readings at their prices, by month; those without one are in no sum. */
export function pricedMonths(
  readings: readonly MeterReading[],
  prices: readonly ReadingPrice[],
  months: readonly MeteredMonth[],
  direction: Unpriced['direction'],
): { readonly months: readonly MonthMoney[]; readonly unpriced: readonly Unpriced[] } {
  const money = months.map((): MonthMoney => ({ kWh: 0 }));
  const unpriced: Unpriced[] = [];
  let at = 0;
  for (let i = 0; i < prices.length; i += 1) {
    const [reading, price] = [readings[i], prices[i]];
    if (!reading || price === undefined) continue;
    while (reading.start >= (months[at]?.end ?? Number.POSITIVE_INFINITY)) at += 1;
    const month = money[at];
    if (typeof price === 'string' || !month)
      note(unpriced, { ...reading, direction, reason: typeof price === 'string' ? price : 'no-price' });
    else add(month, reading.kWh, price);
  }
  return { months: money, unpriced };
}

/** Name by name: a loop over them took half of the time of a comparison. */
function add(month: MonthMoney, kWh: number, { energy, grid, fees, vat, total }: PriceParts): void {
  month.kWh += kWh;
  if (energy !== undefined) month.energy = (month.energy ?? 0) + kWh * energy;
  if (grid !== undefined) month.grid = (month.grid ?? 0) + kWh * grid;
  if (fees !== undefined) month.fees = (month.fees ?? 0) + kWh * fees;
  if (vat !== undefined) month.vat = (month.vat ?? 0) + kWh * vat;
  if (total !== undefined)
    month.other = (month.other ?? 0) + kWh * (total - (energy ?? 0) - (grid ?? 0) - (fees ?? 0) - (vat ?? 0));
}

/** Neighbours of one reason are one stretch. */
function note(unpriced: Unpriced[], next: Unpriced): void {
  const last = unpriced.at(-1);
  if (last?.end === next.start && last.reason === next.reason)
    unpriced[unpriced.length - 1] = { ...last, end: next.end, kWh: last.kWh + next.kWh };
  else unpriced.push(next);
}
