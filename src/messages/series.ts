import type { AdjustmentKind } from '../core/adjustments.ts';
import { type ComponentName, type Components, componentNames, missingFrom, totalOf } from '../core/components.ts';
import { type CountryCode, markets } from '../core/markets.ts';
import { covers, type PriceSeries, pointAt } from '../core/series.ts';
import type { DayStatistics, Level } from '../core/statistics.ts';
import { addDays, type Instant, isoTime, type LocalDate, localDate, localDay, offsetsOver } from '../core/time.ts';
import type { Allowance, Notice, Resolution, Sector, TariffInfo } from '../core/vocabulary.ts';
import { deliveryDay } from '../core/window.ts';

/** One interval of a series message; `start` and `end` are ISO 8601 with the market's offset. */
export interface PriceEntry extends Components {
  readonly start: string;
  readonly end: string;
  /** Sum of the components as sent, 6 decimals. */
  readonly total: number;
}

/** What would make a price complete: the postal code, for the network charge or for the levies of the address. */
export type Warning = 'grid-needs-postal-code' | 'fees-need-postal-code';

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
  /** What the prices were changed by; left out where they are as the service sent them. */
  readonly adjustment?: AdjustmentKind;
  /** Left out where there are none. */
  readonly warnings?: readonly Warning[];
  readonly coverage: {
    readonly from: string;
    readonly until: string;
    readonly today: boolean;
    readonly tomorrow: boolean;
  };
  readonly tariff: { readonly [sector in Sector]?: TariffInfo };
  readonly prices: readonly PriceEntry[];
  readonly feedin?: readonly PriceEntry[];
  readonly attribution: readonly Notice[];
  /** Of a testing token only. */
  readonly allowance?: Allowance;
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

/** What one answer of the service says, and when it said it. */
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
  readonly fetchedAt: Instant;
  readonly nextPoll: Instant;
  readonly attribution: readonly Notice[];
}

/** The prices a question is about: what is bought, or where only feed-in was asked, what is sold. */
export function leadingPoints({ consumption, feedin }: SeriesFacts): PriceSeries {
  return consumption?.points ?? feedin?.points ?? [];
}

/** The facts as a message at `now`; a series without any point has an empty `coverage` at `now`. */
export function seriesMessage(facts: SeriesFacts, now: Instant): SeriesPayload {
  const { consumption, feedin, currency } = facts;
  const { timeZone } = markets[facts.country];
  const points = leadingPoints(facts);
  const from = points[0]?.start ?? now;
  const until = points.at(-1)?.end ?? now;
  const time = clockOver(Math.min(from, facts.fetchedAt), Math.max(until, facts.nextPoll), timeZone);
  const today = localDate(now, timeZone);
  return {
    country: facts.country,
    timeZone,
    currency,
    unit: `${currency}/kWh`,
    resolution: facts.resolution,
    fetchedAt: time(facts.fetchedAt),
    nextPoll: time(facts.nextPoll),
    stale: !pointAt(points, now),
    missing: consumption ? missingFrom(consumption.points, facts.asked) : [],
    coverage: {
      from: time(from),
      until: time(until),
      today: coversDay(points, today, timeZone),
      tomorrow: coversDay(points, addDays(today, 1), timeZone),
    },
    tariff: tariffsOf(facts),
    prices: entriesOf(consumption?.points ?? [], time),
    ...(feedin && { feedin: entriesOf(feedin.points, time) }),
    attribution: facts.attribution,
  };
}

/** Instants between the two as ISO 8601 with the offset of `timeZone`. */
export function clockOver(from: Instant, until: Instant, timeZone: string): (instant: Instant) => string {
  const offset = offsetsOver({ start: from, end: until }, timeZone);
  return (instant) => isoTime(instant, offset(instant));
}

/** A British tomorrow is complete an hour before its midnight, where the delivery day ends ("The window", rule 5). */
function coversDay(points: PriceSeries, date: LocalDate, timeZone: string): boolean {
  const { start, end } = localDay(date, timeZone);
  return covers(points, { start, end: Math.min(end, deliveryDay(date).end) });
}

function tariffsOf({ consumption, feedin, gridTariff }: SeriesFacts): SeriesPayload['tariff'] {
  return {
    ...(consumption?.tariff && { consumption: consumption.tariff }),
    ...(feedin?.tariff && { feedin: feedin.tariff }),
    ...(gridTariff && { grid: gridTariff }),
  };
}

function entriesOf(points: PriceSeries, time: (instant: Instant) => string): PriceEntry[] {
  return points.map((point) => {
    const components: { [name in ComponentName]?: number } = {};
    for (const name of componentNames) if (point[name] !== undefined) components[name] = point[name];
    return { start: time(point.start), end: time(point.end), ...components, total: totalOf(point) };
  });
}
