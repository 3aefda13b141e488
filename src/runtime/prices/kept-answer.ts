import { z } from 'zod';
import { tariffInfo } from '../../api/bodies.ts';
import { componentNames, MOST_PRICE } from '../../core/components.ts';
import type { PricePoint, PriceSeries } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import type { PriceOrigin, TariffInfo } from '../../core/vocabulary.ts';
import { notice, priceOrigin } from '../../messages/outside/origin.ts';
import type { PolledAnswer } from '../polling/poller.ts';
import type { MarketFacts } from './market-facts.ts';

/** An answer, and the facts of its market as they were known. */
export interface RememberedAnswer {
  readonly answer: PolledAnswer;
  readonly market: MarketFacts;
}

const number = z.number();
/** A point as start, end and its components in their order, `null` where one is absent: a third of the length. */
const row = z.tuple([number, number], number.min(-MOST_PRICE).max(MOST_PRICE).nullable());
const series = z.object({ tariff: tariffInfo.optional(), rows: z.array(row) });
const marketFacts: z.ZodType<MarketFacts> = z.object({
  notices: z.array(notice).optional(),
  hasFees: z.boolean().optional(),
  hasGridTariffs: z.boolean().optional(),
  hasLocationScopedFees: z.boolean().optional(),
});
/** The form in which an answer is kept. */
export const keptAnswer = z.object({
  question: z.string(),
  fetchedAt: number,
  nextPoll: number,
  currency: z.string(),
  next: number,
  consumption: series.optional(),
  feedin: series.optional(),
  gridTariff: tariffInfo.optional(),
  /** Of later versions than 0.1. */
  origin: priceOrigin.exactOptional(),
  refusedPostalCode: z.string().exactOptional(),
  market: marketFacts,
});
export type KeptAnswer = z.infer<typeof keptAnswer>;

interface Series {
  readonly tariff?: TariffInfo | undefined;
  readonly points: PriceSeries;
}

export function packed(question: string, { answer, market }: RememberedAnswer): KeptAnswer {
  const { series, fetchedAt, nextPoll } = answer;
  const { consumption, feedin, ...rest } = series;
  const { network: _, ...keptMarket } = market;
  return {
    question,
    fetchedAt,
    nextPoll,
    ...rest,
    ...(consumption && { consumption: rowsOf(consumption) }),
    ...(feedin && { feedin: rowsOf(feedin) }),
    market: keptMarket,
  };
}

/** @param unnamed of an answer that names no origin. */
export function unpacked(kept: KeptAnswer, unnamed?: PriceOrigin): RememberedAnswer {
  const {
    fetchedAt,
    nextPoll,
    market,
    currency,
    next,
    consumption,
    feedin,
    gridTariff,
    refusedPostalCode,
    origin = unnamed,
  } = kept;
  const series = {
    currency,
    next,
    ...(origin && { origin }),
    ...(refusedPostalCode !== undefined && { refusedPostalCode }),
    ...(consumption && { consumption: pointsOf(consumption) }),
    ...(feedin && { feedin: pointsOf(feedin) }),
    ...(gridTariff && { gridTariff }),
  };
  return { answer: { series, fetchedAt, nextPoll }, market };
}

/** The end of its prices; `undefined` where it holds none. */
export const endOf = ({ consumption, feedin }: KeptAnswer): Instant | undefined =>
  (consumption ?? feedin)?.rows.at(-1)?.[1];

const rowsOf = ({ tariff, points }: Series): z.infer<typeof series> => ({
  ...(tariff && { tariff }),
  rows: points.map((point) => [point.start, point.end, ...componentNames.map((name) => point[name] ?? null)]),
});

const pointsOf = ({ tariff, rows }: z.infer<typeof series>) => ({
  ...(tariff && { tariff }),
  points: rows.map(([start, end, ...rates]): PricePoint => {
    const known = componentNames.flatMap((name, i) => (rates[i] == null ? [] : [[name, rates[i]]]));
    return { start, end, ...Object.fromEntries(known) };
  }),
});
