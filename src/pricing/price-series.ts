import { markets } from '../core/markets.ts';
import { resample } from '../core/resample.ts';
import type { PricePoint } from '../core/series.ts';
import { type Instant, localDate, type Span } from '../core/time.ts';
import { QUARTER_HOUR, type Resolution } from '../core/vocabulary.ts';
import { servedWindow } from '../core/window.ts';
import type { Book, Levy, SpotPrices } from './book.ts';
import { leviesOn, vatOn } from './charges.ts';
import { consumptionPoints, type DayCharges } from './consumption.ts';
import { type Exchange, pricesOver } from './energy.ts';
import { type MarketDay, quartersOf } from './quarters.ts';
import { type PriceRule, type Tariff, versionOn } from './tariff.ts';

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
  return {
    ...(consumption && { consumption: consumptionSeries(question, book, prices, consumption, gridTariff) }),
    ...(feedin && { feedin: feedinSeries(question, book, prices, feedin) }),
    ...(gridTariff && { gridTariff }),
  };
}

/** The one asked for, else the address's, else the national one (rule 2). */
function gridTariffOf({ grid, operator = '' }: Question, { companies, network, tariffs }: Book): Tariff | undefined {
  const national = network === 'operator' ? undefined : network.national;
  return grid ?? tariffs.get(companies.get(operator)?.householdTariff ?? national ?? '');
}

function consumptionSeries(
  question: Question,
  book: Book,
  prices: SpotPrices,
  tariff: Tariff,
  gridTariff: Tariff | undefined,
): PricePoint[] {
  const rule = ruleOf(tariff, question, book);
  const { quarters, exchange } = sceneOf(question, book, prices, rule);
  const energy = pricesOver(rule, quarters, exchange);
  // The grid tariff is always priced as of today ("`version`", rule 2).
  const network = gridTariff && pricesOver(versionOn(gridTariff, todayOf(question, book)).price, quarters, exchange);
  const points = consumptionPoints(quarters, energy, network ?? [], chargesOf(question, book, gridTariff));
  return inResolution(points, question);
}

/** A feed-in price is its energy alone. */
function feedinSeries(question: Question, book: Book, prices: SpotPrices, tariff: Tariff): PricePoint[] {
  const rule = ruleOf(tariff, question, book);
  const { quarters, exchange } = sceneOf(question, book, prices, rule);
  const energy = pricesOver(rule, quarters, exchange);
  return inResolution(
    consumptionPoints(quarters, energy, [], () => ({})),
    question,
  );
}

const inResolution = (points: PricePoint[], { resolution }: Question): PricePoint[] =>
  resolution === QUARTER_HOUR ? points : resample(points, resolution);

const todayOf = ({ now }: Question, { country }: Book): string =>
  localDate(now, markets[country].timeZone).replaceAll('-', '');

const ruleOf = (tariff: Tariff, question: Question, book: Book): PriceRule =>
  versionOn(tariff, question.version ?? todayOf(question, book)).price;

/** The quarter hours that a rule's series covers, and the exchange prices in them. */
function sceneOf({ now, historicDays }: Question, book: Book, prices: SpotPrices, rule: PriceRule) {
  const { timeZone } = markets[book.country];
  const published = rule.kind === 'spot' && { publishedUntil: prices.publication(rule.zone, now).until };
  const span: Span = servedWindow(now, timeZone, { historicDays, ...published });
  const exchange: Exchange = {
    pointsOf: (zone) => prices.pointsOf(zone, span, now),
    exchangeRates: book.exchangeRates,
  };
  return { quarters: quartersOf(span, timeZone, book.holidays), exchange };
}

/**
 * Levies of operator and place need a postal code and follow the tariff that is priced; those inside the network charge
 * follow its operator always, VAT only the address ("`postal_code` on the series endpoint", rules 1 and 6).
 */
function chargesOf({ include, operator, postalCode }: Question, book: Book, gridTariff: Tariff | undefined) {
  const address = { operator, postalCode };
  const network = { operator: gridTariff?.companyId ?? operator, postalCode };
  const levied = postalCode === undefined ? {} : network;
  const levies = { grid: [] as Levy[], fees: [] as Levy[] };
  for (const levy of book.levies) levies[levy.component].push(levy);
  return ({ date }: MarketDay): DayCharges => ({
    grid: leviesOn(levies.grid, network, date),
    fees: include.has('fees') ? leviesOn(levies.fees, levied, date) : undefined,
    vat: include.has('vat') ? vatOn(book.vat, address, date) : undefined,
  });
}
