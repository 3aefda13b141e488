import { MessageError } from '../../messages/parse.ts';
import type { MarketPrices } from '../../messages/prices.ts';
import type { KnownSeries, PricedPoint } from '../../messages/series.ts';
import { type ChartSeries, chartSeries, chartSeriesGiven } from './chart-series.ts';
import type { DeviceMember, Member, PricesMember } from './overview.ts';

/** Prices to plan on, and the name of the node that has them. */
interface FoundPrices {
  readonly id: string;
  /** `null` of those that came to a device from elsewhere. */
  readonly source: string | null;
  readonly series: ChartSeries;
  readonly market: MarketPrices;
}

/**
 * The prices of the first node of `wanted` that has prices, else the prices of messages to `device`. If `wanted` is empty, the
 * prices of any node or message.
 *
 * @throws MessageError if there are no prices
 */
export function pricesAmong(members: readonly Member[], wanted: readonly string[], device: string): FoundPrices {
  const nodes = members.flatMap((member) => (member.kind === 'prices' ? nodePrices(member) : []));
  const given = members.flatMap((member) => (member.kind === 'device' ? givenPrices(member) : []));
  const near = wanted.flatMap((id) => nodes.find((one) => one.id === id) ?? []);
  const anybody = wanted.length > 0 ? [] : [...nodes, ...given];
  const [found] = [...near, ...given.filter(({ id }) => id === device), ...anybody];
  if (found) return found;
  throw new MessageError('no price-series node has a price for it yet');
}

function nodePrices({ id, name, state }: PricesMember): FoundPrices[] {
  const series = state?.prices?.series;
  if (!series || [...series.prices, ...(series.feedin ?? [])].length === 0) return [];
  return [{ id, source: name, series: chartSeries(series), market: marketPrices(series) }];
}

function givenPrices({ id, state }: DeviceMember): FoundPrices[] {
  const series = state && chartSeriesGiven(state);
  return series && state?.given ? [{ id, source: null, series, market: state.given.prices }] : [];
}

function marketPrices({
  prices,
  feedin = [],
  forecast = [],
  forecastGains: gains,
  timeZone,
}: KnownSeries): MarketPrices {
  const spans = (points: readonly Pick<PricedPoint, 'start' | 'end' | 'total'>[]) =>
    points.map(({ start, end, total }) => ({ start, end, price: total }));
  return {
    spans: spans(prices),
    ...(feedin.length > 0 && { feedin: spans(feedin) }),
    ...(forecast.length > 0 && { forecast: spans(forecast) }),
    ...(gains && { gains }),
    timeZone,
  };
}
