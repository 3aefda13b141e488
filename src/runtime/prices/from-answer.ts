import type { Client, DayAheadQuestion } from '../../client/client.ts';
import { type Adjustment, adjusted, adjustmentMarks, countryOf } from '../../core/adjustments.ts';
import type { ComponentName } from '../../core/components.ts';
import type { FigureMarks } from '../../core/dated.ts';
import type { Instant } from '../../core/time.ts';
import type { PriceOrigin, Resolution } from '../../core/vocabulary.ts';
import { currentPrice } from '../../messages/now.ts';
import type { Selection } from '../../messages/selection.ts';
import {
  type CurrentPrice,
  type KnownSeries,
  type SeriesFacts,
  seriesAt,
  type Warning,
} from '../../messages/series.ts';
import type { PolledAnswer } from '../polling/poller.ts';
import type { MarketFacts } from './market-facts.ts';

/** The terms on which a selection is to be priced. */
export interface PriceTerms {
  readonly resolution: Resolution;
  readonly include: readonly ('fees' | 'vat')[];
  /** Ask for new prices as soon as they exist, not when the service recommends it. */
  readonly soon: boolean;
  /** Changes the prices of contracts in the country whose rule it is. */
  readonly adjustment?: Adjustment | undefined;
}

/** A selection, and the terms on which it is to be priced. */
export interface PricedSelection extends PriceTerms {
  readonly selection: Selection;
}

/** The prices that are known at a moment. */
export interface KnownPrices {
  readonly series: KnownSeries;
  /** Left out where no known interval covers the moment. */
  readonly now?: CurrentPrice;
}

export function dayAheadQuestion({ selection, include, resolution }: PricedSelection): DayAheadQuestion {
  const { country, consumption, feedin, grid, version, postalCode } = selection;
  return {
    country,
    resolution,
    include,
    ...(consumption && { consumption: consumption.id }),
    ...(feedin && { feedin: feedin.id }),
    ...(grid && { grid: grid.id }),
    ...(version && { version }),
    ...(postalCode && { postalCode }),
  };
}

/** The facts that an answer to the question holds of `priced`, in what is known of its market. */
export function factsOf(
  priced: PricedSelection,
  { series, fetchedAt, nextPoll }: PolledAnswer,
  market: MarketFacts,
): SeriesFacts {
  const { selection, resolution, include } = priced;
  const { notices = [], hasFees } = market;
  const { consumption } = series;
  const adjustment = adjustmentOf(priced);
  const asked: ComponentName[] = ['energy', 'grid', ...include.filter((extra) => extra !== 'fees' || hasFees)];
  return {
    country: selection.country,
    resolution,
    asked,
    ...series,
    ...(adjustment &&
      consumption && {
        consumption: { ...consumption, points: adjusted(consumption.points, adjustment) },
        origin: markedOrigin(series.origin, adjustmentMarks(consumption.points, adjustment)),
      }),
    fetchedAt,
    nextPoll,
    attribution: notices,
  };
}

/** The facts at `at`, with what the user should know beside them. */
export function pricesOf(
  priced: PricedSelection,
  facts: SeriesFacts,
  at: Instant,
  market: MarketFacts,
  allowance: ReturnType<Client['allowance']>,
): KnownPrices {
  const now = currentPrice(facts, at);
  const series = seriesAt(facts, at);
  const warnings = warningsOf(priced, series, market);
  const adjustment = adjustmentOf(priced);
  return {
    series: {
      ...series,
      ...(adjustment && { adjustment: adjustment.kind }),
      ...(warnings.length > 0 && { warnings }),
      ...(allowance && { allowance }),
    },
    ...(now && { now }),
  };
}

function warningsOf(
  { selection, include }: PricedSelection,
  { missing, refusedPostalCode }: KnownSeries,
  market: MarketFacts,
): Warning[] {
  const { consumption, grid, postalCode } = selection;
  if (refusedPostalCode !== undefined) return ['postal-code-refused'];
  if (!consumption) return [];
  const { hasGridTariffs = true, hasLocationScopedFees } = market;
  const lacksGrid = !grid && missing.includes('grid') && hasGridTariffs;
  if (postalCode) return lacksGrid ? ['grid-needs-tariff'] : [];
  const ofGrid: Warning[] = lacksGrid ? ['grid-needs-postal-code'] : [];
  const local = include.length > 0 && hasLocationScopedFees;
  return local ? [...ofGrid, 'fees-need-postal-code'] : ofGrid;
}

const markedOrigin = (origin: PriceOrigin = { kind: 'service' }, { expired }: FigureMarks): PriceOrigin => ({
  ...origin,
  ...(expired && { expired: { ...origin.expired, ...expired } }),
});

const adjustmentOf = ({ adjustment, selection }: PricedSelection): Adjustment | undefined =>
  adjustment && countryOf(adjustment.kind) === selection.country ? adjustment : undefined;
