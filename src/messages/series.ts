import type { ComponentName, Components } from '../core/components.ts';
import type { CountryCode } from '../core/markets.ts';
import type { DayStatistics, Level } from '../core/statistics.ts';
import type { Resolution, TariffType } from '../core/vocabulary.ts';

/** One interval of a series message; `start` and `end` are ISO 8601 with the market's offset. */
export interface PriceEntry extends Components {
  readonly start: string;
  readonly end: string;
  /** Sum of the components as sent, 6 decimals. */
  readonly total: number;
}

export interface Notice {
  readonly publisher: string;
  readonly licence: string;
  readonly notice: string;
}

/** Output 1 of `price-series`. */
export interface SeriesPayload {
  readonly country: CountryCode;
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** `EUR/kWh`. */
  readonly unit: string;
  /** Seconds. */
  readonly resolution: Resolution;
  readonly fetchedAt: string;
  readonly nextPoll: string;
  /** The prices no longer reach now. */
  readonly stale: boolean;
  /** Components that were asked for and not answered. */
  readonly missing: readonly ComponentName[];
  readonly coverage: {
    readonly from: string;
    readonly until: string;
    readonly today: boolean;
    readonly tomorrow: boolean;
  };
  readonly tariff: {
    readonly [sector in 'consumption' | 'feedin' | 'grid']?: { readonly id: string; readonly type: TariffType };
  };
  readonly prices: readonly PriceEntry[];
  readonly feedin?: readonly PriceEntry[];
  readonly attribution: readonly Notice[];
}

/** Output 2 of `price-series`: the interval that runs, against its local day. Prices are totals per kWh. */
export interface NowPayload extends Omit<DayStatistics, 'slots'> {
  readonly now: number;
  /** `null` where the next interval is not known. */
  readonly next: number | null;
  readonly start: string;
  readonly end: string;
  /** 1 is the cheapest interval of the day. */
  readonly rank: number;
  readonly slots: number;
  readonly level: Level;
  readonly currency: string;
  readonly unit: string;
}
