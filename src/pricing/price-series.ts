import type { FigureMarks } from '../core/dated.ts';
import { markets } from '../core/markets.ts';
import { resample } from '../core/resample.ts';
import type { PricePoint } from '../core/series.ts';
import { addDays, type LocalDate, localDate, type Span } from '../core/time.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';
import { servedWindow } from '../core/window.ts';
import type { Book, SpotPrices } from './book.ts';
import { inWinterTime, type MarketDay, quartersOf } from './calendar/quarters.ts';
import { chargesOf } from './day-charges.ts';
import { fixedOn, pricesOver, type Sources } from './energy.ts';
import { chargeFigures, figureMarks, gridFigures, onceEach, rateFigures, tariffFigures, unratedDays } from './marks.ts';
import { gridTariffOf } from './network.ts';
import { lastPublished } from './next.ts';
import { mostSpecificFirst, type SupplyPoint } from './place/scope.ts';
import type { DayCharges } from './points.ts';
import { contractDate, type Question, versionDays } from './question.ts';
import { euroRates } from './spot.ts';
import { supplyPoints } from './supply.ts';
import { type PriceRule, type Tariff, versionOn } from './tariff.ts';

/** Points per asked tariff, none where nothing is published yet. */
export interface PricedSeries {
  readonly consumption?: PricePoint[];
  readonly feedin?: PricePoint[];
  /** The grid tariff that was priced into the consumption series. */
  readonly gridTariff?: Tariff;
  readonly marks: FigureMarks;
}

/**
 * Prices the asked tariffs (specification, "GET /v2/{country}/dayahead", rules 1 to 9). Throws a `CannotPrice` where
 * switching times are missing or do not fit.
 */
export function priceSeries(question: Question, book: Book, prices: SpotPrices): PricedSeries {
  const { consumption, feedin } = question;
  const gridTariff = consumption && gridTariffOf(question, book);
  const scene = { question, book, prices };
  const bought = consumption && seriesOf(scene, consumption, gridTariff, chargesOf(question, book, gridTariff));
  // A feed-in price is its energy alone.
  const sold = feedin && seriesOf(scene, feedin, undefined, () => ({}));
  return {
    ...(bought && { consumption: bought }),
    ...(sold && { feedin: sold }),
    ...(gridTariff && { gridTariff }),
    marks: marksOver(scene, gridTariff, [...(bought ?? []), ...(sold ?? [])]),
  };
}

/** The marks of the figures that priced `points`, each tariff by the version that priced it. */
function marksOver(scene: Scene, gridTariff: Tariff | undefined, points: readonly PricePoint[]) {
  const { question, book, prices } = scene;
  const { consumption, feedin } = question;
  const { signed, network } = versionDays(question, markets[book.country].timeZone, book);
  function figuresOf(tariff: Tariff | undefined, day: string) {
    if (!tariff) return [];
    const version = versionOn(tariff, day);
    const unrated = onceEach((zone: string) =>
      unratedDays(prices.pointsOf(zone, spanOf(scene, version.price), question.now), book.country),
    );
    return [tariffFigures(tariff, () => version), rateFigures(tariff, book, unrated, () => version)];
  }
  const figures = [
    ...figuresOf(consumption, signed),
    ...figuresOf(feedin, signed),
    ...(gridTariff ? [gridFigures(gridTariff, book, (tariff) => versionOn(tariff, network))] : []),
    ...(consumption ? [chargeFigures(question, book, gridTariff)] : []),
  ];
  return figureMarks(figures, datesOf(points, book));
}

/** The days from the first to the last of `points`. */
function datesOf(points: readonly PricePoint[], { country }: Book): LocalDate[] {
  if (points.length === 0) return [];
  const starts = points.map(({ start }) => start);
  const { timeZone } = markets[country];
  const last = localDate(Math.max(...starts), timeZone);
  const dates: LocalDate[] = [];
  for (let date = localDate(Math.min(...starts), timeZone); date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

interface Scene {
  readonly question: Question;
  readonly book: Book;
  readonly prices: SpotPrices;
}

function seriesOf(
  scene: Scene,
  tariff: Tariff,
  gridTariff: Tariff | undefined,
  chargesOn: (day: MarketDay) => DayCharges,
): PricePoint[] {
  const { question, book } = scene;
  const { country } = book;
  const { timeZone } = markets[country];
  const { signed, network: networkDay } = versionDays(question, timeZone, book);
  const networkDate = book.networkFollowsContract ? contractDate(question) : undefined;
  const span = spanOf(scene, versionOn(tariff, signed).price);
  const quarters = quartersOf(span, timeZone, book.holidays);
  const place = { country, ...switchingPlace(question, gridTariff) };
  const points = supplyPoints({ tariff, gridTariff, place, chargesOn }, quarters, book, (priced, at) => {
    const sources = sourcesAt(scene, at, span);
    const isGrid = priced.sector === 'grid';
    const { price } = versionOn(priced, isGrid ? networkDay : signed);
    const rule = isGrid && networkDate ? fixedOn(price, networkDate) : price;
    const told = priced.told && pricesOver(priced.told, quarters, sources);
    return pricesOver(rule, quarters, sources, isGrid).map((rate, i) => told?.[i] ?? rate);
  });
  return question.resolution === QUARTER_HOUR ? points : resample(points, question.resolution);
}

function spanOf({ question, book, prices }: Scene, rule: PriceRule): Span {
  const { now, historicDays } = question;
  const published = rule.kind === 'spot' && { publishedUntil: prices.publication(rule.zone, now).until };
  return servedWindow(now, markets[book.country].timeZone, { historicDays, ...published });
}

/** The place to look up the switching times of the energy price: the address, else the operator that is priced. */
const switchingPlace = (
  { operator, postalCode, grid }: Question,
  gridTariff: Tariff | undefined,
): Omit<SupplyPoint, 'country'> => ({
  operator: operator ?? (grid ?? gridTariff)?.companyId,
  postalCode,
});

const sourcesAt = ({ question: { now }, book, prices }: Scene, place: SupplyPoint, span: Span): Sources => ({
  pointsOf: (zone) => prices.pointsOf(zone, span, now),
  exchangeRates: euroRates(book),
  schedule: mostSpecificFirst(book.schedules, place)[0],
  calendars: book.calendars ?? {},
  inWinterTime: (quarters) => inWinterTime(quarters, markets[book.country].timeZone, book.holidays),
  lastPublished: (time) => lastPublished(time, now, markets[book.country].timeZone),
});
