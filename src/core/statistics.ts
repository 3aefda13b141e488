import type { Instant, Span } from './time.ts';
import { pricesOfDay } from './window.ts';

/** The rank of a price among those of its day, in words. */
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
 * By the share of the day's intervals that are cheaper; nothing is cheap that costs the mean of the day or more. A day whose
 * prices hardly differ (spread under 10 % of the absolute average) is `NORMAL` throughout.
 */
export function levelOf(total: number, totals: readonly number[]): Level {
  const day = statisticsOf(totals);
  if (!day || day.max - day.min < 0.1 * Math.abs(day.average)) return 'NORMAL';
  const share = cheaperThan(total, totals) / day.slots;
  // The dear one of two rates may have few below it.
  if (total < day.average && share < 0.3) return share < 0.1 ? 'VERY_CHEAP' : 'CHEAP';
  if (share < 0.7) return 'NORMAL';
  return share < 0.9 ? 'EXPENSIVE' : 'VERY_EXPENSIVE';
}

const cheaperThan = (total: number, totals: readonly number[]) => totals.filter((other) => other < total).length;

/** The price of an interval, its components added up. */
interface Total extends Span {
  readonly total: number;
}

/** Somebody who hears "from one to five" wants no gap of a quarter hour in it. */
const BRIDGED = 1800;

/**
 * The stretches from `now` on, the one under way among them, in which power is cheap by the rank of its price in the day,
 * as `levelOf` has it. Half an hour in between that is not so cheap is no end.
 * @param prices sorted by time.
 */
export function cheapSpells(prices: readonly Total[], timeZone: string, now: Instant): Span[] {
  const spells: Span[] = [];
  for (const { start, end } of cheapOf(prices, timeZone)) {
    const last = spells.at(-1);
    if (last && start - last.end <= BRIDGED) spells[spells.length - 1] = { start: last.start, end };
    else spells.push({ start, end });
  }
  return spells.filter(({ end }) => end > now);
}

function cheapOf(prices: readonly Total[], timeZone: string): readonly Total[] {
  return prices.filter(({ start, total }) => {
    const totals = pricesOfDay(prices, start, timeZone)?.map((other) => other.total) ?? [];
    return ['VERY_CHEAP', 'CHEAP'].includes(levelOf(total, totals));
  });
}
