import { markets } from '../../../core/markets.ts';
import type { LocalDate } from '../../../core/time.ts';
import { QUARTER_HOUR } from '../../../core/vocabulary.ts';
import type { Book } from '../../../pricing/book.ts';
import { chargesOf } from '../../../pricing/day-charges.ts';
import { pointOf } from '../../../pricing/points.ts';
import type { Question } from '../../../pricing/question.ts';
import type { Tariff } from '../../../pricing/tariff.ts';
import { factorOf, figuresIn } from './changes.ts';

/** EUR per kWh: network, levies and VAT together, without energy. */
const MAX_TOTAL = 1.5;
/** A change of most tariffs of a market by this factor is a slipped unit. */
const SLIPPED = 10;
/** A market with fewer tariffs says nothing about units. */
const MIN_TARIFFS = 3;
/** Totals are sums of rounded figures. */
const PRICE_EPSILON = 1e-9;

/** The reasons to refuse the book `after` of a bundle that is dated `version`. */
export function refusalsOf(before: Book | undefined, after: Book, version: LocalDate): string[] {
  return [...totalRefusals(after, version), ...slippedUnit(before, after, version)];
}

/** One line for all network charges of the market: a wrong levy makes all of them wrong. */
function totalRefusals(book: Book, version: LocalDate): string[] {
  const { country, tariffs, exchangeRates } = book;
  const max = MAX_TOTAL * (exchangeRates.at(-1)?.value ?? 1);
  const grids = [...tariffs.values()].filter(({ sector }) => sector === 'grid');
  const [first, ...others] = (grids.length > 0 ? grids : [undefined]).flatMap((tariff) => {
    const totals = totalsOf(book, tariff, version);
    const wrong = totals.find(({ total }) => total < -PRICE_EPSILON || total > max + PRICE_EPSILON);
    return wrong ? { ...wrong, about: tariff ? `${country} grid ${tariff.id}` : country } : [];
  });
  if (!first) return [];
  const total = `network, levies and VAT of ${Number(first.total.toFixed(4))} ${markets[country].currency}/kWh`;
  const more = others.length > 0 ? `; and ${others.length} more` : '';
  return [`${first.about}: ${total} on ${first.date}; 0 to ${Number(max.toFixed(4))} are allowed${more}`];
}

/** Network, levies and VAT of each rate of a network charge, on the bundle's day and on each later day of a change. */
function totalsOf(book: Book, tariff: Tariff | undefined, version: LocalDate) {
  const figures = tariff && figuresIn(tariff);
  const dated = [...book.levies, ...book.vat].flatMap(({ rates }) => rates.map(({ from }) => from));
  const days = [...new Set([version, ...dated, ...(figures?.days ?? [])])].filter((date) => date >= version);
  const question: Question = { now: 0, historicDays: 0, resolution: QUARTER_HOUR, include: new Set(['fees', 'vat']) };
  const chargesOn = chargesOf(question, book, tariff);
  return days.flatMap((date) => {
    const charges = chargesOn({ date, month: 1, weekday: 1, working: true });
    return (figures?.on(date) ?? [0]).map((rate) => {
      const { grid = 0, fees = 0, vat = 0 } = pointOf(0, 0, rate, charges);
      return { date, total: grid + fees + vat };
    });
  });
}

function slippedUnit(before: Book | undefined, after: Book, version: LocalDate): string[] {
  const factors = [...after.tariffs.values()].flatMap((tariff) => {
    const old = before?.tariffs.get(tariff.id);
    const [was, is] = [old ? figuresIn(old).on(version) : [], figuresIn(tariff).on(version)];
    return was.length === 0 || is.length === 0 ? [] : factorOf(was, is);
  });
  const slipped = factors.filter((factor) => Number.isFinite(factor) && factor >= SLIPPED).length;
  if (factors.length < MIN_TARIFFS || slipped * 2 <= factors.length) return [];
  return [`${after.country}: ${slipped} of ${factors.length} tariffs changed by a factor of ${SLIPPED} or more`];
}
