import type { LocalDate } from '../../../src/core/time.ts';
import { addDays } from '../../../src/core/time.ts';
import type { ExpectedPrice } from '../../../src/forecast/types.ts';
import type { PriceYear } from './price-year.ts';

/** How bands turned out: prices, those inside, and the sum of the Winkler scores of bands for 80 %. */
export interface BandScore {
  readonly prices: number;
  readonly inside: number;
  readonly winkler: number;
}

const OUTSIDE = 0.2;
const DAY = 86_400;
const QUANTILE_DAYS = 40;

/** Of the forecasts after each of `dates`, and of the plain quantiles of as many days before at the same time of day. */
export function bandScores(year: PriceYear, dates: readonly LocalDate[]): { ours: BandScore; plain: BandScore } {
  const tally = () => ({ prices: 0, inside: 0, winkler: 0 });
  const [ours, plain] = [tally(), tally()];
  for (const date of dates) {
    const forecast = year.forecast(date);
    const quantiles = quantilesOf(year, date);
    const paid = new Map(year.known(addDays(date, 1), 8).map(({ start, price }) => [start, price]));
    for (const { start, low, high } of forecast) {
      const price = paid.get(start);
      const [lower, upper] = quantiles.get(start % DAY) ?? [];
      if (price === undefined || lower === undefined || upper === undefined) continue;
      add(ours, price, { low, high });
      add(plain, price, { low: lower, high: upper });
    }
  }
  return { ours, plain };
}

function add(
  score: { -readonly [key in keyof BandScore]: number },
  price: number,
  { low, high }: Pick<ExpectedPrice, 'low' | 'high'>,
): void {
  const behind = Math.max(0, low - price, price - high);
  score.prices++;
  score.inside += behind === 0 ? 1 : 0;
  score.winkler += high - low + (2 / OUTSIDE) * behind;
}

/** A tenth of the prices lay below the first and above the second, by the second of the day in UTC. */
function quantilesOf(year: PriceYear, date: LocalDate): Map<number, readonly [number, number]> {
  const bySecond = new Map<number, number[]>();
  for (const { start, price } of year.known(addDays(date, 1 - QUANTILE_DAYS), QUANTILE_DAYS)) {
    const prices = bySecond.get(start % DAY) ?? [];
    prices.push(price);
    bySecond.set(start % DAY, prices);
  }
  const at = (sorted: readonly number[], share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return new Map(
    [...bySecond].map(([second, prices]) => {
      const sorted = prices.sort((a, b) => a - b);
      return [second, [at(sorted, OUTSIDE / 2), at(sorted, 1 - OUTSIDE / 2)]];
    }),
  );
}
