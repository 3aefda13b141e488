import { markets } from '../core/markets.ts';
import { resample } from '../core/resample.ts';
import type { PricePoint } from '../core/series.ts';
import { type Instant, localDate } from '../core/time.ts';
import { QUARTER_HOUR, type Resolution } from '../core/vocabulary.ts';
import { servedWindow } from '../core/window.ts';
import type { Book, SpotPrices } from './book.ts';
import { leviesOn, vatOn } from './charges.ts';
import { pricesOver } from './energy.ts';
import { type DayCharges, pointsOver } from './points.ts';
import { type MarketDay, quartersOf } from './quarters.ts';
import { type Tariff, versionOn } from './tariff.ts';

/** What a series is asked for; everything in it is checked and belongs to the book's country. */
export interface Question {
  readonly now: Instant;
  readonly consumption?: Tariff;
  readonly feedin?: Tariff;
  readonly grid?: Tariff;
  /** Day the supply contract was signed, `YYYYMMDD`; left out, the market's today. */
  readonly version?: string;
  readonly historicDays: number;
  readonly include: ReadonlySet<'fees' | 'vat'>;
  readonly resolution: Resolution;
  /** Normalised. */
  readonly postalCode?: string;
  /** The network operator that serves the postal code. */
  readonly operator?: string;
}

/** Points per asked tariff, none where nothing is published yet. */
export interface Answer {
  readonly consumption?: PricePoint[];
  readonly feedin?: PricePoint[];
  /** The grid tariff that was priced into the consumption series. */
  readonly gridTariff?: Tariff;
}

/** Prices the asked tariffs (specification, "GET /v2/{country}/dayahead", rules 1 to 4). */
export function priceSeries(question: Question, book: Book, prices: SpotPrices): Answer {
  const { consumption, feedin } = question;
  const gridTariff = consumption && gridTariffOf(question, book);
  const scene = { question, book, prices };
  return {
    ...(consumption && {
      consumption: seriesOf(scene, consumption, gridTariff, chargesOf(question, book, gridTariff)),
    }),
    // A feed-in price is its energy alone.
    ...(feedin && { feedin: seriesOf(scene, feedin, undefined, () => ({})) }),
    ...(gridTariff && { gridTariff }),
  };
}

interface Scene {
  readonly question: Question;
  readonly book: Book;
  readonly prices: SpotPrices;
}

/** The one asked for, else the address's, else the national one (dayahead rule 2). */
function gridTariffOf({ grid, operator = '' }: Question, { companies, network, tariffs }: Book): Tariff | undefined {
  const national = network === 'operator' ? undefined : network.national;
  return grid ?? tariffs.get(companies.get(operator)?.householdTariff ?? national ?? '');
}

function seriesOf(
  { question, book, prices }: Scene,
  tariff: Tariff,
  gridTariff: Tariff | undefined,
  chargesOn: (day: MarketDay) => DayCharges,
): PricePoint[] {
  const { now, historicDays, resolution } = question;
  const { timeZone } = markets[book.country];
  const today = localDate(now, timeZone).replaceAll('-', '');
  const rule = versionOn(tariff, question.version ?? today).price;
  // The grid tariff is always priced as of today ("`version`", rule 2).
  const gridRule = gridTariff && versionOn(gridTariff, today).price;
  const published = rule.kind === 'spot' && { publishedUntil: prices.publication(rule.zone, now).until };
  const span = servedWindow(now, timeZone, { historicDays, ...published });
  const quarters = quartersOf(span, timeZone, book.holidays);
  const exchange = {
    pointsOf: (zone: string) => prices.pointsOf(zone, span, now),
    exchangeRates: book.exchangeRates,
  };
  const energy = pricesOver(rule, quarters, exchange);
  const network = gridRule ? pricesOver(gridRule, quarters, exchange) : [];
  const points = pointsOver(quarters, energy, network, chargesOn);
  return resolution === QUARTER_HOUR ? points : resample(points, resolution);
}

/**
 * Levies of operator and place need a postal code and follow the tariff that is priced; those inside the network charge
 * follow its operator always, VAT only the address ("`postal_code` on the series endpoint", rules 1 and 6).
 */
function chargesOf({ include, operator, postalCode }: Question, book: Book, gridTariff: Tariff | undefined) {
  const address = { operator, postalCode };
  const network = { operator: gridTariff?.companyId ?? operator, postalCode };
  const levied = postalCode === undefined ? {} : network;
  const gridLevies = book.levies.filter((levy) => levy.component === 'grid');
  const feeLevies = book.levies.filter((levy) => levy.component === 'fees');
  return ({ date }: MarketDay): DayCharges => ({
    grid: leviesOn(gridLevies, network, date),
    fees: include.has('fees') ? leviesOn(feeLevies, levied, date) : undefined,
    vat: include.has('vat') ? vatOn(book.vat, address, date) : undefined,
  });
}
