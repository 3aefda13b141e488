import type { DayAheadBody, PointBody, SeriesBody } from '../../api/bodies.ts';
import type { SeriesQuery } from '../../api/queries.ts';
import { componentNames } from '../../core/components.ts';
import type { FigureMarks } from '../../core/dated.ts';
import { type CountryCode, markets } from '../../core/markets.ts';
import { normalisePostalCode } from '../../core/postal-code.ts';
import type { PricePoint } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import { type Sector, sectors, type TariffInfo } from '../../core/vocabulary.ts';
import type { Book, SpotPrices } from '../../pricing/book.ts';
import { CannotPrice } from '../../pricing/calendar/registers.ts';
import { gridTariffOf } from '../../pricing/network.ts';
import { resolveAddress } from '../../pricing/place/address.ts';
import { regionRefusal } from '../../pricing/place/region.ts';
import { type PricedSeries, priceSeries } from '../../pricing/price-series.ts';
import type { Question } from '../../pricing/question.ts';
import { lacksRates } from '../../pricing/spot.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { AskedThing } from '../accounts/ledger.ts';
import { badRequest, HttpRefusal } from '../errors.ts';
import type { Directories, Directory } from './directory.ts';
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

/** The market a question is asked in, and what the service has to answer it from. */
export interface Scene {
  readonly country: CountryCode;
  /** Left out where nothing is held of the country. */
  readonly book: Book | undefined;
  readonly prices: SpotPrices;
}

/** An answer without its `next`, which every request draws anew. */
export type DayAheadPrices = Omit<DayAheadBody, 'next'>;

/**
 * The answer (specification, "Day-ahead series response") and the marks of its figures, which the specified body has no
 * room for; 500 for a tariff without any published price.
 */
export function dayAhead(
  question: Question,
  { country, book, prices }: Scene,
): { readonly body: DayAheadPrices; readonly marks: FigureMarks } {
  const { currency } = markets[country];
  const { consumption, feedin } = question;
  if (!book) return { body: { currency }, marks: {} };
  const { marks, ...answer } = priced(question, book, prices);
  const bodyOf = (tariff: Tariff, points: readonly PricePoint[] = []) =>
    seriesBody(tariff, points, () => followsUnrated(tariff, book, prices, question.now));
  const body = {
    currency,
    ...(consumption && { consumption: bodyOf(consumption, answer.consumption) }),
    ...(feedin && { feedin: bodyOf(feedin, answer.feedin) }),
    ...(answer.gridTariff && { grid_tariff: infoOf(answer.gridTariff) }),
  };
  return { body, marks };
}

/** The priced series; what cannot be priced at all is 500, as what is not published yet is. */
function priced(question: Question, book: Book, prices: SpotPrices): PricedSeries {
  try {
    return priceSeries(question, book, prices);
  } catch (error) {
    throw error instanceof CannotPrice ? new HttpRefusal(500, error.message) : error;
  }
}

function seriesBody(tariff: Tariff, points: readonly PricePoint[], lacksRate: () => boolean): SeriesBody {
  if (points.length > 0) return { tariff: infoOf(tariff), prices: points.map(pointBody) };
  const missing = `no price is published yet for the ${tariff.sector} tariff "${tariff.id}" in this period`;
  throw new HttpRefusal(500, lacksRate() ? `${missing}; ${RATE_NEEDED}` : missing);
}

const RATE_NEEDED = 'its imported prices have no exchange rate: import them again with --per-euro';

/** Whether the tariff follows imported prices in euro, in a market whose currency has no rate. */
const followsUnrated = ({ versions }: Tariff, book: Book, prices: SpotPrices, now: Instant): boolean =>
  lacksRates(book) &&
  versions.some(({ price }) => price.kind === 'spot' && prices.publication(price.zone, now).origin?.kind === 'own');

function pointBody(point: PricePoint): PointBody {
  const body: PointBody = { from_utc: point.start };
  for (const name of componentNames) {
    const value = point[name];
    if (value !== undefined) body[name] = withoutNoise(value);
  }
  return body;
}

/** Ten decimals: what floating point adds to 0.1 + 0.2 does not travel. */
const withoutNoise = (value: number) => Math.round(value * 1e10) / 1e10;

const infoOf = ({ id, type }: Tariff): TariffInfo => ({ id, type });
