import { type FigureMarks, marksOf, type UsedFigure } from '../core/dated.ts';
import type { LocalDate } from '../core/time.ts';
import type { Book } from './book.ts';
import { leviesInForce, vatInForce } from './charges.ts';
import { chargedPlaces } from './day-charges.ts';
import { periodOn } from './energy.ts';
import type { Question } from './question.ts';
import { type Tariff, versionOn } from './tariff.ts';

/** The marks of a series: examples, proposals and expired figures among all that priced it on `dates`. */
export function figureMarks(
  question: Question,
  book: Book,
  gridTariff: Tariff | undefined,
  dates: Iterable<LocalDate>,
): FigureMarks {
  return marksOf([...dates].flatMap((date) => figuresOn(question, book, gridTariff, date)));
}

function figuresOn(question: Question, book: Book, gridTariff: Tariff | undefined, date: LocalDate): UsedFigure[] {
  const { consumption, feedin, include } = question;
  const supplied = [consumption, feedin].flatMap((tariff) => tariff ?? []);
  const energy = supplied.map((tariff) => ({ component: 'energy' as const, ...standingOf(tariff, date) }));
  const grid = gridTariff ? [{ component: 'grid' as const, ...standingOf(gridTariff, date) }] : [];
  const { gridLevies, feeLevies, network, levied, address } = chargedPlaces(question, book, gridTariff);
  const rate = include.has('vat') && consumption ? vatInForce(book.vat, address, date) : undefined;
  const levies = consumption
    ? [
        ...leviesInForce(gridLevies, network, date),
        ...(include.has('fees') ? leviesInForce(feeLevies, levied, date) : []),
      ]
    : [];
  return [
    ...energy,
    ...grid,
    ...levies.map(({ levy, rate }) => ({ component: levy.component, ...rate })),
    ...(rate ? [{ component: 'vat' as const, ...rate }] : []),
  ].map((figure) => ({ ...figure, date }));
}

/** A charge that an operator publishes itself is settled. */
function standingOf(tariff: Tariff, date: LocalDate) {
  const isGrid = tariff.sector === 'grid';
  if (tariff.told && periodOn(tariff.told, date, false)) return {};
  const { price, grade, status, until } = versionOn(tariff, date.replaceAll('-', ''));
  const period = price.kind === 'periods' ? periodOn(price, date, isGrid) : undefined;
  const last = period?.to ?? until;
  return {
    ...(last !== undefined && isGrid && { until: last }),
    ...standing(period?.grade ?? grade ?? tariff.grade, period?.status ?? status),
  };
}

const standing = (grade: UsedFigure['grade'], status: UsedFigure['status']) => ({
  ...(grade && { grade }),
  ...(status && { status }),
});
