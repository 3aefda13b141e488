import { type Dated, valueOn } from '../core/dated.ts';
import { markets } from '../core/markets.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';
import type { Book, SpotPoint } from './book.ts';
import type { Quarter } from './calendar/quarters.ts';
import type { SpotRule } from './tariff.ts';

/** The facts that a spot tariff reads beside itself. */
export interface SpotMarket {
  /** The zone's published points in the stretch that the quarters cover, in euro per kWh. */
  pointsOf(zone: string): readonly SpotPoint[];
  /** Units of the market's currency per euro; empty for the euro. */
  readonly exchangeRates: readonly Dated<number>[];
}

/** Whether the market has a currency of its own, and the catalogue no rate of it. */
export const lacksRates = ({ country, exchangeRates }: Book): boolean =>
  exchangeRates.length === 0 && markets[country].currency !== 'EUR';

/** Without a rate of its currency a market has no exchange price, except one that brings its own rate. */
export const euroRates = (book: Book): Book['exchangeRates'] =>
  lacksRates(book) ? [{ from: '9999-12-31', value: 1 }] : book.exchangeRates;

/** The formula, then floor and cap, apply to the average over each of the tariff's own settlement intervals. */
export function spotOver(rule: SpotRule, quarters: readonly Quarter[], exchange: SpotMarket): (number | undefined)[] {
  const spot = perQuarter(exchange.pointsOf(rule.zone), quarters);
  const steps = rule.settlement / QUARTER_HOUR;
  const prices: (number | undefined)[] = [];
  let last: number | undefined;
  // By places: a year of fifty contracts has many.
  for (let i = 0; i < quarters.length; i += 1) {
    const quarter = quarters[i];
    if (!quarter) continue;
    const { start, day } = quarter;
    if (start % rule.settlement !== 0) {
      prices.push(last);
      continue;
    }
    const euro = meanOf(spot, i, i + steps);
    const rate =
      exchange.exchangeRates.length === 0 ? 1 : (spot[i]?.perEuro ?? valueOn(exchange.exchangeRates, day.date));
    last = euro === undefined || rate === undefined ? undefined : formula(rule, euro * rate);
    prices.push(last);
  }
  return prices;
}

function formula(rule: SpotRule, price: number): number {
  const { coefficient, margin, ofAbsolute = 0, orMore, floor = -Infinity, cap = Infinity } = rule;
  const first = coefficient * price + ofAbsolute * Math.abs(price) + margin;
  const second = orMore ? orMore.coefficient * price + orMore.margin : -Infinity;
  return Math.min(cap, Math.max(floor, first, second));
}

/** An hourly point is the price of four quarters. */
function perQuarter(points: readonly SpotPoint[], quarters: readonly Quarter[]): (SpotPoint | undefined)[] {
  const first = quarters[0]?.start ?? 0;
  const spot = new Array<SpotPoint | undefined>(quarters.length).fill(undefined);
  for (const point of points) {
    const from = Math.max(0, Math.trunc((point.start - first) / QUARTER_HOUR));
    const end = Math.min(quarters.length, Math.trunc((point.end - first) / QUARTER_HOUR));
    for (let i = from; i < end; i += 1) spot[i] = point;
  }
  return spot;
}

/** The mean of the prices from `from` to `to`, when all of them are known. */
function meanOf(spot: readonly (SpotPoint | undefined)[], from: number, to: number): number | undefined {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const point = spot[i];
    if (point === undefined) return undefined;
    sum += point.price;
  }
  return sum / (to - from);
}
