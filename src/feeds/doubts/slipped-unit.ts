/**
 * Finds a day whose unit has probably slipped: all its prices multiplied by 1/1000, 1/10, 10, 25 or -1.
 *
 * The tests are slippage tests (Mosteller 1948): they compare an order statistic of the day with an extreme or a quantile of
 * the days before it. Thresholds are above every real day that was checked: 3,400 days of 15 zones in 2025 and 2026, and
 * those of Finland from January 2023 to February 2024, with -500 EUR/MWh on 2023-11-24 and 1,896 EUR/MWh on 2024-01-05.
 */

export type SlippedUnit = 'too-high' | 'too-low' | 'opposite-sign';

/** Fewer days say too little about a zone. */
const MIN_HISTORY_DAYS = 7;

/** Euro per kWh added to both sides of a ratio: near zero a ratio means nothing. */
const HIGH_OFFSET = 0.005;
const LOW_OFFSET = 0.001;

/** The upper quartile, in maxima of the history: 2.6 on the real day with the most (Finland, 2024-01-05). */
const HIGH_QUARTILE_RATIO = 3;
/** The lower quartile, in 95th percentiles of the history: 1.2 on that day. */
const HIGH_FLOOR_RATIO = 1.5;
/** The largest absolute price, in medians of the history: 0.055 on the real day with the least (DK2, 2025-10-04). */
const LOW_PEAK_RATIO = 0.04;
/** The median, in medians of the history with the opposite sign: 0.36 on the real day with the most (Finland, 2023-05-28). */
const SIGN_RATIO = 0.5;

/** A slip by 10 downwards lies among real windy days; it counts where the day looks like those before it in all else. */
const TENTH_PEAK_RATIO = 0.35;
const TENTH_QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9, 1];
/** Pearson correlation of the day's hours with the mean hours of the history: below 0.8 on all such real days. */
const TENTH_CORRELATION = 0.85;

/**
 * @param prices of the day, in euro per kWh
 * @param history the prices of each of the days before it, at most two weeks
 */
export function slippedUnit(
  prices: readonly number[],
  history: readonly (readonly number[])[],
): SlippedUnit | undefined {
  if (history.length < MIN_HISTORY_DAYS) return undefined;
  const day = quantilesOf(prices);
  const past = quantilesOf(history.flat());
  if (day(0.75) > HIGH_QUARTILE_RATIO * (past(1) + HIGH_OFFSET)) return 'too-high';
  if (day(0.25) > HIGH_FLOOR_RATIO * (past(0.95) + HIGH_OFFSET)) return 'too-high';
  const usual = Math.max(past(0.5), 0);
  if (-day(0.5) > SIGN_RATIO * (usual + HIGH_OFFSET)) return 'opposite-sign';
  const peak = Math.max(day(1), -day(0));
  if (peak + LOW_OFFSET < LOW_PEAK_RATIO * (usual + LOW_OFFSET)) return 'too-low';
  return isTenth(prices, history, peak) ? 'too-low' : undefined;
}

function isTenth(prices: readonly number[], history: readonly (readonly number[])[], peak: number): boolean {
  const past = history.map(quantilesOf);
  if (peak >= TENTH_PEAK_RATIO * Math.min(...past.map((quantile) => quantile(1)))) return false;
  const day = quantilesOf(prices);
  const isUsual = TENTH_QUANTILES.every((share) => {
    const [seen, undone] = [past.map((quantile) => quantile(share)), 10 * day(share)];
    return Math.min(...seen) <= undone && undone <= Math.max(...seen);
  });
  return isUsual && correlation(hoursOf(prices), meanHours(history)) >= TENTH_CORRELATION;
}

/** The nearest price to a share of the sorted prices. */
function quantilesOf(prices: readonly number[]): (share: number) => number {
  const sorted = prices.toSorted((a, b) => a - b);
  return (share) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

const HOURS = 24;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean price of each twenty-fourth of a day, however long the day and its prices are. */
const hoursOf = (prices: readonly number[]): number[] =>
  Array.from({ length: HOURS }, (_, hour) =>
    mean(prices.slice(Math.floor((hour * prices.length) / HOURS), Math.floor(((hour + 1) * prices.length) / HOURS))),
  );

function meanHours(history: readonly (readonly number[])[]): number[] {
  const days = history.map(hoursOf);
  return Array.from({ length: HOURS }, (_, hour) => mean(days.map((day) => day[hour] ?? Number.NaN)));
}

/** Pearson's; 0 where one of the lists does not vary. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const sum = (of: (x: number, y: number) => number) =>
    a.reduce((total, x, i) => total + of(x - meanA, (b[i] ?? 0) - meanB), 0);
  const spread = Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
  return spread > 0 ? sum((x, y) => x * y) / spread : 0;
}
