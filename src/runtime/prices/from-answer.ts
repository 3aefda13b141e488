import type { Client, DayAheadQuestion } from '../../client/client.ts';
import type { ComponentName } from '../../core/components.ts';
import type { FigureMarks } from '../../core/dated.ts';
import { concessionFees } from '../../core/market/germany.ts';
import type { Instant } from '../../core/time.ts';
import type { PriceOrigin, Resolution, TariffInfo } from '../../core/vocabulary.ts';
import { currentPrice } from '../../messages/now.ts';
import type { Selection } from '../../messages/selection.ts';
import {
  type CurrentPrice,
  type KnownSeries,
  type SeriesFacts,
  seriesAt,
  type Warning,
} from '../../messages/series.ts';
import { type Adjustment, adjusted, adjustmentMarks, countryOf } from '../../pricing/bill/adjustments.ts';
import { taxAreasAt } from '../../pricing/place/network-facts.ts';
import type { PolledAnswer } from '../polling/poller.ts';
import type { BillPrices } from '../power/running-bill.ts';
import { billedPoints } from './billed-points.ts';
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
  billed?: BillPrices,
): SeriesFacts {
  const { selection, resolution, include } = priced;
  const { notices = [], hasFees } = market;
  const { consumption, feedin } = series;
  const isBilled = billed !== undefined && billed.contract === selection.consumption?.id;
  const prices = isBilled ? billed.prices : [];
  const adjustment = adjustmentOf(priced, series.gridTariff, market);
  const asked: ComponentName[] = ['energy', 'grid', ...include.filter((extra) => extra !== 'fees' || hasFees)];
  return {
    country: selection.country,
    resolution,
    asked,
    ...series,
    ...(adjustment &&
      consumption && {
        consumption: {
          ...consumption,
          points: billedPoints(adjusted(consumption.points, adjustment), 'consumption', prices),
        },
        origin: markedOrigin(series.origin, adjustmentMarks(consumption.points, adjustment)),
      }),
    ...(feedin && { feedin: { ...feedin, points: billedPoints(feedin.points, 'feedIn', prices) } }),
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
  const adjustment = adjustmentOf(priced, facts.gridTariff, market);
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
  { missing, refusedPostalCode, tariff }: KnownSeries,
  market: MarketFacts,
): Warning[] {
  const { consumption, postalCode } = selection;
  const grid = selection.grid ?? gridOfContract(tariff.grid?.id, consumption?.id, market);
  const isRefused = refusedPostalCode !== undefined;
  if (isRefused && !grid) return ['postal-code-refused'];
  if (!consumption) return [];
  const { hasGridTariffs = true } = market;
  const lacksGrid = !grid && missing.includes('grid') && hasGridTariffs;
  if (postalCode && !isRefused) return lacksGrid ? ['grid-needs-tariff'] : [];
  const ofGrid: Warning[] = lacksGrid ? ['grid-needs-postal-code'] : [];
  return include.length > 0 && needsAddress({ ...selection, ...(grid && { grid }) }, market)
    ? [...ofGrid, 'fees-need-postal-code']
    : ofGrid;
}

/** The operator's grid tariff that a contract names; nothing for a national one, and for a price in the contract itself. */
function gridOfContract(id = '', contract: string | undefined, { network }: MarketFacts): Selection['grid'] {
  const operator = network?.national ? undefined : network?.operators[id];
  return operator && operator.id !== contract ? { id, companyId: operator.id } : undefined;
}

/** A chosen network settles the levies of its operator, except where taxes differ within the operator's area. */
function needsAddress({ consumption, grid }: Selection, { hasLocationScopedFees, network }: MarketFacts): boolean {
  if (!hasLocationScopedFees) return false;
  if (!network) return !grid;
  const { settled, national, taxAreas } = network;
  if (settled.some((id) => id === consumption?.id || id === grid?.id)) return false;
  if (national) return taxAreas.length > 0;
  return !grid || (grid.companyId !== undefined && taxAreasAt(taxAreas, grid.companyId).length > 0);
}

const markedOrigin = (origin: PriceOrigin = { kind: 'service' }, { expired }: FigureMarks): PriceOrigin => ({
  ...origin,
  ...(expired && { expired: { ...origin.expired, ...expired } }),
});

/** The concession fee in the levies, without VAT; nothing in other countries, and where no class of municipality changes it. */
export function concessionFeeOf(
  priced: PricedSelection,
  gridTariff: TariffInfo | undefined,
  market: MarketFacts,
): number | undefined {
  const chosen = priced.adjustment ?? { kind: 'de-concession-fee', rate: concessionFees[0] };
  return adjustmentOf({ ...priced, adjustment: chosen }, gridTariff, market)?.rate;
}

/** A concession fee is left alone where the rates hold one already, and at a service that may hold the operator's own. */
function adjustmentOf(
  { adjustment, selection }: PricedSelection,
  gridTariff: TariffInfo | undefined,
  { network }: MarketFacts,
): Adjustment | undefined {
  if (!adjustment) return undefined;
  if ((countryOf(adjustment.kind) ?? selection.country) !== selection.country) return undefined;
  if (adjustment.kind !== 'de-concession-fee') return adjustment;
  const priced = [selection.consumption?.id, gridTariff?.id];
  return network && !network.settled.some((id) => priced.includes(id)) ? adjustment : undefined;
}
