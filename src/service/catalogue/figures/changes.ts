import { rowOn } from '../../../core/dated.ts';
import type { CountryCode } from '../../../core/markets.ts';
import { compactDate, dashedDate, type LocalDate } from '../../../core/time.ts';
import type { Book, DatedRate } from '../../../pricing/book.ts';
import { periodOn } from '../../../pricing/energy.ts';
import { type PriceRule, type Tariff, versionOn } from '../../../pricing/tariff.ts';
import { sameScope } from './own-rows.ts';

type FigureUnit = 'price' | 'share' | 'formula';

/** A row whose figures on a day are others than before. */
export interface FigureChange {
  readonly country: CountryCode;
  /** `grid de-westnetz`, `levy "KWKG"`, `VAT`. */
  readonly row: string;
  /** The first day of the new figures. */
  readonly from: LocalDate;
  /** `price`: the market's currency per kWh; `share`: 0.19 for 19 %; `formula`: coefficient and margin on the exchange price. */
  readonly unit: FigureUnit;
  /** Empty where the row is new, or gone. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The largest change of one figure, 2 for twice or half of it; infinite from or to 0, or with another sign. */
  readonly factor: number;
}

/** Rows of `after` that differ from `before`, rows that are new and rows that are gone. */
export function changesOf(before: Book | undefined, after: Book): FigureChange[] {
  const changed = (row: string, unit: FigureUnit, old: DatedFigures | undefined, fresh: DatedFigures | undefined) =>
    changesIn({ country: after.country, row, unit }, old, fresh);
  const tariffs = idsOf(before?.tariffs, after.tariffs).flatMap((id) => {
    const [old, fresh] = [before?.tariffs.get(id), after.tariffs.get(id)];
    const isSpot = (fresh ?? old)?.versions.some(({ price }) => price.kind === 'spot');
    return changed(
      `${(fresh ?? old)?.sector} ${id}`,
      isSpot ? 'formula' : 'price',
      old && figuresIn(old),
      fresh && figuresIn(fresh),
    );
  });
  const levies = pairs(before?.levies, after.levies, (a, b) => a.name === b.name && sameScope(a, b));
  const vat = pairs(before?.vat, after.vat, sameScope);
  return [
    ...tariffs,
    ...levies.flatMap(({ old, fresh }) => {
      const unit = (fresh ?? old)?.basis === 'share' ? 'share' : 'price';
      return changed(`levy "${(fresh ?? old)?.name}"`, unit, old && ratesIn(old.rates), fresh && ratesIn(fresh.rates));
    }),
    ...vat.flatMap(({ old, fresh }) =>
      changed('VAT', 'share', old && ratesIn(old.rates), fresh && ratesIn(fresh.rates)),
    ),
  ];
}

/** Figures by day. */
interface DatedFigures {
  /** The days on which they change. */
  readonly days: readonly LocalDate[];
  on(date: LocalDate): readonly number[];
}

/** The figures of a tariff: prices of its rates, or the numbers of its formula. */
export const figuresIn = (tariff: Tariff): DatedFigures => ({
  days: tariff.versions.flatMap(({ version, price }) => {
    const first = dashedDate(version);
    return price.kind === 'periods' ? [first, ...price.periods.map(({ from }) => from)] : [first];
  }),
  on: (date) => numbersOf(versionOn(tariff, compactDate(date)).price, date),
});

const ratesIn = (rates: readonly DatedRate[]): DatedFigures => ({
  days: rates.map(({ from }) => from),
  on(date) {
    const rate = rowOn(rates, date);
    return rate ? [rate.value] : [];
  },
});

function numbersOf(rule: PriceRule, date: LocalDate): readonly number[] {
  switch (rule.kind) {
    case 'spot':
      return [rule.coefficient, rule.margin];
    case 'clock':
      return rule.rates.map(({ price }) => price);
    case 'registers':
      return Object.values(rule.prices);
    case 'periods': {
      const { rates = [], prices = {} } = periodOn(rule, date, true) ?? {};
      return [...rates.map(({ price }) => price), ...Object.values(prices)];
    }
    case 'calendar':
      return Object.values(rule.clocks).flatMap((rates) => rates.map(({ price }) => price));
  }
}

function changesIn(
  about: Pick<FigureChange, 'country' | 'row' | 'unit'>,
  old: DatedFigures | undefined,
  fresh: DatedFigures | undefined,
): FigureChange[] {
  const days = [...new Set([...(old?.days ?? []), ...(fresh?.days ?? [])])].sort();
  let last = '';
  return days.flatMap((from) => {
    const [before, after] = [old?.on(from) ?? [], fresh?.on(from) ?? []];
    const pair = JSON.stringify([before, after]);
    if (JSON.stringify(before) === JSON.stringify(after)) {
      last = '';
      return [];
    }
    if (pair === last) return [];
    last = pair;
    return [{ ...about, from, before, after, factor: factorOf(before, after) }];
  });
}

/** Rates of clocks with another number of rates are compared by their means. */
export function factorOf(before: readonly number[], after: readonly number[]): number {
  if (before.length === 0 || after.length === 0) return 1;
  if (before.length !== after.length) return ratio(mean(before), mean(after));
  return Math.max(...before.map((value, i) => ratio(value, after[i] ?? value)));
}

function ratio(a: number, b: number): number {
  if (a === b) return 1;
  return a * b <= 0 ? Number.POSITIVE_INFINITY : Math.max(a / b, b / a);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const idsOf = (a: ReadonlyMap<string, unknown> = new Map(), b: ReadonlyMap<string, unknown>) => [
  ...new Set([...b.keys(), ...a.keys()]),
];

function pairs<T>(before: readonly T[] = [], after: readonly T[], isSame: (a: T, b: T) => boolean) {
  const matched = after.map((fresh) => ({ fresh, old: before.find((row) => isSame(row, fresh)) }));
  const gone = before.filter((row) => !after.some((other) => isSame(row, other)));
  return [...matched, ...gone.map((old) => ({ old, fresh: undefined }))];
}
