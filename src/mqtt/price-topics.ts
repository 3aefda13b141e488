import { componentNames } from '../core/components.ts';
import { pointAt } from '../core/series.ts';
import { type Instant, type Span, utcTime } from '../core/time.ts';
import type { CurrentPrice, ExpectedPoint, KnownSeries, PricedPoint } from '../messages/series.ts';
import { nowMessage } from '../messages/to-message.ts';
import {
  dayPrices,
  dayStatistics,
  fullPoint,
  quarterHours,
  startPoint,
  type TwoDays,
  twoDaysAt,
} from './day-topics.ts';
import { decimalOr, json } from './json.ts';
import { feedinPrefix, type Publication, publicationsOf, rowsUntil, type TopicTable } from './topics.ts';

/** The prices of one node at an instant. */
interface PriceView extends Required<Pick<KnownSeries, 'prices' | 'feedin' | 'forecast'>> {
  readonly series: KnownSeries | undefined;
  readonly days: TwoDays | undefined;
  /** The current interval, if it is known. */
  readonly now: CurrentPrice | undefined;
  /** The current feed-in price. */
  readonly sold: PricedPoint | undefined;
}

const inInterval = rowsUntil<PriceView>('end of the interval', ({ now }) => now?.end);
const inSeries = rowsUntil<PriceView>(
  'end of the series',
  ({ prices, forecast }) => (prices.at(-1) ?? forecast.at(-1))?.end,
);
const inSoldInterval = rowsUntil<PriceView>('end of the interval', ({ sold }) => sold?.end);
const inSoldSeries = rowsUntil<PriceView>('end of the series', ({ feedin }) => feedin.at(-1)?.end);
const today = rowsUntil<PriceView>('local midnight', ({ days }) => days?.today.end);

const lists: TopicTable<PriceView> = {
  series: inSeries(({ prices }) => listOf(prices, totalAsValue)),
  components: inSeries(({ prices }) => listOf(prices, componentsOf)),
  forecast: inSeries(({ forecast }) => listOf(forecast, bandOf)),
  stats: today(({ series, days }) => (series && days ? dayStatistics(series, days) : '')),
  ha_attributes: inSeries((view) => dayPrices(view, quarterHours(view.prices), startPoint)),
  ha_list: inSeries((view) => dayPrices(view, view.prices, fullPoint)),
};

const scalars: TopicTable<PriceView> = {
  now: inInterval(({ now }) => decimalOr(now?.now)),
  next: inInterval(({ now }) => decimalOr(now?.next)),
  level: inInterval(({ now }) => now?.level ?? ''),
  rank: inInterval(({ now }) => decimalOr(now?.rank)),
  valid_until: inInterval(({ now }) => decimalOr(now?.end)),
};

const summaries: TopicTable<PriceView> = {
  state: inInterval(stateOf),
  availability: { payload: ({ now }) => (now ? 'online' : 'offline') },
};

/** The topics below `price`, or `price-<name>`. */
export const priceRows: TopicTable<PriceView> = { ...lists, ...scalars, ...summaries };

/** The topics below `feedin`, or `feedin-<name>`. */
export const feedinRows: TopicTable<PriceView> = {
  ha_list: inSoldSeries((view) => dayPrices(view, view.feedin, fullPoint)),
  now: inSoldInterval(({ sold }) => decimalOr(sold?.total)),
  next: inSoldInterval(({ feedin, sold }) => decimalOr(sold && pointAt(feedin, sold.end)?.total)),
  series: inSoldSeries(({ feedin }) => listOf(feedin, totalAsValue)),
};

/**
 * All topics of one series, in the order of publication: fresh values come before `availability` vouches for them; where
 * no known interval covers `at`, `state` is emptied first, then `availability` goes offline, then the scalars are cleared.
 * @param series left out where nothing is known, not even from before: everything else is cleared too.
 * @param now the interval that runs at `at` against its day, when it is known.
 */
export function priceTopics(
  series: KnownSeries | undefined,
  now: CurrentPrice | undefined,
  at: Instant,
  prefix = 'price',
): Publication[] {
  const { prices = [], feedin = [], forecast = [], timeZone } = series ?? {};
  const view: PriceView = {
    ...{ series, prices, feedin, forecast, sold: pointAt(feedin, at) },
    days: timeZone === undefined ? undefined : twoDaysAt(at, timeZone),
    now: now && now.start <= at && at < now.end ? now : undefined,
  };
  const below = (table: TopicTable<PriceView>, branch = prefix) => publicationsOf(table, view, `${branch}/`);
  const parts = [[...below(lists), ...below(feedinRows, feedinPrefix(prefix))], below(scalars), below(summaries)];
  return (view.now ? parts : parts.reverse()).flat();
}

const unknown = { now: null, next: null, start: null, end: null, level: null, rank: null, slots: null };

function stateOf(view: PriceView): string {
  const { now, next, start, end, level, rank, slots } = view.now ? nowMessage(view.now) : unknown;
  const { currency = null, unit = null } = view.now ?? view.series ?? {};
  return json({ now, next, start, end, level, rank, slots, currency, unit });
}

/** A list in UTC, each interval with the `values` of it; empty where there is none. */
function listOf<T extends Span>(points: readonly T[], values: (point: T) => object): string {
  const list = points.map((point) => ({ start: utcTime(point.start), end: utcTime(point.end), ...values(point) }));
  return list.length > 0 ? json(list) : '';
}

const totalAsValue = ({ total }: PricedPoint) => ({ value: total });

/** With the key of a known price too: a reader of price lists takes a missing `value` for 0, which is free electricity. */
const bandOf = ({ total, low, high }: ExpectedPoint) => ({ total, low, high, value: total });

/** A component that was not sent stays an absent key. */
const componentsOf = ({ total, ...point }: PricedPoint) => ({
  ...Object.fromEntries(componentNames.map((name) => [name, point[name]])),
  total,
});
