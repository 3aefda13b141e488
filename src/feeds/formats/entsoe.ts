import { addDays, type LocalDate, type Span } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { type FeedReading, MOST_ENTRIES } from './feed-reading.ts';
import { inEuro, type Quote, type Readout, type Wanted } from './quote.ts';
import { agreedText, decimalOf, elements, elementText, withoutComments } from './xml.ts';

/** The publication document of the ENTSO-E Transparency Platform (A44, day-ahead prices). */

const PER_KWH = 1000;
const resolutions: Readonly<Record<string, number>> = { PT15M: 900, PT30M: 1800, PT60M: 3600, PT1H: 3600 };

const SEQUENCE = 'classificationSequence_AttributeInstanceComponent.position';
const CONTRACT = 'contract_MarketAgreement.type';
/** A day's contract; an intraday auction has another. */
const DAILY = 'A01';

/** Reads the prices of the coupled auction; throws an `Error` for any other document, and for one of another zone. */
export function readEntsoe(xml: string, wanted: Wanted): Readout {
  const series = seriesIn(withoutComments(xml));
  const coupled = coupledIn(series);
  const zones = new Set(series.flatMap(({ content }) => zoneOf(content) ?? []));
  if (zones.size > 1) throw new Error(`must be about one zone, and is about ${[...zones].join(', ')}`);
  const [eic = wanted.eic] = zones;
  if (wanted.eic && eic !== wanted.eic) throw new Error(`is about ${eic}, and ${wanted.zone} is ${wanted.eic}`);
  const others = series.length - coupled.length;
  return {
    source: 'ENTSO-E Transparency Platform',
    quotes: withoutContradictions(coupled.flatMap(({ content }) => quotesOf(content, wanted))),
    notes: [...(others > 0 ? [`series of other auctions, left out: ${others}`] : []), ...lines(leftOutDays(series))],
  };
}

/** The prices of the coupled auction, per kWh of their own currency, the code of their zone, and the days left out. */
export function readEntsoePrices(xml: string) {
  const series = seriesIn(withoutComments(xml));
  const coupled = coupledIn(series);
  const [[eic, currency] = [], ...others] = new Map(
    coupled.map(({ content }) => {
      const zone = [zoneOf(content) ?? '', needed(content, 'currency_Unit.name')] as const;
      return [zone.join(), zone] as const;
    }),
  ).values();
  if (!eic || !currency || others.length > 0) throw new Error('must be about one zone in one currency');
  const quotes = coupled.flatMap(({ content }) => quotesOf(content, { zone: eic, perEuro: 1 }));
  return { eic, currency, quotes: withoutContradictions(quotes), notes: lines(leftOutDays(series)) };
}

/**
 * The prices of the zone with the code `eic` from the coupled auction alone. An acknowledgement that there is no data is an answer without prices.
 */
export function readEntsoeDays(xml: string, span: Span, eic: string): FeedReading {
  const document = withoutComments(xml);
  if (elements(document, 'Acknowledgement_MarketDocument').length > 0) {
    if (elements(document, 'Reason').some((reason) => elementText(reason, 'code') === NO_DATA)) return { quotes: [] };
    throw new Error('is an acknowledgement, no prices');
  }
  const series = seriesIn(document);
  if (series.some(({ content }) => zoneOf(content) !== eic)) throw new Error(`is not about ${eic}`);
  const quotes = series.flatMap(({ content, isCoupled }) => {
    if (isCoupled && needed(content, 'currency_Unit.name') !== 'EUR') throw new Error('has a currency other than EUR');
    return isCoupled ? quotesOf(content, { zone: eic }) : [];
  });
  const [first, last] = [deliveryDate(span.start), deliveryDate(span.end - 1)];
  const leftOut = [...leftOutDays(series)].filter(([date]) => first <= date && date <= last);
  return {
    quotes: withoutContradictions(quotes).filter(({ start, end }) => span.start <= start && end <= span.end),
    ...(leftOut.length > 0 && { leftOut: new Map(leftOut) }),
  };
}

const NO_DATA = '999';

interface AuctionSeries {
  readonly content: string;
  readonly sequence: number;
  /** The coupled day-ahead auction has daily contracts and the first sequence of its zone. */
  readonly isCoupled: boolean;
}

/** The series of the coupled auction. Throws an `Error` where there are only others: these are never taken for it. */
function coupledIn(series: readonly AuctionSeries[]): AuctionSeries[] {
  const coupled = series.filter(({ isCoupled }) => isCoupled);
  if (series.length > 0 && coupled.length === 0)
    throw new Error(['has no prices of the coupled auction', ...lines(leftOutDays(series))].join('; '));
  return coupled;
}

/** Why each delivery day of which there are only prices of other auctions has none. */
function leftOutDays(series: readonly AuctionSeries[]): ReadonlyMap<LocalDate, string> {
  const coupled = new Set(series.flatMap((each) => (each.isCoupled ? daysOf(each) : [])));
  const sequences = new Map<LocalDate, Set<number>>();
  for (const other of series) {
    if (other.isCoupled) continue;
    for (const date of daysOf(other))
      if (!coupled.has(date)) sequences.set(date, (sequences.get(date) ?? new Set()).add(other.sequence));
  }
  return new Map(
    [...sequences]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, numbers]) => [
        date,
        `only another auction's prices are there (sequence ${[...numbers].sort().join(', ')}); they are left out`,
      ]),
  );
}

const lines = (days: ReadonlyMap<LocalDate, string>): string[] => [...days].map(([date, why]) => `${date}: ${why}`);

function daysOf({ content }: AuctionSeries): LocalDate[] {
  return elements(content, 'Period').flatMap((period) => {
    const { start, end } = extentOf(period);
    const dates: LocalDate[] = [];
    if (end <= start) return dates;
    for (let date = deliveryDate(start); date <= deliveryDate(end - 1); date = addDays(date, 1)) dates.push(date);
    return dates;
  });
}

/** The zone of a series. Throws an `Error` where it leads from one zone to another. */
function zoneOf(series: string): string | undefined {
  const [from, to] = [agreedText(series, 'in_Domain.mRID'), agreedText(series, 'out_Domain.mRID')];
  if (from && to && from !== to) throw new Error(`must be about one zone, and is about ${from} and ${to}`);
  return from ?? to;
}

function seriesIn(document: string): AuctionSeries[] {
  const [publication] = elements(document, 'Publication_MarketDocument');
  if (publication === undefined) throw new Error(reasonOf(document) ?? 'is no Publication_MarketDocument of ENTSO-E');
  const series = elements(publication, 'TimeSeries');
  const periods = elements(publication, 'Period');
  if (series.length + periods.length > MOST_ENTRIES)
    throw new Error(`has more than ${MOST_ENTRIES} series and periods`);
  const positions = periods.reduce((sum, period) => sum + extentOf(period).positions, 0);
  if (positions > MOST_OF_ALL) throw new Error(`must have ${MOST_OF_ALL} positions at most`);
  return series.map((content) => {
    const sequence = ordinalOf(agreedText(content, SEQUENCE) ?? '1', SEQUENCE);
    return { content, sequence, isCoupled: sequence === 1 && (agreedText(content, CONTRACT) ?? DAILY) === DAILY };
  });
}

const reasonOf = (document: string) => elements(document, 'Reason').map((reason) => elementText(reason, 'text'))[0];

function quotesOf(series: string, wanted: Wanted): Quote[] {
  const unit = needed(series, 'price_Measure_Unit.name');
  if (unit !== 'MWH') throw new Error(`price_Measure_Unit.name "${unit}" must be MWH`);
  const currency = needed(series, 'currency_Unit.name');
  const repeats = agreedText(series, 'curveType') === 'A03';
  return elements(series, 'Period').flatMap((period) =>
    blocksOf(period, repeats).map(({ price, ...span }) => ({
      ...span,
      ...inEuro(price / PER_KWH, currency, wanted),
    })),
  );
}

/** Throws an `Error` where two series or periods have different prices for the same interval. */
function withoutContradictions(quotes: readonly Quote[]): readonly Quote[] {
  const prices = new Map<string, number>();
  for (const { start, end, price } of quotes) {
    const interval = `${start} ${end}`;
    if ((prices.get(interval) ?? price) !== price) {
      const text = new Date(start * 1000).toISOString().replace(':00.000Z', 'Z');
      throw new Error(`must not have two prices for the interval from ${text}`);
    }
    prices.set(interval, price);
  }
  return quotes;
}

/** More than a year of quarter hours, which is the longest that may be asked. */
const MOST_POSITIONS = 40_000;
/** A year of several auctions. A short document of many long periods would fill the memory. */
const MOST_OF_ALL = 4 * MOST_POSITIONS;

function extentOf(period: string) {
  const name = needed(period, 'resolution');
  const step = resolutions[name];
  if (step === undefined) throw new Error(`resolution "${name}" must be one of ${Object.keys(resolutions).join(', ')}`);
  const [start, end] = [timeOf(period, 'start'), timeOf(period, 'end')];
  const positions = Math.max(0, (end - start) / step);
  if (positions > MOST_POSITIONS) throw new Error(`timeInterval must have ${MOST_POSITIONS} positions at most`);
  return { start, end, step, positions };
}

/** Of a curve A03 a position that is missing repeats the price before it, of any other it has none. */
function blocksOf(period: string, repeats: boolean): Quote[] {
  const { start, end, step, positions } = extentOf(period);
  const prices = pricesByPosition(period, positions);
  const blocks: Quote[] = [];
  let last: number | undefined;
  for (let position = 1; start + (position - 1) * step < end; position++) {
    const price = prices.get(position) ?? (repeats ? last : undefined);
    last = price;
    if (price !== undefined) blocks.push({ start: start + (position - 1) * step, end: start + position * step, price });
  }
  return blocks;
}

/** The points of a period; a position that is repeated must repeat its price. */
function pricesByPosition(period: string, positions: number): ReadonlyMap<number, number> {
  const prices = new Map<number, number>();
  for (const point of elements(period, 'Point')) {
    const position = ordinalOf(needed(point, 'position'), 'position');
    if (position > positions)
      throw new Error(`position ${position} must be ${positions} at most, as timeInterval says`);
    const price = decimalOf(needed(point, 'price.amount'));
    if (price === undefined) throw new Error('price.amount must be a decimal number such as -12.34');
    const known = prices.get(position) ?? price;
    if (known !== price) throw new Error(`position ${position} must not have two prices: it has ${known} and ${price}`);
    prices.set(position, price);
  }
  return prices;
}

function needed(xml: string, name: string): string {
  const value = agreedText(xml, name);
  if (!value) throw new Error(`${name} must be there`);
  return value;
}

function ordinalOf(text: string, name: string): number {
  if (!/^0{0,6}[1-9]\d{0,5}$/.test(text)) throw new Error(`${name} must be a whole number from 1`);
  return Number(text);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;

/** `2025-10-25T22:00Z`, without seconds. */
function timeOf(xml: string, name: string): number {
  const text = needed(xml, name);
  const time = TIME.test(text) ? Date.parse(text) / 1000 : Number.NaN;
  if (!Number.isFinite(time)) throw new Error(`${name} must be a time as 2025-10-25T22:00Z`);
  return time;
}
