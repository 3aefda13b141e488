import { type ComponentName, type Components, componentNames, missingFrom, totalOf } from '../core/components.ts';
import { type CountryCode, markets } from '../core/markets.ts';
import { type PriceSeries, pointAt } from '../core/series.ts';
import type { DayStatistics, Level } from '../core/statistics.ts';
import { addDays, type Instant, localDate } from '../core/time.ts';
import type { Allowance, Notice, PriceOrigin, Resolution, Sector, TariffInfo } from '../core/vocabulary.ts';
import { coversDay } from '../core/window.ts';
import type { AdjustmentKind } from '../pricing/bill/adjustments.ts';
import { type Provenance, provenanceOf } from './provenance.ts';

/**
 * One interval of a series. `Time` is what all these types say times in: instants inside the house, ISO 8601 with the
 * market's offset in a message.
 */
interface EntryOf<Time> extends Components {
  readonly start: Time;
  readonly end: Time;
  /** Sum of the components as sent, 6 decimals. */
  readonly total: number;
}

export type PricedPoint = EntryOf<Instant>;
export type PriceEntry = EntryOf<string>;

/** A price past the known ones as it is expected; four of five turn out from `low` to `high`. */
interface ExpectationOf<Time> {
  readonly start: Time;
  readonly end: Time;
  readonly total: number;
  readonly low: number;
  readonly high: number;
}

export type ExpectedPoint = ExpectationOf<Instant>;
export type ExpectedEntry = ExpectationOf<string>;

/** How the forecasts of the next day turned out in the last month. */
export interface ForecastAccuracy {
  /** Per kWh. */
  readonly meanError: number;
  /** The share of prices that lay inside the band. */
  readonly inside: number;
  /** Days that were forecast. */
  readonly days: number;
}

/** A hint that completes a price: the postal code, another one, or a network tariff where the code leads to none. */
export type Warning = 'grid-needs-postal-code' | 'fees-need-postal-code' | 'postal-code-refused' | 'grid-needs-tariff';

interface SeriesOf<Time> {
  readonly country: CountryCode;
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** `EUR/kWh`. */
  readonly unit: string;
  /** Seconds. */
  readonly resolution: Resolution;
  readonly fetchedAt: Time;
  readonly nextPoll: Time;
  /** The prices no longer reach now. */
  readonly stale: boolean;
  /** Components that were asked for and not answered. */
  readonly missing: readonly ComponentName[];
  /** The rule that changed the prices; left out where they are as the service sent them. */
  readonly adjustment?: AdjustmentKind;
  /** Left out where there are none. */
  readonly warnings?: readonly Warning[];
  /** What the service says against the postal code, without which these prices are. */
  readonly refusedPostalCode?: string;
  readonly coverage: {
    readonly from: Time;
    readonly until: Time;
    readonly today: boolean;
    readonly tomorrow: boolean;
  };
  readonly tariff: { readonly [sector in Sector]?: TariffInfo };
  readonly prices: readonly EntryOf<Time>[];
  readonly feedin?: readonly EntryOf<Time>[];
  /** The days after the known ones; left out where too little is known of those before. None of it is a price. */
  readonly forecast?: readonly ExpectationOf<Time>[];
  /** Gains per kWh from waiting 1, 2, … days: how much less the cheapest hours cost than estimated if each day decides anew. */
  readonly forecastGains?: readonly number[];
  /** Left out before a forecast has met its prices. */
  readonly forecastAccuracy?: ForecastAccuracy;
  /** Of a testing token only. */
  readonly allowance?: Allowance;
}

/** The prices of a question as they are known at a moment. */
export interface KnownSeries extends SeriesOf<Instant> {
  readonly source: Provenance;
}
/** Output 1 of `price-series`. The credit stands beside its `source`. */
export interface SeriesPayload extends SeriesOf<string> {
  /** The origin of the prices with their marks, and when they were fetched. */
  readonly source: PriceOrigin & { readonly fetchedAt: string };
  readonly attribution: readonly Notice[];
}

/** A price against those of its day. */
interface DayComparison extends DayStatistics {
  /** 1 is the cheapest interval of the day. */
  readonly rank: number;
  readonly level: Level;
}

/** Prices are totals per kWh. All of the comparison is `null` while a part of the day is unknown. */
type CurrentOf<Time> = (DayComparison | { readonly [key in keyof DayComparison]: null }) & {
  readonly now: number;
  /** `null` where the next interval is not known. */
  readonly next: number | null;
  readonly start: Time;
  readonly end: Time;
  readonly currency: string;
  readonly unit: string;
};

/** The interval that runs, against its day. */
export type CurrentPrice = CurrentOf<Instant> & { readonly timeZone: string };
/** Output 2 of `price-series`. */
export type NowPayload = CurrentOf<string>;

/** One answer of the service, and the times it came and comes again. */
export interface SeriesFacts {
  readonly country: CountryCode;
  readonly resolution: Resolution;
  /** ISO 4217. */
  readonly currency: string;
  readonly consumption?: { readonly tariff?: TariffInfo; readonly points: PriceSeries };
  readonly feedin?: { readonly tariff?: TariffInfo; readonly points: PriceSeries };
  readonly gridTariff?: TariffInfo;
  /** The components that a complete price of this question has. */
  readonly asked: readonly ComponentName[];
  /** Left out: the service has not said. */
  readonly origin?: PriceOrigin;
  readonly refusedPostalCode?: string;
  readonly fetchedAt: Instant;
  readonly nextPoll: Instant;
  readonly attribution: readonly Notice[];
}

/** The prices a question is about: what is bought, or where only feed-in was asked, what is sold. */
export function leadingPoints({ consumption, feedin }: SeriesFacts): PriceSeries {
  return consumption?.points ?? feedin?.points ?? [];
}

/** The facts as they stand at `now`; a series without any point has an empty `coverage` at `now`. */
export function seriesAt(facts: SeriesFacts, now: Instant): KnownSeries {
  const { consumption, feedin, currency, fetchedAt, nextPoll } = facts;
  const { timeZone } = markets[facts.country];
  const points = leadingPoints(facts);
  const today = localDate(now, timeZone);
  return {
    country: facts.country,
    timeZone,
    currency,
    unit: `${currency}/kWh`,
    resolution: facts.resolution,
    source: provenanceOf(facts),
    fetchedAt,
    nextPoll,
    stale: !pointAt(points, now),
    missing: consumption ? missingFrom(consumption.points, facts.asked) : [],
    coverage: {
      from: points[0]?.start ?? now,
      until: points.at(-1)?.end ?? now,
      today: coversDay(points, today, timeZone),
      tomorrow: coversDay(points, addDays(today, 1), timeZone),
    },
    tariff: tariffsOf(facts),
    prices: pricedPoints(consumption?.points ?? []),
    ...(feedin && { feedin: pricedPoints(feedin.points) }),
    ...(facts.refusedPostalCode !== undefined && { refusedPostalCode: facts.refusedPostalCode }),
  };
}

function tariffsOf({ consumption, feedin, gridTariff }: SeriesFacts): KnownSeries['tariff'] {
  return {
    ...(consumption?.tariff && { consumption: consumption.tariff }),
    ...(feedin?.tariff && { feedin: feedin.tariff }),
    ...(gridTariff && { grid: gridTariff }),
  };
}

function pricedPoints(points: PriceSeries): PricedPoint[] {
  return points.map((point) => {
    const components: { [name in ComponentName]?: number } = {};
    for (const name of componentNames) if (point[name] !== undefined) components[name] = point[name];
    return { start: point.start, end: point.end, ...components, total: totalOf(point) };
  });
}
