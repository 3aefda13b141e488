import { type DayAheadQuestion, dayAheadParameters } from '../../api/day-ahead-question.ts';
import { countryPath, type Parameters, type SeriesQuery, seriesQuery } from '../../api/queries.ts';
import type { DayAhead } from '../../api/read-series.ts';
import { componentNames } from '../../core/components.ts';
import { type CountryCode, markets } from '../../core/markets.ts';
import { normalisePostalCode } from '../../core/postal-code.ts';
import type { PricePoint, PriceSeries } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import { joinedOrigin, type PriceOrigin, type Sector, sectors, type TariffInfo } from '../../core/vocabulary.ts';
import type { Book, SpotPrices } from '../../pricing/book.ts';
import { CannotPrice } from '../../pricing/calendar/registers.ts';
import { gridTariffOf } from '../../pricing/network.ts';
import { nextDraw } from '../../pricing/next.ts';
import { resolveAddress } from '../../pricing/place/address.ts';
import { regionRefusal } from '../../pricing/place/region.ts';
import { type PricedSeries, priceSeries } from '../../pricing/price-series.ts';
import type { Question } from '../../pricing/question.ts';
import { lacksRates } from '../../pricing/spot.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { AskedThing } from '../accounts/ledger.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { badRequest, HttpRefusal, parsedParameters, parsedPath } from '../errors.ts';
import { type Noted, noting } from '../exchange/noted-prices.ts';
import { mapRows } from '../rows.ts';
import { type Directories, type Directory, directoryOf } from './directory.ts';
import { tariffAt } from './id-lookup.ts';

type AskedTariffs = { readonly [sector in Sector]?: Tariff };

/** The tariffs a query names, each in its own sector; 400 for none, and for an id that names something else. */
function tariffsOf(countries: Directories, country: CountryCode, query: SeriesQuery): AskedTariffs {
  const asked = sectors.flatMap((sector) => {
    const field = `${sector}_tariff` as const;
    const id = query[field];
    return id === undefined ? [] : [{ field, country, sector, id }];
  });
  if (asked.length === 0) throw badRequest('one of consumption_tariff, feedin_tariff and grid_tariff must be given');
  // A country without grid tariffs ignores the id of one, unchecked.
  const held = asked.filter(({ sector }) => sector !== 'grid' || countries.get(country)?.holdsGrid);
  return Object.fromEntries(held.map(({ id, ...place }) => [place.sector, tariffAt(countries, place, id)]));
}

/** The place of a postal code; one that is empty once spaces and hyphens are gone is as omitted. */
function placeOf(country: CountryCode, book: Book | undefined, raw: string): Pick<Question, 'postalCode' | 'operator'> {
  const postalCode = normalisePostalCode(country, raw);
  if (postalCode.code === '') return {};
  const address = resolveAddress(book, postalCode);
  if ('refusal' in address) throw badRequest(address.refusal);
  return { postalCode: postalCode.code, ...address };
}

/** The country and the question of a request; 400 where something is wrong with it. */
export function readQuestion(
  countries: Directories,
  segment: string,
  parameters: Parameters,
  now: Instant,
): readonly [country: CountryCode, question: Question] {
  const { country } = parsedPath(countryPath, { country: segment });
  return [country, checkedQuestion(countries, country, parsedParameters(seriesQuery, parameters), now)];
}

/** The question of a query, checked against the books: whatever is wrong with it is a 400 here. */
export function checkedQuestion(
  countries: Directories,
  country: CountryCode,
  query: SeriesQuery,
  now: Instant,
): Question {
  const { version, historic_days: historicDays, include, resolution, postal_code: postalCode } = query;
  const directory = countries.get(country);
  const tariffs = tariffsOf(countries, country, query);
  const place = postalCode === undefined ? {} : placeOf(country, directory?.book, postalCode);
  if (directory && place.operator) {
    assertSoldAt(directory.book, place.operator, tariffs);
    if (tariffs.consumption) assertNetworkKnown(directory, { ...tariffs, ...place });
  }
  return { now, historicDays, include, resolution, ...tariffs, ...place, ...(version !== undefined && { version }) };
}

/** A supplier's tariff of one region has no price at an address in another. */
function assertSoldAt(book: Book, operator: string, tariffs: AskedTariffs): void {
  for (const sector of ['consumption', 'feedin'] as const) {
    const tariff = tariffs[sector];
    const refusal = tariff && regionRefusal(book, tariff, operator);
    if (refusal) throw badRequest(`${sector}_tariff: ${refusal}`);
  }
}

/** An operator that files tariffs for households, but not the one that an address has, leaves the choice to who asks. */
function assertNetworkKnown(
  { book, tariffs }: Directory,
  place: Pick<Question, 'consumption' | 'grid' | 'operator' | 'postalCode'>,
): void {
  const { operator = '', postalCode } = place;
  if (gridTariffOf(place, book) || tariffs('grid', operator).length === 0) return;
  const none = `none of the grid tariffs of ${book.companies.get(operator)?.name} is the one of every household`;
  throw badRequest(`postal_code: ${none} in ${postalCode}; pass one as grid_tariff`);
}

/** The combination of tariffs that counts as one thing asked, whatever the order of the parameters. */
export function askedIn({ consumption, feedin, grid }: Question): AskedThing {
  const ids = [consumption, feedin, grid].flatMap((tariff) => tariff?.id ?? []);
  return { thing: JSON.stringify(ids), named: { kind: 'tariffs', ids } };
}

interface Holdings {
  readonly catalogue: Catalogue;
  readonly prices: SpotPrices;
  readonly random: () => number;
}

/** The holdings that the series endpoint answers from. */
export interface SeriesSource extends Omit<Holdings, 'catalogue'> {
  readonly countries: Directories;
  /** Ids of the tariffs of the user's own. */
  readonly own?: Catalogue['own'];
}

export const seriesSource = ({ catalogue, prices, random }: Holdings): SeriesSource => ({
  countries: mapRows(catalogue.books, directoryOf),
  ...{ prices, random },
  ...(catalogue.own && { own: catalogue.own }),
});

export interface AnsweredSeries {
  readonly tariff: TariffInfo;
  readonly points: PriceSeries;
}

/** Prices, the publications they were made from, and the draw of the time of the next request. */
export interface PricedAnswer {
  readonly prices: {
    readonly currency: string;
    readonly consumption?: AnsweredSeries;
    readonly feedin?: AnsweredSeries;
    readonly gridTariff?: TariffInfo;
  };
  readonly origin: PriceOrigin;
  readonly noted: Noted;
  readonly drawNext: (random: () => number) => Instant;
}

/** Answers a question as the endpoint does, with values; a refusal is thrown as an `HttpRefusal`. */
export function dayAhead(source: SeriesSource, request: DayAheadQuestion, now: Instant): DayAhead {
  const given = Object.entries(dayAheadParameters(request)).filter(([, value]) => value !== undefined && value !== '');
  const parameters = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  const [country, question] = readQuestion(source.countries, request.country, parameters, now);
  const { prices, origin, drawNext } = pricedAnswer(country, question, source);
  const { currency, ...series } = prices;
  return { currency, next: drawNext(source.random), ...series, origin };
}

/** Prices a question (specification, "Day-ahead series response"). 500 for a tariff without any published price. */
export function pricedAnswer(country: CountryCode, question: Question, source: SeriesSource): PricedAnswer {
  const { currency, timeZone } = markets[country];
  const { consumption, feedin } = question;
  const { noted, ...prices } = noting(source.prices);
  const book = source.countries.get(country)?.book;
  const drawNext = nextDraw(question, prices, timeZone, book);
  const { marks, ...series } = book ? priced(question, book, prices) : { marks: {} };
  const seriesOf = (tariff: Tariff, points: readonly PricePoint[] = []) => {
    if (points.length > 0) return { tariff: infoOf(tariff), points: points.map(withoutNoise) };
    throw unpriced(tariff, book !== undefined && followsUnrated(tariff, book, prices, question.now));
  };
  const isOwn = [consumption, feedin].some((tariff) => tariff && source.own?.get(country)?.includes(tariff.id));
  return {
    prices: {
      currency,
      ...(book && consumption && { consumption: seriesOf(consumption, series.consumption) }),
      ...(book && feedin && { feedin: seriesOf(feedin, series.feedin) }),
      ...(series.gridTariff && { gridTariff: infoOf(series.gridTariff) }),
    },
    origin: { ...(originOf(noted) ?? { kind: isOwn ? 'own' : 'service' }), ...marks },
    noted,
    drawNext,
  };
}

/** Prices that are known in advance have none. */
const originOf = (noted: Noted) => joinedOrigin([...noted.values()].flatMap(({ origin }) => origin ?? []));

/** The priced series; a tariff that cannot be priced at all is 500, as one that is not published yet. */
function priced(question: Question, book: Book, prices: SpotPrices): PricedSeries {
  try {
    return priceSeries(question, book, prices);
  } catch (error) {
    throw error instanceof CannotPrice ? new HttpRefusal(500, error.message) : error;
  }
}

function unpriced({ sector, id }: Tariff, lacksRate: boolean): HttpRefusal {
  const missing = `no price is published yet for the ${sector} tariff "${id}" in this period`;
  return new HttpRefusal(500, lacksRate ? `${missing}; ${RATE_NEEDED}` : missing);
}

const RATE_NEEDED = 'its imported prices have no exchange rate: import them again with --per-euro';

/** Whether the tariff follows imported prices in euro, in a market whose currency has no rate. */
const followsUnrated = ({ versions }: Tariff, book: Book, prices: SpotPrices, now: Instant): boolean =>
  lacksRates(book) &&
  versions.some(({ price }) => price.kind === 'spot' && prices.publication(price.zone, now).origin?.kind === 'own');

/** Ten decimals, without the noise that floating point adds to 0.1 + 0.2. */
function withoutNoise(point: PricePoint): PricePoint {
  const rounded: { -readonly [key in keyof PricePoint]: PricePoint[key] } = { start: point.start, end: point.end };
  for (const name of componentNames) {
    const value = point[name];
    if (value !== undefined) rounded[name] = Math.round(value * 1e10) / 1e10;
  }
  return rounded;
}

const infoOf = ({ id, type }: Tariff): TariffInfo => ({ id, type });
