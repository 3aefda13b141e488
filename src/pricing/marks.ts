import { type FigureMarks, joinedMarks, marksOf, type UsedFigure } from '../core/dated.ts';
import { compactDate, type LocalDate } from '../core/time.ts';
import type { Book } from './book.ts';
import { leviesInForce, vatInForce } from './charges.ts';
import { chargedPlaces } from './day-charges.ts';
import { periodOn } from './energy.ts';
import { byGridTariff } from './network.ts';
import type { Question } from './question.ts';
import { type Tariff, type Version, versionOn } from './tariff.ts';

/** The figures that a series rests on, by day. */
export type FiguresOn = (date: LocalDate) => readonly UsedFigure[];

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
