import { z } from 'zod';
import { componentNames, MOST_PRICE } from '../../../core/components.ts';
import type { PricePoint, PriceSeries } from '../../../core/series.ts';
import type { Instant } from '../../../core/time.ts';
import type { PriceOrigin } from '../../../core/vocabulary.ts';
import { notice, priceOrigin } from '../../../messages/outside/origin.ts';
import { country } from '../../../messages/selection.ts';
import { leadingPoints, type SeriesFacts } from '../../../messages/series.ts';
import { seriesGiven } from './given-facts.ts';

const columns = [...componentNames, 'total'] as const;

/** A point as start, end and its amounts in the order of `columns`, `null` where one is absent. */
const row = z.tuple([z.number(), z.number()], z.number().min(-MOST_PRICE).max(MOST_PRICE).nullable());

/** Version 0.1 named prices that came with a message the user's own, with the form of the message as their feed. */
function asExternal(origin: PriceOrigin): PriceOrigin {
  return origin.kind === 'own' && origin.feed !== undefined ? { ...origin, kind: 'external' } : origin;
}

/** The form in which prices that came with an input are kept. */
export const keptGiven = z.object({
  /** As JSON, of the node that was given them. */
  settings: z.string(),
  country,
  currency: z.string(),
  origin: priceOrigin.transform(asExternal).exactOptional(),
  /** Kept since 0.2. */
  attribution: z.array(notice).default([]),
  asked: z.array(z.enum(componentNames)),
  fetchedAt: z.number(),
  consumption: z.array(row).exactOptional(),
  feedin: z.array(row).exactOptional(),
});
type KeptGiven = z.infer<typeof keptGiven>;

/** Rows that are kept: two days of quarter hours. */
const MOST_ROWS = 200;

export function packedGiven(settings: unknown, facts: SeriesFacts): KeptGiven {
  const { country, currency, asked, fetchedAt, origin, attribution, consumption, feedin } = facts;
  return {
    settings: JSON.stringify(settings),
    country,
    currency,
    asked: [...asked],
    fetchedAt,
    ...(origin && { origin }),
    attribution: [...attribution],
    ...(consumption && { consumption: rowsOf(consumption.points) }),
    ...(feedin && { feedin: rowsOf(feedin.points) }),
  };
}

export function unpackedGiven({ settings, consumption, feedin, ...rest }: KeptGiven): SeriesFacts {
  return seriesGiven({
    ...rest,
    ...(consumption && { consumption: { points: pointsOf(consumption) } }),
    ...(feedin && { feedin: { points: pointsOf(feedin) } }),
  });
}

export const endOfGiven = (facts: SeriesFacts): Instant => leadingPoints(facts).at(-1)?.end ?? 0;

const rowsOf = (points: PriceSeries): z.infer<typeof row>[] =>
  points.slice(0, MOST_ROWS).map((point) => [point.start, point.end, ...columns.map((name) => point[name] ?? null)]);

const pointsOf = (rows: readonly z.infer<typeof row>[]): PricePoint[] =>
  rows.map(([start, end, ...amounts]) => {
    const known = columns.flatMap((name, i) => (amounts[i] == null ? [] : [[name, amounts[i]]]));
    return { start, end, ...Object.fromEntries(known) };
  });
