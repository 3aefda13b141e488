import { z } from 'zod';
import { utcTime } from '../../core/time.ts';
import { readSettings } from '../../messages/demand.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import type { PlanPayload } from '../../messages/plan.ts';
import type { MarketPrices } from '../../messages/prices.ts';
import type { KnownSeries, PricedPoint, SeriesPayload } from '../../messages/series.ts';
import { planMessage, seriesMessage } from '../../messages/to-message.ts';
import type { Clock } from '../clock.ts';
import { newDevice } from '../device/device.ts';
import { marketOf, marketsOf, planFor } from '../device/planning.ts';
import { reportOf } from '../device/report.ts';
import type { Member } from './overview.ts';

/** The plan of a device by the settings of an open dialog. */
export interface PlanPreview {
  /** RFC 3339 in UTC, by the clock that the nodes go by. */
  readonly now: string;
  /** Name of the node whose prices these are. */
  readonly source: string;
  readonly series: Pick<SeriesPayload, 'timeZone' | 'currency' | 'prices' | 'feedin' | 'source'>;
  readonly plan: PlanPayload;
}

const question = z.strictObject({
  /** Ids of nodes with prices, the wanted one first. */
  prices: z.array(z.string()).max(100),
  name: z.string().max(200),
  settings: z.record(z.string(), z.unknown()),
});

/**
 * Plans as a device does that starts now, on the prices of the first node in question that has any, else of any node.
 * Throws a `MessageError` that names the setting that is wrong, and what the planner throws.
 */
export function planPreview(members: readonly Member[], body: unknown, { now }: Clock): PlanPreview {
  const { prices, name, settings } = parse(question, body);
  const present = now();
  const { source, series } = pricesAmong(members, prices);
  const orders = { settings: readSettings(settings), onFailure: 'off' } as const;
  const markets = marketsOf(marketPrices(series));
  const device = newDevice(orders.settings, present, series.timeZone);
  const planned = { ...device, standing: planFor(device, orders, markets, present) };
  const { plan } = reportOf(name, planned, orders.settings, marketOf(planned, orders, markets), present);
  const { timeZone, currency, prices: entries, feedin, source: origin } = seriesMessage(series);
  return {
    now: utcTime(present),
    source,
    series: { timeZone, currency, prices: entries, source: origin, ...(feedin && { feedin }) },
    plan: planMessage(plan),
  };
}

function marketPrices({ prices, feedin = [], timeZone }: KnownSeries): MarketPrices {
  const spans = (points: readonly PricedPoint[]) =>
    points.map(({ start, end, total }) => ({ start, end, price: total }));
  return { spans: spans(prices), ...(feedin.length > 0 && { feedin: spans(feedin) }), timeZone };
}

function pricesAmong(members: readonly Member[], wanted: readonly string[]) {
  const known = members.flatMap((member) => {
    const series = member.kind === 'prices' ? member.state?.prices?.series : undefined;
    const points = [...(series?.prices ?? []), ...(series?.feedin ?? [])];
    return series && points.length > 0 ? [{ id: member.id, source: member.name, series }] : [];
  });
  const chosen = wanted.flatMap((id) => known.find((one) => one.id === id) ?? [])[0] ?? known[0];
  if (!chosen) throw new MessageError('prices: no price-series node has any yet');
  return chosen;
}
