import { type FigureMarks, joinedMarks, marksOf, rowOn, type UsedFigure } from '../core/dated.ts';
import { type CountryCode, markets } from '../core/markets.ts';
import { compactDate, type LocalDate, localDate, localDay } from '../core/time.ts';
import type { Book, SpotPoint } from './book.ts';
import { leviesInForce, vatInForce } from './charges.ts';
import { chargedPlaces } from './day-charges.ts';
import { periodOn } from './energy.ts';
import { byGridTariff } from './network.ts';
import type { Question } from './question.ts';
import { type Tariff, type Version, versionOn } from './tariff.ts';

/** The figures that a series rests on, by day. */
export type FiguresOn = (date: LocalDate) => readonly UsedFigure[];

/** A function whose results many days or contracts share. */
export function onceEach<Key, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new Map<Key, T>();
  return (key) => {
    const found = made.get(key);
    if (found !== undefined) return found;
    const result = make(key);
    made.set(key, result);
    return result;
  };
}

/** The levies and the VAT on top of energy and network; levies inside the network charge count only beside one. */
export function chargeFigures(question: Question, book: Book, gridTariff: Tariff | undefined): FiguresOn {
  const figuresOn = byGridTariff(gridTariff, book, (tariff) => chargesBeside(question, book, tariff));
  return (date) => figuresOn(date)(date);
}

function chargesBeside(question: Question, book: Book, gridTariff: Tariff | undefined): FiguresOn {
  const { include } = question;
  const { gridLevies, feeLevies, network, levied, address } = chargedPlaces(question, book, gridTariff);
  return (date) => {
    const vat = include.has('vat') ? vatInForce(book.vat, address, date) : undefined;
    const levies = [
      ...(gridTariff ? leviesInForce(gridLevies, network, date) : []),
      ...(include.has('fees') ? leviesInForce(feeLevies, levied, date) : []),
    ];
    return [
      ...levies.map(({ levy, rate }) => ({ ...rate, component: levy.component, date })),
      ...(vat ? [{ ...vat, component: 'vat' as const, date }] : []),
    ];
  };
}

/**
 * The figure of a tariff itself. A charge that an operator publishes itself is settled.
 * @param versionAt the version that prices a day; left out, the one in effect on it.
 */
export function tariffFigures(tariff: Tariff, versionAt?: (date: LocalDate) => Version): FiguresOn {
  const isGrid = tariff.sector === 'grid';
  const component = isGrid ? 'grid' : 'energy';
  return (date) => {
    if (tariff.told && periodOn(tariff.told, date, false)) return [];
    const { price, ...version } = versionAt?.(date) ?? versionOn(tariff, compactDate(date));
    const period = price.kind === 'periods' ? periodOn(price, date, isGrid) : undefined;
    const [until, grade, status] = [
      period?.to ?? version.until,
      period?.grade ?? version.grade ?? tariff.grade,
      period?.status ?? version.status,
    ];
    return [{ component, date, ...(until && { until }), ...(grade && { grade }), ...(status && { status }) }];
  };
}

/**
 * The exchange rates of the catalogue on the days whose exchange prices bring none of their own.
 * @param unratedDays the days of a zone's prices without a rate.
 * @param versionAt as in `tariffFigures`.
 */
export function rateFigures(
  tariff: Tariff,
  { exchangeRates }: Book,
  unratedDays: (zone: string) => ReadonlySet<LocalDate>,
  versionAt?: (date: LocalDate) => Version,
): FiguresOn {
  if (exchangeRates.length === 0) return () => [];
  return (date) => {
    const rate = rowOn(exchangeRates, date);
    const { price } = versionAt?.(date) ?? versionOn(tariff, compactDate(date));
    const isUsed = rate && price.kind === 'spot' && unratedDays(price.zone).has(date);
    return isUsed ? [{ ...rate, component: 'energy', date }] : [];
  };
}

/** The days of `points` in the country that have a price without an exchange rate. */
export function unratedDays(points: readonly SpotPoint[], country: CountryCode): ReadonlySet<LocalDate> {
  const { timeZone } = markets[country];
  const dates = new Set<LocalDate>();
  let end = -Infinity;
  for (const { start, perEuro } of points) {
    if (perEuro !== undefined || start < end) continue;
    const date = localDate(start, timeZone);
    dates.add(date);
    end = localDay(date, timeZone).end;
  }
  return dates;
}

/** The figure of the grid tariff that holds on each day. */
export function gridFigures(gridTariff: Tariff, book: Book, versionAt?: (tariff: Tariff) => Version): FiguresOn {
  const figuresOn = byGridTariff(gridTariff, book, (tariff) =>
    tariff ? tariffFigures(tariff, versionAt && (() => versionAt(tariff))) : () => [],
  );
  return (date) => figuresOn(date)(date);
}

/** The marks of a series that rests on `figures` on `dates`. */
export const figureMarks = (figures: readonly FiguresOn[], dates: Iterable<LocalDate>): FigureMarks =>
  marksOf([...dates].flatMap((date) => figures.flatMap((figuresOn) => figuresOn(date))));

/** The days of a bill or a comparison that rest on figures that are not settled. */
export interface ProvisionalDays {
  readonly days: number;
  readonly first: LocalDate;
  readonly last: LocalDate;
  readonly marks: FigureMarks;
}

/** The marked ones of sorted `dates`; `undefined` where all are settled. */
export function provisionalDays(
  figures: readonly FiguresOn[],
  dates: Iterable<LocalDate>,
): ProvisionalDays | undefined {
  const marked = [...dates]
    .map((date) => ({ date, marks: figureMarks(figures, [date]) }))
    .filter(({ marks }) => Object.keys(marks).length > 0);
  const [first, last] = [marked[0], marked.at(-1)];
  if (!first || !last) return undefined;
  const marks = joinedMarks(marked.map((day) => day.marks));
  return { days: marked.length, first: first.date, last: last.date, marks };
}
