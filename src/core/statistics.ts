/** The rank of a price among those of its local day, in words. */
export type Level = 'VERY_CHEAP' | 'CHEAP' | 'NORMAL' | 'EXPENSIVE' | 'VERY_EXPENSIVE';

/** Per kWh, over the intervals of one day. */
export interface DayStatistics {
  readonly min: number;
  readonly max: number;
  readonly average: number;
  /** Number of intervals. */
  readonly slots: number;
}

/** Statistics of a day's totals; `undefined` for a day without any. */
export function statisticsOf(totals: readonly number[]): DayStatistics | undefined {
  if (totals.length === 0) return undefined;
  const sum = totals.reduce((a, b) => a + b, 0);
  return { min: Math.min(...totals), max: Math.max(...totals), average: sum / totals.length, slots: totals.length };
}

/** 1 is the cheapest interval of the day; intervals of one price share the lower rank. */
export function rankOf(total: number, totals: readonly number[]): number {
  return 1 + cheaperThan(total, totals);
}

/**
 * By the share of the day's intervals that are cheaper. A day whose prices hardly differ (spread under 10 % of the
 * absolute average) is `NORMAL` throughout.
 */
export function levelOf(total: number, totals: readonly number[]): Level {
  const day = statisticsOf(totals);
  if (!day || day.max - day.min < 0.1 * Math.abs(day.average)) return 'NORMAL';
  const share = cheaperThan(total, totals) / day.slots;
  if (share < 0.1) return 'VERY_CHEAP';
  if (share < 0.3) return 'CHEAP';
  if (share < 0.7) return 'NORMAL';
  return share < 0.9 ? 'EXPENSIVE' : 'VERY_EXPENSIVE';
}

const cheaperThan = (total: number, totals: readonly number[]) => totals.filter((other) => other < total).length;
