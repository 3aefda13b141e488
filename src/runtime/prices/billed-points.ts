import { componentNames, round6 } from '../../core/components.ts';
import type { PricePoint, PriceSeries } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { MarginalPrice } from '../../pricing/bill/marginal-prices.ts';

type Flow = 'consumption' | 'feedIn';

/**
 * The points of a series at the prices of one more kWh in the bill. A point keeps its own price where one of its quarter hours has
 * none, and components that the series does not have stay away.
 */
export function billedPoints(points: PriceSeries, flow: Flow, prices: readonly MarginalPrice[]): PriceSeries {
  if (prices.length === 0) return points;
  const byStart = new Map(prices.map((price) => [price.start, price]));
  return points.map((point) => {
    const known: MarginalPrice[] = [];
    for (let at: Instant = point.start; at < point.end; at += QUARTER_HOUR) {
      const price = byStart.get(at);
      if (price?.[flow] === undefined) return point;
      known.push(price);
    }
    return flow === 'feedIn' ? soldAt(point, known) : boughtAt(point, known);
  });
}

const meanOf = (values: readonly number[]) => round6(values.reduce((sum, value) => sum + value, 0) / values.length);

const soldAt = ({ start, end }: PricePoint, known: readonly MarginalPrice[]): PricePoint => ({
  ...{ start, end },
  energy: meanOf(known.map(({ feedIn = 0 }) => feedIn)),
});

const boughtAt = ({ total: _, ...point }: PricePoint, known: readonly MarginalPrice[]): PricePoint => ({
  ...point,
  ...Object.fromEntries(
    componentNames.flatMap((name) =>
      point[name] === undefined ? [] : [[name, meanOf(known.map(({ consumption }) => consumption?.[name] ?? 0))]],
    ),
  ),
});
